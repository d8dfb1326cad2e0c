// A player's evenings: where one stands, what was played, and all of it as a file. Loaded when somebody opens it.

import { useMemo, useState } from 'preact/hooks'
import type { Client } from '../client'
import { dayOf, largest, readDeal, readEvenings, standings, streaks, type Standing } from '../evenings'
import { Sign } from '../icons'
import * as memory from '../memory'
import { rating } from '../numbers'
import { change, cost, count, to } from '../words'
import { Results } from './deal'
import { Top } from './top'
import './evenings.css'

const most = 100 // games that are listed unfolded

export function EveningsPage({ client }: { client: Client }) {
  const [version, setVersion] = useState(0)
  const games = useMemo(memory.finished, [version])
  const offers = client.welcome?.games ?? []
  const titles = new Map(offers.map((g) => [g.game, g]))
  const names = new Map(offers.flatMap((g) => (g.opponents ?? []).map((o) => [g.game + o.agent, o.name])))
  const at = standings(games, offers)
  const row = streaks(games, Date.now())
  const days = [...new Set(games.map((t) => dayOf(t.at)))]
  const [all, setAll] = useState(false)
  const line = (t: memory.KnownTable) => {
    const g = titles.get(t.game ?? '')
    const rivals = [...new Set(t.end?.rivals ?? t.against?.split(', ') ?? [])].map((a) => (a === '' ? 'people' : (names.get(t.game + a) ?? a)))
    return (
      <li key={t.table}>
        <span class={'how ' + (t.result ?? '')}>{t.result === 'won' ? 'won' : t.result === 'lost' ? 'lost' : t.result === 'shared' ? 'shared' : t.guided ? 'first game' : 'not counted'}</span>
        <span>
          <b>{g?.title ?? t.game ?? 'A game'}</b> {g && g.label} {rivals.length > 0 && `against ${rivals.join(', ')}`}
          <small>
            {t.end?.got && `${t.end.got}. `}
            {t.end?.words} {t.end?.daily && `The deal of ${t.end.daily}.`}
          </small>
          {t.review && (
            <small class="num">
              Clear errors cost {cost(cell(t.review.errors), t.review.unit)}; luck {change(cell(t.review.luck), t.review.unit)}.
            </small>
          )}
        </span>
        {Object.keys(t.keys).length > 0 && (
          <a class="button" href={to.replay(t.table)}>
            {t.review ? 'Look again' : 'Review'}
          </a>
        )}
      </li>
    )
  }
  const shown = all ? games : games.slice(0, most)
  return (
    <>
      <Top client={client} title="Your evenings" />
      <main class="evenings">
        {games.length === 0 && <p>No game is over yet in this browser. What you finish stands here, with its review and your rating.</p>}
        {games.length > 0 && (
          <p class="streaks">
            <b>{count(games.length, 'game')}</b> on {count(days.length, 'day')}. {row.days > 1 && `You have played on ${count(row.days, 'day')} in a row. `}
            {row.wins > 1 && `You have won ${row.wins} in a row. `}
            {row.most > 2 && row.most > row.wins && `Your longest row of wins is ${row.most}.`}
          </p>
        )}
        {at.length > 0 && (
          <section>
            <h2>Where you stand</h2>
            <div class="ladders">
              {at.map((s) => (
                <Ladder key={s.offer.game} of={s} />
              ))}
            </div>
            <p class="small">
              Your rating by Glicko-2 on the scale of the bots, where random play has 1000, with its 95% interval. Games without odds or practice count, in which all others are bots with ratings. A game against several counts as one, won by the part of them that you were ahead of.
            </p>
          </section>
        )}
        {days.map((day) => {
          const then = shown.filter((t) => dayOf(t.at) === day)
          return (
            then.length > 0 && (
              <section key={day}>
                <h2>{new Date(then[0]!.at).toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}</h2>
                <ul class="played">{then.map(line)}</ul>
              </section>
            )
          )
        })}
        {games.length > shown.length && (
          <button type="button" onClick={() => setAll(true)}>
            {count(games.length - shown.length, 'more game')}
          </button>
        )}
        <Files changed={() => setVersion((n) => n + 1)} />
        <p>
          <a class="button" href={to.lobby}>
            Choose a game
          </a>
        </p>
      </main>
    </>
  )
}

