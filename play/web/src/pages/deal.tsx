// The deal of a day, once it is played: one's own result beside the results of the ringer and of others, and a link to send.

import { useEffect, useState } from 'preact/hooks'
import type { Client } from '../client'
import { dealText, ringer, type DealResult } from '../deals'
import { words } from '../language'
import * as memory from '../memory'
import type { View } from '../protocol'
import { counted } from '../table/meter'
import { Link } from '../table/friends'
import { to } from '../words'

// What a seat got at the end of a deal.
function resultOf(v: View, seat: number, name: string): DealResult {
  const meter = v.scene.seats.find((f) => f.seat === seat)?.meters?.find((m) => m.good)
  const points = v.returns?.[seat] ?? 0
  return { game: v.game, date: v.daily!, name, got: meter ? counted(meter) : points > 0 ? words.end.won : points < 0 ? words.end.lost : words.end.level, points }
}

export function Deal({ client, view }: { client: Client; view: View }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const name = view.seats.find((s) => s.seat === view.you)!.name
  const mine = resultOf(view, view.you, name)
  const known = memory.deals({ game: view.game, date: view.daily! })
  const first = known.find((r) => r.mine)
  const here = resultOf(view, view.you, name)
  useEffect(() => {
    memory.saveDeal({ ...mine, mine: true })
    client.changed()
  }, [])
  const compare = async () => {
    setBusy(true)
    setError('')
    try {
      const best = client.welcome?.games.find((g) => g.game === view.game)?.opponents?.find((o) => o.default)?.agent
      const agent = best ?? view.seats.find((s) => s.agent)!.agent!
      const end = await client.playOut({ game: view.game, daily: true, seats: view.seats.map((s) => ({ agent: s.agent ?? agent })) })
      if (end.daily !== view.daily) throw new Error(words.deal.ended)
      memory.saveDeal(resultOf(end, view.you, ringer))
    } catch (err) {
      setError((err as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section class="deal" aria-label={words.deal.title}>
      <h3>{words.deal.of(view.daily!)}</h3>
      <Results of={known} />
      {first && (first.got !== here.got || first.points !== here.points) && <p class="small">{words.deal.once}</p>}
      {!known.some((r) => r.name === ringer) && (
        <div class="buttons">
          <button type="button" onClick={compare} disabled={busy}>
            {busy ? words.deal.plays : words.deal.compare}
          </button>
        </div>
      )}
      <p class="small">{words.deal.send}</p>
      {first && <Link label={words.deal.link} to={location.href.replace(/#.*/, '') + to.deal(dealText(first))} />}
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </section>
  )
}

/** Results of one deal, the best first. */
export function Results({ of }: { of: DealResult[] }) {
  return (
    <table class="places">
      <tbody>
        {of.map((r) => (
          <tr key={r.name + r.mine}>
            <th scope="row">{words.end.place(1 + of.filter((o) => o.points > r.points).length, false)}</th>
            <td>
              <b>{r.name === ringer ? words.deal.ringer : r.name}</b> {r.mine && <small>{words.you}</small>}
            </td>
            <td class="num">{r.got}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
