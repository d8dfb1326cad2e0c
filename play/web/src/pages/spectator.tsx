import { useEffect, useState } from 'preact/hooks'
import type { Client, Sitting } from '../client'
import { Sign } from '../icons'
import { wishes } from '../memory'
import type { View } from '../protocol'
import { Badge } from '../table/seat'

const speeds: [string, number][] = [
  ['slow', 1800],
  ['steady', 800],
  ['quick', 250],
  ['at once', 0],
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
      <button type="button" onClick={() => setPlaying(!playing)} aria-label={playing ? 'Pause' : 'Play'}>
        <Sign id={playing ? 'pause' : 'play'} /> {playing ? 'Pause' : 'Play'}
      </button>
      <button
        type="button"
        onClick={() => {
          setPlaying(false)
          step()
        }}
      >
        <Sign id="step" /> Step
      </button>
      <label>
        Speed{' '}
        <select
          value={pace}
          onChange={(e) => {
            const ms = Number(e.currentTarget.value)
            setPace(ms)
            wishes.setPace(ms)
          }}
        >
          {speeds.map(([n, ms]) => (
            <option value={ms}>{n}</option>
          ))}
        </select>
      </label>
      {error && <span role="alert">{error}</span>}
    </div>
  )
}

/** What the agents of an open table expected when they decided last, between the least and the most that a seat can get. */
export function Values({ view }: { view: View }) {
  if (!view.values?.length) return null
  return (
    <section class="values" aria-label="What the agents expect">
      <h2>What the agents expect</h2>
      {view.values.map((v) => {
        const span = v.most - v.least || 1
        const share = Math.min(1, Math.max(0, (v.value - v.least) / span))
        const zero = Math.min(1, Math.max(0, -v.least / span))
        return (
          <div class="value" key={v.seat} title={`${v.source}: ${v.value.toFixed(2)} between ${v.least} and ${v.most}`}>
            <Badge seat={v.seat} size={18} />
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" class={`seat-${v.seat % 7}`}>
              <rect class="tube" width="100" height="10" />
              <rect class="fill" x={100 * Math.min(zero, share)} width={Math.max(0.8, 100 * Math.abs(share - zero))} height="10" />
              <path d={`M${100 * zero} 0V10`} />
            </svg>
            <b>{v.value.toFixed(2).replace('-', '−')}</b>
          </div>
        )
      })}
    </section>
  )
}
