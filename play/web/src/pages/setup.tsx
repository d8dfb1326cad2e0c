// Who sits where before a game: people at this screen, and opponents by level.

import { useState } from 'preact/hooks'
import type { Client } from '../client'
import { Sign } from '../icons'
import * as memory from '../memory'
import type { GameOffer, NewSeat, Opponent } from '../protocol'
import { rating } from '../numbers'
import { Badge } from '../table/seat'
import { to } from '../words'
import { Picture } from './picture'

type Sitter = { person: string } | { agent: string }

const rated = (o: Opponent) =>
  o.rating === undefined ? o.name : `${o.name}, rated ${rating(o.rating, o.low, o.high)}`

const best = (g: GameOffer) => (g.opponents ?? []).find((o) => o.default) ?? g.opponents?.[0]

function usual(g: GameOffer, name: string): Sitter[] {
  const agent = best(g)?.agent
  return Array.from({ length: g.seats }, (_, i) => (i === 0 || !agent ? { person: i === 0 ? name : `Player ${i + 1}` } : { agent }))
}

export function Setup({ client, offers, first = 0 }: { client: Client; offers: GameOffer[]; first?: number }) {
  const [at, setAt] = useState(first)
  const g = offers[at] ?? offers[0]!
  const name = memory.wishes.name() || 'Player 1'
  const [sitters, setSitters] = useState<Sitter[]>(() => usual(g, name))
  const [seed, setSeed] = useState('')
  const [odds, setOdds] = useState<Record<string, number>>({})
  const [practice, setPractice] = useState(false)
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const opponents = g.opponents ?? []
  const people = sitters.filter((s) => 'person' in s).length
  const choose = (i: number) => {
    setAt(i)
    setSitters(usual(offers[i]!, name))
    setOdds({})
  }
  const change = (i: number, s: Sitter) => setSitters(sitters.map((o, j) => (j === i ? s : o)))

  const open = async (seats: Sitter[], more: object = {}) => {
    setBusy(true)
    setError('')
    try {
      const n = /^\d+$/.test(seed.trim()) ? { seed: Number(seed) } : {}
      const p = practice ? { practice: true } : {}
      const given = Object.entries(odds).filter(([, much]) => much > 0)
      const o = given.length && !('puzzle' in more) && !('daily' in more) ? { position: `odds: ${given.map(([of, much]) => `${of}=${much}`).join(',')}` } : {}
      const named: NewSeat[] = seats.map((s, i) => ('person' in s ? { person: s.person.trim() || `Player ${i + 1}` } : s))
      location.hash = to.table(await client.open({ game: g.game, seats: named, ...n, ...p, ...o, ...more }))
    } catch (err) {
      setError((err as Error).message)
    } finally {
      setBusy(false)
    }
  }
  const watched = () => sitters.map((s): Sitter => ('agent' in s ? s : { agent: best(g)?.agent ?? 'random' }))
  const solver = (seat: number) => sitters.map((_, i): Sitter => (i === seat ? { person: name } : { agent: best(g)?.agent ?? 'random' }))
  const puzzles = [...(g.puzzles ?? []), ...(client.welcome?.puzzles ?? []).filter((p) => p.game === g.game)]
  return (
    <form
      class="setup"
      onSubmit={(e) => {
        e.preventDefault()
        open(sitters)
      }}
    >
      <header>
        <Picture of={g} />
        <div>
          <h1>{g.title}</h1>
          {g.words && <p>{g.words}</p>}
          <p>
            <a href={to.rules(g.game)}>Rules in short</a>
          </p>
        </div>
      </header>
      {offers.length > 1 && (
        <fieldset class="radios">
          <legend>Table</legend>
          {offers.map((o, i) => (
            <label class={i === at ? 'on' : ''}>
              <input type="radio" name="offer" checked={i === at} onChange={() => choose(i)} /> {o.label}
            </label>
          ))}
        </fieldset>
      )}
      <fieldset class="seats">
        <legend>Who sits where</legend>
        {sitters.map((s, i) => (
          <div class="sitter" key={i}>
            <Badge seat={i} size={28} />
            <select aria-label={`Seat ${i + 1}`} value={'agent' in s ? s.agent : ''} onChange={(e) => change(i, e.currentTarget.value ? { agent: e.currentTarget.value } : { person: people === 0 ? name : `Player ${i + 1}` })}>
              <option value="">A person at this screen</option>
              {opponents.map((o) => (
                <option value={o.agent}>{rated(o)}</option>
              ))}
            </select>
            {'person' in s ? (
              <input
                aria-label={`Name of the person in seat ${i + 1}`}
                maxLength={24}
                value={s.person}
                onInput={(e) => {
                  change(i, { person: e.currentTarget.value })
                  if (people === 1) memory.wishes.setName(e.currentTarget.value.trim())
                }}
              />
            ) : (
              <small>{opponents.find((o) => o.agent === s.agent)?.words}</small>
            )}
          </div>
        ))}
        {people > 1 && <p class="small">Several people share this screen: a curtain hides the cards between turns.</p>}
      </fieldset>
      <details class="options">
        <summary>{g.odds?.length ? 'Odds, practice and seed' : 'Practice and seed'}</summary>
        {g.odds?.map((h) => (
          <fieldset class="odds">
            <legend>Odds: who begins with more or less. Such a game is not counted.</legend>
            {sitters.map((s, i) => {
              const [before, after] = h.words.split('%d')
              const of = `${i + 1}:${h.name}`
              const who = 'person' in s ? s.person.trim() || `Player ${i + 1}` : (opponents.find((o) => o.agent === s.agent)?.name ?? s.agent)
              return (
                <label>
                  <Badge seat={i} size={22} /> <span>{who}</span>
                  {before}
                  <input
                    type="number"
                    min={0}
                    max={h.most}
                    step={h.step}
                    aria-label={`Seat ${i + 1}, ${who}: ${before}${h.name}${after}`}
                    value={odds[of] ?? 0}
                    onInput={(e) => setOdds({ ...odds, [of]: e.currentTarget.valueAsNumber || 0 })}
                  />
                  {after}
                </label>
              )
            })}
          </fieldset>
        ))}
        <label class="check">
          <input type="checkbox" checked={practice} onChange={(e) => setPractice(e.currentTarget.checked)} /> Practice: anything may be taken back, and nothing is counted
        </label>
        <label>
          Seed <input inputMode="numeric" pattern="[0-9]*" value={seed} onInput={(e) => setSeed(e.currentTarget.value)} placeholder="a fresh one" />
        </label>
      </details>
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      <div class="buttons">
        <button class="primary" disabled={busy || people === 0}>
          {busy ? 'The table is set…' : 'Sit down'}
        </button>
        {client.welcome?.daily && (
          <button type="button" disabled={busy} onClick={() => open(usual(g, name), { daily: true })} title="The same deal for everyone today">
            Deal of {client.welcome.daily}
          </button>
        )}
        <button type="button" disabled={busy || !opponents.length} onClick={() => open(watched())}>
          <Sign id="look" /> Watch bots play
        </button>
        <a class="button" href={to.lobby}>
          Another game
        </a>
      </div>
      {puzzles.length > 0 && (
        <section class="puzzles">
          <h2>Puzzles</h2>
          <ul>
            {puzzles.map((p) => (
              <li>
                <button type="button" disabled={busy} onClick={() => open(solver(p.seat ?? 0), { puzzle: p.id, practice: true })}>
                  <b>{p.title}</b> {p.words}
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

/** What one won and lost in a game, by opponent. */
function Tally({ g }: { g: GameOffer }) {
  const rows = Object.entries(memory.tally(g.game))
  if (!rows.length) return null
  const names = new Map((g.opponents ?? []).map((o) => [o.agent, o.name]))
  return (
    <section class="tally">
      <h2>Your games so far</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">against</th>
            <th scope="col">won</th>
            <th scope="col">lost</th>
            <th scope="col">shared</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([agent, t]) => (
            <tr>
              <th scope="row">
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
