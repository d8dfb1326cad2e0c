// A player's evenings: where one stands, what was played, and all of it as a file. Loaded when somebody opens it.

import { useMemo, useState } from 'preact/hooks'
import type { Client } from '../client'
import { dayOf, largest, readDeal, readEvenings, standings, streaks, type Standing } from '../evenings'
import { Sign } from '../icons'
import { language, theirs, words } from '../language'
import * as memory from '../memory'
import { rating } from '../numbers'
import { change, cost, to } from '../words'
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
    const rivals = [...new Set(t.end?.rivals ?? t.against?.split(', ') ?? [])].map((a) => (a === '' ? words.evenings.people : (names.get(t.game + a) ?? a)))
    return (
      <li key={t.table}>
        <span class={'how ' + (t.result ?? '')}>{t.result ? words.end[t.result] : t.guided ? words.evenings.firstGame : words.evenings.notCounted}</span>
        <span>
          <b>{g?.title ?? t.game ?? words.evenings.aGame}</b> {g && <span lang={theirs}>{g.label}</span>} {rivals.length > 0 && words.evenings.against(rivals.join(', '))}
          <small>
            <span lang={theirs}>
              {t.end?.got && `${t.end.got}. `}
              {t.end?.words}
            </span>{' '}
            {t.end?.daily && words.evenings.dealOf(t.end.daily)}
          </small>
          {t.review && (
            <small class="num">{words.evenings.review(cost(cell(t.review.errors), t.review.unit), change(cell(t.review.luck), t.review.unit))}</small>
          )}
        </span>
        {Object.keys(t.keys).length > 0 && (
          <a class="button" href={to.replay(t.table)}>
            {t.review ? words.evenings.lookAgain : words.evenings.look}
          </a>
        )}
      </li>
    )
  }
  const shown = all ? games : games.slice(0, most)
  return (
    <>
      <Top client={client} title={words.evenings.title} />
      <main class="evenings">
        {games.length === 0 && <p>{words.evenings.none}</p>}
        {games.length > 0 && (
          <p class="streaks">
            {words.evenings.onDays(games.length, days.length, (text) => (
              <b>{text}</b>
            ))}{' '}
            {row.days > 1 && words.evenings.daysRow(row.days)} {row.wins > 1 && words.evenings.winsRow(row.wins)} {row.most > 2 && row.most > row.wins && words.evenings.winsMost(row.most)}
          </p>
        )}
        {at.length > 0 && (
          <section>
            <h2>{words.evenings.stand}</h2>
            <div class="ladders">
              {at.map((s) => (
                <Ladder key={s.offer.game} of={s} />
              ))}
            </div>
            <p class="small">{words.evenings.standWhy}</p>
          </section>
        )}
        {days.map((day) => {
          const then = shown.filter((t) => dayOf(t.at) === day)
          return (
            then.length > 0 && (
              <section key={day}>
                <h2>{new Date(then[0]!.at).toLocaleDateString(language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}</h2>
                <ul class="played">{then.map(line)}</ul>
              </section>
            )
          )
        })}
        {games.length > shown.length && (
          <button type="button" onClick={() => setAll(true)}>
            {words.evenings.more(games.length - shown.length)}
          </button>
        )}
        <Files changed={() => setVersion((n) => n + 1)} />
        <p>
          <a class="button" href={to.lobby}>
            {words.chooseGame}
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
        <b>{s.offer.title}</b> <span lang={theirs}>{s.offer.label}</span>, {words.evenings.after(s.games)}
      </caption>
      <tbody>
        {s.ladder.map((r) => (
          <tr key={r.name} class={r.you ? 'you' : ''}>
            <th scope="row" lang={r.you ? undefined : theirs}>
              {r.name}
            </th>
            <td class="num">{rating(r.rating, r.low, r.high)}</td>
          </tr>
        ))}
      </tbody>
      {you.high - you.low > 300 && (
        <tfoot>
          <tr>
            <td colSpan={2}>
              <small>{words.evenings.few(Math.round((you.high - you.low) / 2))}</small>
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
    setTold(words.file.saved(e.games.length, e.deals.length))
  }
  const load = async (file: File | undefined) => {
    if (!file) return
    setTold('')
    setError('')
    try {
      if (file.size > largest) throw new Error(words.file.bytes(file.size, largest))
      const n = memory.addEvenings(readEvenings(await file.text()))
      setTold(words.file.added(n.games, n.deals))
      changed()
    } catch (err) {
      setError(words.file.nothing(file.name, (err as Error).message))
    }
  }
  return (
    <section class="files">
      <h2>{words.file.title}</h2>
      <p class="small">{words.file.why}</p>
      <div class="buttons">
        <button type="button" onClick={save}>
          <Sign id="copy" /> {words.file.save}
        </button>
        <label class="button">
          {words.file.load}
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
              {words.deal.heading(offer?.title ?? r.game, r.date)}
            </h1>
            <p>{words.deal.says(r.name, <b>{r.got}</b>)}</p>
            <Results of={known} />
            {client.welcome?.daily === r.date ? (
              <a class="button primary" href={to.game(r.game)}>
                {words.deal.play}
              </a>
            ) : (
              client.welcome && <p>{client.welcome.daily ? words.deal.another(client.welcome.daily) : words.deal.none}</p>
            )}
          </>
        ) : (
          <>
            <h1>{words.deal.nowhere}</h1>
            <p role="alert">{error}</p>
          </>
        )}
        <a class="button" href={to.lobby}>
          {words.allGames}
        </a>
      </main>
    </>
  )
}
