// Who sits where before a game: people at this screen, and opponents by level.

import { useState } from 'preact/hooks'
import type { Client } from '../client'
import { Sign } from '../icons'
import { theirs, words } from '../language'
import * as memory from '../memory'
import type { GameOffer, Guide, NewSeat, Opponent } from '../protocol'
import { rating } from '../numbers'
import { wishes } from '../memory'
import { Badge } from '../table/seat'
import { nameOf, to } from '../words'
import { Facts } from './facts'
import { Picture } from './picture'

type Sitter = { person: string; invited?: boolean } | { agent: string }

const byLink = '+' // the choice of a seat that somebody takes elsewhere; no agent is called so

const best = (g: GameOffer) => (g.opponents ?? []).find((o) => o.default)

// The strongest opponent, but the gentlest for who has not finished a game that counts.
const fitting = (g: GameOffer) => (Object.keys(memory.tally(g.game)).length === 0 ? (g.opponents ?? []).find((o) => o.first) : undefined) ?? best(g)

function usual(g: GameOffer, name: string): Sitter[] {
  const agent = fitting(g)?.agent
  return Array.from({ length: g.seats }, (_, i) => (i === 0 || !agent ? { person: i === 0 ? name : words.player(i + 1) } : { agent }))
}

/** Returns the puzzles of a game in all the sizes that the host offers, its own first. */
export function puzzlesOf(client: Client, game: string) {
  const offers = client.welcome?.games ?? []
  return (client.welcome?.puzzles ?? [])
    .flatMap((p) => {
      const offer = offers.find((o) => o.game === p.game)
      return offer && nameOf(p.game) === nameOf(game) ? [{ ...p, offer }] : []
    })
    .sort((a, b) => Number(b.game === game) - Number(a.game === game))
}

/** Returns the seats of a puzzle: its solver, and the best opponents. */
export const solvers = (g: GameOffer, seat: number, person: string) => Array.from({ length: g.seats }, (_, i): Sitter => (i === seat ? { person } : { agent: best(g)?.agent ?? 'random' }))

// The seats of the deal of a day: the same for everybody, whatever they have played.
const sameForAll = (g: GameOffer, name: string) => Array.from({ length: g.seats }, (_, i): Sitter => (i === 0 || !best(g) ? { person: i === 0 ? name : words.player(i + 1) } : { agent: best(g)!.agent }))

