import { useState } from 'preact/hooks'
import type { Client, Sitting } from '../client'
import { Sign } from '../icons'
import type { NewSeat, View } from '../protocol'
import { Badge } from '../table/seat'
import { to } from '../words'

/** How the game ended, and what one may do now. */
export function Over({ client, view, sitting }: { client: Client; view: View; sitting: Sitting }) {
  const order = [...view.seats].sort((a, b) => (view.returns?.[b.seat] ?? 0) - (view.returns?.[a.seat] ?? 0))
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const again = async () => {
    const seats: NewSeat[] = view.seats.map((s) => (s.agent ? { agent: s.agent } : { person: s.name }))
    setBusy(true)
    setError('')
    try {
      location.hash = to.table(await client.open({ game: view.game, seats, ...(view.odds && { position: `odds: ${view.odds.given}` }) }))
    } catch (err) {
      setError((err as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section class="verdict" aria-label="The end">
      <h2>{view.verdict || 'The game is over.'}</h2>
      {view.odds && <p class="small">{view.odds.words} The tally does not count it.</p>}
      <ol class="places">
        {order.map((s) => (
          <li key={s.seat}>
            <Badge seat={s.seat} /> <b>{s.name}</b> {s.seat === view.you && <small>you</small>}
            {view.returns && <span class="num">{signed(view.returns[s.seat] ?? 0)}</span>}
          </li>
        ))}
      </ol>
      <div class="buttons">
        <button type="button" class="primary" onClick={again} disabled={busy}>
          <Sign id="shuffle" /> Play again
        </button>
        {(view.can.review || view.can.record) && (
          <a class="button" href={to.replay(sitting.table)}>
            <Sign id="chart" /> Review the game
          </a>
        )}
        <a class="button" href={to.lobby}>
          All games
        </a>
      </div>
      {error && (
        <p class="error" role="alert">
          No new game was opened. {error}
        </p>
      )}
    </section>
  )
}

const signed = (n: number) => (n > 0 ? '+' : n < 0 ? '−' : '') + Math.round(Math.abs(n) * 100) / 100