const cell = ([chance, low, high]: [number, number, number]) => ({ chance, low, high })

/** A ladder with the player on it. */
function Ladder({ of: s }: { of: Standing }) {
  const you = s.ladder.find((r) => r.you)!
  return (
    <table class="ladder">
      <caption>
        <b>{s.offer.title}</b> {s.offer.label}, after {count(s.games, 'game')}
      </caption>
      <tbody>
        {s.ladder.map((r) => (
          <tr key={r.name} class={r.you ? 'you' : ''}>
            <th scope="row">{r.name}</th>
            <td class="num">{rating(r.rating, r.low, r.high)}</td>
          </tr>
        ))}
      </tbody>
      {you.high - you.low > 300 && (
        <tfoot>
          <tr>
            <td colSpan={2}>
              <small>Too few games yet to tell you from bots within {Math.round((you.high - you.low) / 2)} points.</small>
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

/** All of it as one file, and back. */
function Files({ changed }: { changed: () => void }) {
  const [told, setTold] = useState('')
  const [error, setError] = useState('')
  const save = () => {
    const e = memory.evenings()
    const address = URL.createObjectURL(new Blob([JSON.stringify(e, null, 1)], { type: 'application/json' }))
    const a = document.createElement('a')
    a.href = address
    a.download = `ringer-evenings-${dayOf(Date.now())}.json`
    a.click()
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
    setError('')
    setTold(`${count(e.games.length, 'game')} and ${count(e.deals.length, 'result')} of deals are in the file.`)
  }
  const load = async (file: File | undefined) => {
    if (!file) return
    setTold('')
    setError('')
    try {
      if (file.size > largest) throw new Error(`The file has ${file.size} bytes: want at most ${largest}`)
      const n = memory.addEvenings(readEvenings(await file.text()))
      setTold(`${count(n.games, 'game')} and ${count(n.deals, 'result')} of deals are new here.`)
      changed()
    } catch (err) {
      setError(`${file.name}: ${(err as Error).message}. Nothing was taken from it.`)
    }
  }
  return (
    <section class="files">
      <h2>Take them along</h2>
      <p class="small">
        One file holds your games, those that are not over too, with their results and the keys of your seats: who has it can open your tables. What a host keeps of a game, such as its record, stays with the host.
      </p>
      <div class="buttons">
        <button type="button" onClick={save}>
          <Sign id="copy" /> Save a file
        </button>
        <label class="button">
          Read a file
          <input
            type="file"
            accept=".json,application/json"
            onChange={(e) => {
              load(e.currentTarget.files?.[0])
              e.currentTarget.value = ''
            }}
          />
        </label>
      </div>
      {told && <p role="status">{told}</p>}
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </section>
  )
}

/** What somebody got on the deal of a day, as a link says it. */
export function DealPage({ client, text }: { client: Client; text: string }) {
  const [r, error] = useMemo(() => {
    try {
      const r = readDeal(text)
      memory.saveDeal(r)
      return [r, ''] as const
    } catch (err) {
      return [null, (err as Error).message] as const
    }
  }, [text])
  const offer = client.welcome?.games.find((g) => g.game === r?.game)
  const known = r ? memory.deals(r) : []
  return (
    <>
      <Top client={client} title="" />
      <main class="notice">
        {r ? (
          <>
            <h1>
              {offer?.title ?? r.game}, the deal of {r.date}
            </h1>
            <p>
              {r.name} says: <b>{r.got}</b>. Nobody has checked it.
            </p>
            <Results of={known} />
            {client.welcome?.daily === r.date ? (
              <a class="button primary" href={to.game(r.game)}>
                Play this deal
              </a>
            ) : (
              client.welcome && <p>{client.welcome.daily ? `Today's deal is another one, of ${client.welcome.daily}.` : 'There is no deal of the day here.'}</p>
            )}
          </>
        ) : (
          <>
            <h1>This link leads to no result.</h1>
            <p role="alert">{error}</p>
          </>
        )}
        <a class="button" href={to.lobby}>
          All games
        </a>
      </main>
    </>
  )
}