export function Setup({ client, offers, first = 0 }: { client: Client; offers: GameOffer[]; first?: number }) {
  const [at, setAt] = useState(first)
  const g = offers[at] ?? offers[0]!
  const name = memory.wishes.name() || words.player(1)
  const [sitters, setSitters] = useState<Sitter[]>(() => usual(g, name))
  const [seed, setSeed] = useState('')
  const [odds, setOdds] = useState<Record<string, number>>({})
  const [practice, setPractice] = useState(false)
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const opponents = g.opponents ?? []
  const here = sitters.filter((s) => 'person' in s && !s.invited).length
  const friends = sitters.some((s) => 'person' in s && s.invited)
  const reach = !!client.welcome?.reach
  const rivals = new Set(sitters.flatMap((s) => ('agent' in s ? s.agent : [])))
  const choose = (i: number) => {
    setAt(i)
    setSitters(usual(offers[i]!, name))
    setOdds({})
  }
  const sitterOf = (chosen: string, i: number): Sitter =>
    chosen === byLink ? { person: words.friend(i), invited: true } : chosen ? { agent: chosen } : { person: here === 0 ? name : words.player(i + 1) }
  const change = (i: number, s: Sitter) => setSitters(sitters.map((o, j) => (j === i ? s : o)))

  const open = async (seats: Sitter[], more: object = {}) => {
    setBusy(true)
    setError('')
    try {
      const n = /^\d+$/.test(seed.trim()) ? { seed: Number(seed) } : {}
      const p = practice ? { practice: true } : {}
      const given = Object.entries(odds).filter(([, much]) => much > 0)
      const o = given.length && !('puzzle' in more) && !('daily' in more) ? { position: `odds: ${given.map(([of, much]) => `${of}=${much}`).join(',')}` } : {}
      const named: NewSeat[] = seats.map((s, i) => ('person' in s ? { ...s, person: s.person.trim() || words.player(i + 1) } : s))
      location.hash = to.table(await client.open({ game: g.game, seats: named, ...('guided' in more ? {} : { ...n, ...p, ...o }), ...more }))
    } catch (err) {
      setError((err as Error).message)
    } finally {
      setBusy(false)
    }
  }
  const watched = () => sitters.map((s): Sitter => ('agent' in s ? s : { agent: best(g)?.agent ?? 'random' }))
  const rival = (o: Opponent) => (
    <label class={rivals.has(o.agent) ? 'on' : ''} key={o.agent}>
      <input type="radio" name="against" checked={rivals.size === 1 && !friends && rivals.has(o.agent)} onChange={() => setSitters(sitters.map((s) => ('agent' in s || s.invited ? { agent: o.agent } : s)))} />
      <span>
        <b lang={theirs}>{o.name}</b> {o.first && <em>{words.setup.first}</em>}
        <small lang={theirs}>{o.words}</small>
        {o.stands && <small class="stands">{words.setup.stands[o.stands](Math.round((o.high! - o.low!) / 2), o.games!)}</small>}
      </span>
    </label>
  )
  const puzzles = puzzlesOf(client, g.game)
  return (
    <form
      class="setup"
      onSubmit={(e) => {
        e.preventDefault()
        open(sitters)
      }}
    >
      <header>
        <Picture of={offers.find((o) => o.picture)?.picture ?? client.welcome?.games.find((o) => o.name === g.name)?.picture} />
        <div>
          <h1>{g.title}</h1>
          {g.words && <p lang={theirs}>{g.words}</p>}
          <p>
            <Facts of={offers} />
          </p>
          <p>
            <a href={to.rules(g.game)}>{words.rulesShort}</a>
          </p>
          {words.gamesSpeak && <p class="small">{words.gamesSpeak}</p>}
        </div>
      </header>
      <Learn offers={offers} busy={busy} open={(o, guide) => open(seatsOf(o, guide, name), { game: o.game, guided: true })} />
      {offers.length > 1 && (
        <fieldset class="radios">
          <legend>{words.setup.table}</legend>
          {offers.map((o, i) => (
            <label class={i === at ? 'on' : ''}>
              <input type="radio" name="offer" checked={i === at} onChange={() => choose(i)} /> <span lang={theirs}>{o.label}</span>
            </label>
          ))}
        </fieldset>
      )}
      {opponents.length > 0 && (
        <fieldset class="against">
          <legend>{words.setup.against}</legend>
          {opponents.filter((o) => !o.stands).map(rival)}
          {reach && g.seats > 1 && (
            <label class={friends ? 'on' : ''}>
              <input type="radio" name="against" checked={friends && !rivals.size} onChange={() => setSitters(sitters.map((s, i) => ('agent' in s ? { person: words.friend(i), invited: true } : s)))} />
              <span>
                <b>{words.setup.friends}</b>
                <small>{words.setup.friendsWords}</small>
              </span>
            </label>
          )}
          {opponents.some((o) => o.stands) && <h3>{words.setup.habits}</h3>}
          {opponents.filter((o) => o.stands).map(rival)}
          {opponents.some((o) => o.rating !== undefined) && (
            <details>
              <summary>{words.setup.strong}</summary>
              <table>
                <tbody>
                  {opponents.map((o) => (
                    <tr key={o.agent}>
                      <th scope="row" lang={theirs}>
                        {o.name}
                      </th>
                      <td>{o.rating === undefined ? words.setup.notMeasured : rating(o.rating, o.low, o.high)}</td>
                      <td>{o.games !== undefined && words.games(o.games)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <p class="small">{words.setup.elo}</p>
            </details>
          )}
        </fieldset>
      )}
      <details class="seats">
        <summary>{words.setup.seats}</summary>
        {sitters.map((s, i) => (
          <div class="sitter" key={i}>
            <Badge seat={i} size={28} />
            <select aria-label={words.seat(i + 1)} value={'agent' in s ? s.agent : s.invited ? byLink : ''} onChange={(e) => change(i, sitterOf(e.currentTarget.value, i))}>
              <option value="">{words.setup.person}</option>
              {reach && <option value={byLink}>{words.setup.friend}</option>}
              {opponents.map((o) => (
                <option value={o.agent} lang={theirs}>
                  {o.name}
                </option>
              ))}
            </select>
            {'person' in s ? (
              <input
                aria-label={words.setup.nameOf(i + 1)}
                maxLength={24}
                value={s.person}
                onInput={(e) => {
                  change(i, { ...s, person: e.currentTarget.value })
                  if (here === 1 && !s.invited) memory.wishes.setName(e.currentTarget.value.trim())
                }}
              />
            ) : (
              <small lang={theirs}>{opponents.find((o) => o.agent === s.agent)?.words}</small>
            )}
          </div>
        ))}
        {here > 1 && <p class="small">{words.setup.curtain}</p>}
      </details>
      <details class="options">
        <summary>{g.odds?.length ? words.setup.optionsOdds : words.setup.options}</summary>
        {g.odds?.map((h) => (
          <fieldset class="odds">
            <legend>{words.setup.odds}</legend>
            {sitters.map((s, i) => {
              const [before, after] = h.words.split('%d')
              const of = `${i + 1}:${h.name}`
              const who = 'person' in s ? s.person.trim() || words.player(i + 1) : (opponents.find((o) => o.agent === s.agent)?.name ?? s.agent)
              return (
                <label>
                  <Badge seat={i} size={22} /> <span>{who}</span>
                  <span lang={theirs}>{before}</span>
                  <input
                    type="number"
                    min={0}
                    max={h.most}
                    step={h.step}
                    aria-label={`${words.seatOf(i + 1, who)}: ${before}${h.name}${after}`}
                    value={odds[of] ?? 0}
                    onInput={(e) => setOdds({ ...odds, [of]: e.currentTarget.valueAsNumber || 0 })}
                  />
                  <span lang={theirs}>{after}</span>
                </label>
              )
            })}
          </fieldset>
        ))}
        <label class="check">
          <input type="checkbox" checked={practice} onChange={(e) => setPractice(e.currentTarget.checked)} /> {words.setup.practice}
        </label>
        <label>
          {words.setup.seed} <input inputMode="numeric" pattern="[0-9]*" value={seed} onInput={(e) => setSeed(e.currentTarget.value)} placeholder={words.setup.freshSeed} />
        </label>
      </details>
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      <div class="buttons">
        <button class="primary" disabled={busy || here === 0}>
          {busy ? words.setup.opens : words.sitDown}
        </button>
        {client.welcome?.daily && (
          <button type="button" disabled={busy} onClick={() => open(sameForAll(g, name), { daily: true })} title={words.setup.dealWhy}>
            {words.setup.deal(client.welcome.daily)}
          </button>
        )}
        <button type="button" disabled={busy || !opponents.length} onClick={() => open(watched())}>
          <Sign id="look" /> {words.setup.watch}
        </button>
        <a class="button" href={to.lobby}>
          {words.setup.another}
        </a>
      </div>
      {puzzles.length > 0 && (
        <section class="puzzles">
          <h2>{words.setup.puzzles}</h2>
          <ul>
            {puzzles.map((p) => (
              <li>
                <button type="button" disabled={busy} lang={theirs} onClick={() => open(solvers(p.offer, p.seat ?? 0, name), { game: p.game, puzzle: p.id, practice: true })}>
                  <b>{p.title}</b> {p.words} {p.game !== g.game && <small>{p.offer.label}</small>}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Tally g={g} />
    </form>
  )
}

// The seats of a first game that teaches.
const seatsOf = (g: GameOffer, guide: Guide, name: string) => Array.from({ length: g.seats }, (_, i): Sitter => (i === guide.seat ? { person: name } : { agent: guide.agent }))

/** The first game, which teaches: begun, gone on with, or played again, with each side of a game whose sides differ. */
function Learn({ offers, busy, open }: { offers: GameOffer[]; busy: boolean; open: (o: GameOffer, guide: Guide) => void }) {
  const g = offers.find((o) => o.guides)
  if (!g) return null
  const played = g.guides!.map((guide) => ({ guide, ...memory.firstGame(g.game, guide.seat) }))
  const done = played.some((p) => p.done)
  const begin = (guide: Guide) => {
    wishes.setLessons(true)
    open(g, guide)
  }
  return (
    <section class={'learn' + (done ? '' : ' fresh')}>
      <div>
        <h2>{done ? words.setup.learnAgain : words.setup.learn}</h2>
        <p>{words.setup.learnWords(g.guides!.map((guide) => guide.lessons))}</p>
      </div>
      <div class="roles">
        {played.map(({ guide, last }) => {
          const as = (what: 'goOn' | 'begin' | 'anew', text: string) => (guide.role ? words.setup.learnAs[what](<span lang={theirs}>{guide.role}</span>) : text)
          return (
            <div class="role" key={guide.seat}>
              {last && (
                <a class="button" href={to.table(last.table)}>
                  <Sign id="play" /> <span>{as('goOn', words.setup.learnGoOn)}</span>
                </a>
              )}
              <button type="button" disabled={busy} onClick={() => begin(guide)}>
                <Sign id="hint" /> <span>{last ? as('anew', words.setup.learnAnew) : as('begin', words.setup.learnBegin)}</span>
              </button>
            </div>
          )
        })}
      </div>
    </section>
  )
}

/** What one won and lost in a game, by opponent. */
function Tally({ g }: { g: GameOffer }) {
  const rows = Object.entries(memory.tally(g.game))
  if (!rows.length) return null
  const names = new Map((g.opponents ?? []).map((o) => [o.agent, o.name]))
  return (
    <section class="tally">
      <h2>{words.setup.tally}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.end.against}</th>
            <th scope="col">{words.end.won}</th>
            <th scope="col">{words.end.lost}</th>
            <th scope="col">{words.end.shared}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([agent, t]) => (
            <tr>
              <th scope="row" lang={theirs}>
                {agent
                  .split(', ')
                  .map((a) => names.get(a) ?? a)
                  .join(', ')}
              </th>
              <td>{t.won}</td>
              <td>{t.lost}</td>
              <td>{t.shared}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
