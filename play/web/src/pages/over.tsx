import { useState } from 'preact/hooks'
import type { Client, Sitting } from '../client'
import { Sign } from '../icons'
import { theirs, words } from '../language'
import type { NewSeat, SeatName, View } from '../protocol'
import type { Meter } from '../scene'
import { Meters } from '../table/meter'
import { puzzlesOf, solvers } from './setup'
import { Deal } from './deal'
import { Badge } from '../table/seat'
import { nameIn } from '../table/table'
import { to } from '../words'

/** How the game ended, and what one may do now. */
export function Over({ client, view, sitting }: { client: Client; view: View; sitting: Sitting }) {
  const places = placesOf(view)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const friends = view.seats.some((s) => s.seat !== view.you && !(String(s.seat) in sitting.keys) && (s.person || s.resigned))
  const again = async () => {
    if (friends) return anew(() => client.again(sitting))
    const seats: NewSeat[] = view.seats.map((s) => (s.agent ? { agent: s.agent } : { person: s.name }))
    anew(() => client.open({ game: view.game, seats, ...(view.odds && { position: `odds: ${view.odds.given}` }) }))
  }
  const puzzle = puzzlesOf(client, view.game)[0]
  const anew = async (open: () => Promise<string>) => {
    setBusy(true)
    setError('')
    try {
      location.hash = to.table(await open())
    } catch (err) {
      setError((err as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section class="verdict" aria-label={words.over.theEnd}>
      <h2 lang={view.verdict ? theirs : undefined}>{view.verdict || words.over.isOver}</h2>
      {view.guided && <p>{words.over.guided}</p>}
      {view.odds && <p class="small"><span lang={theirs}>{view.odds.words}</span> {words.over.odds}</p>}
      {view.next && <p>{view.eyes === undefined ? words.over.nextYours : words.over.next}</p>}
      {view.resigned === undefined && (view.scene.why || view.scene.waits) && <p class="why" lang={theirs}>{view.scene.why || view.scene.waits}</p>}
      <table class="places">
        <tbody>
          {places.map(({ seat: s, place, meters }) => (
            <tr key={s.seat}>
              <th scope="row">{place}</th>
              <td>
                <Badge seat={s.seat} /> <b>{nameIn(view, s.seat)}</b> {s.seat === view.you && <small>{words.you}</small>}
              </td>
              <td>{meters.length || view.resigned !== undefined ? <Meters of={meters} /> : <span class="num">{signed(view.returns?.[s.seat] ?? 0)}</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {view.daily && view.you >= 0 && view.resigned === undefined && <Deal client={client} view={view} />}
      <div class="buttons">
        {view.eyes === undefined && (
          <button type="button" class="primary" onClick={again} disabled={busy}>
            <Sign id="shuffle" /> {view.guided ? words.over.counts : view.next ? words.over.sitNext : words.over.again}
          </button>
        )}
        {view.guided && puzzle && (
          <button type="button" onClick={() => anew(() => client.open({ game: puzzle.game, seats: solvers(puzzle.offer, puzzle.seat ?? 0, nameIn(view, view.you)), puzzle: puzzle.id, practice: true }))} disabled={busy}>
            <Sign id="star" /> {words.over.puzzle(puzzle.title)}
          </button>
        )}
        {view.can.review && (
          <a class="button" href={to.replay(sitting.table)}>
            <Sign id="chart" /> {words.over.review}
          </a>
        )}
        <a class="button" href={to.lobby}>
          {words.allGames}
        </a>
      </div>
      {error && (
        <p class="error" role="alert">
          {words.over.notOpened} {error}
        </p>
      )}
    </section>
  )
}

interface Placed {
  seat: SeatName
  place: string
  meters: Meter[] // what the game counts, in its own units
}

/** Returns the seats from the first to the last, with what the game counts of them. Seats that are level share a place. */
export function placesOf(view: View): Placed[] {
  const returns = view.returns ?? []
  const metersOf = (n: number) => view.scene.seats.find((f) => f.seat === n)?.meters?.filter((m) => m.good) ?? []
  const score = (n: number) => (metersOf(n)[0]?.value ?? 0) * (metersOf(n)[0]?.good ?? 1)
  const got = (n: number) => returns[n] ?? 0
  const kinds = new Set(returns).size
  const best = Math.max(...returns)
  const place = (n: number) => {
    if (view.resigned !== undefined) return n === view.resigned ? words.end.gaveUp : view.seats.length === 2 ? words.end.won : ''
    const level = returns.filter((r) => r === got(n)).length > 1 && !view.seats.some((s) => s.team !== undefined)
    if (returns.length === 1) return got(n) > 0 ? words.end.won : got(n) < 0 ? words.end.lost : ''
    if (kinds === 1) return best < 0 ? words.end.lost : words.end.level
    if (kinds === 2) return got(n) < best ? words.end.lost : level ? words.end.sharesWin : words.end.won
    return words.end.place(1 + returns.filter((r) => r > got(n)).length, level)
  }
  return [...view.seats]
    .sort((a, b) => got(b.seat) - got(a.seat) || score(b.seat) - score(a.seat))
    .map((seat) => ({ seat, place: place(seat.seat), meters: metersOf(seat.seat) }))
}

const signed = (n: number) => (n > 0 ? '+' : n < 0 ? '−' : '') + Math.round(Math.abs(n) * 100) / 100
