import { useEffect, useState } from 'preact/hooks'
import type { Client, Sitting } from '../client'
import { Sign } from '../icons'
import { words } from '../language'
import { wishes } from '../memory'
import { digits } from '../numbers'
import type { View } from '../protocol'
import { Badge } from '../table/seat'

const speeds: [keyof typeof words.play.speeds, number][] = [
  ['slow', 1800],
  ['steady', 800],
  ['quick', 250],
  ['atOnce', 0],
]

/** Play, pause and step of a table that waits for those who watch it. */
export function SpectatorBar({ client, sitting, view }: { client: Client; sitting: Sitting; view: View }) {
  const [playing, setPlaying] = useState(true)
  const [pace, setPace] = useState(wishes.pace())
  const [error, setError] = useState('')
  const step = (count = 1) => client.tell(sitting, { type: 'step', count }).catch((e) => (setPlaying(false), setError(e.message)))
  useEffect(() => {
    if (!playing || !view.can.step) return
    const timer = setTimeout(step, pace)
    return () => clearTimeout(timer)
  }, [playing, pace, view])
  return (
    <div class="spectator">
      <button type="button" onClick={() => setPlaying(!playing)} aria-label={playing ? words.play.pause : words.play.play}>
        <Sign id={playing ? 'pause' : 'play'} /> {playing ? words.play.pause : words.play.play}
      </button>
      <button
        type="button"
        onClick={() => {
          setPlaying(false)
          step()
        }}
      >
        <Sign id="step" /> {words.play.step}
      </button>
      <label>
        {words.play.speed}{' '}
        <select
          value={pace}
          onChange={(e) => {
            const ms = Number(e.currentTarget.value)
            setPace(ms)
            wishes.setPace(ms)
          }}
        >
          {speeds.map(([n, ms]) => (
            <option value={ms}>{words.play.speeds[n]}</option>
          ))}
        </select>
      </label>
      {error && <span role="alert">{error}</span>}
    </div>
  )
}

const two = (x: number) => (x < 0 ? '−' : '') + digits(Math.abs(x), 2)

/** What the agents of an open table expected when they decided last, between the least and the most that a seat can get. */
export function Values({ view }: { view: View }) {
  if (!view.values?.length) return null
  return (
    <section class="values" aria-label={words.play.expect}>
      <h2>{words.play.expect}</h2>
      {view.values.map((v) => {
        const span = v.most - v.least || 1
        const share = Math.min(1, Math.max(0, (v.value - v.least) / span))
        const zero = Math.min(1, Math.max(0, -v.least / span))
        return (
          <div class="value" key={v.seat} title={words.play.between(v.source, two(v.value), v.least, v.most)}>
            <Badge seat={v.seat} size={18} />
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" class={`seat-${v.seat % 7}`}>
              <rect class="tube" width="100" height="10" />
              <rect class="fill" x={100 * Math.min(zero, share)} width={Math.max(0.8, 100 * Math.abs(share - zero))} height="10" />
              <path d={`M${100 * zero} 0V10`} />
            </svg>
            <b>{two(v.value)}</b>
          </div>
        )
      })}
    </section>
  )
}
