import { theirs, words } from '../language'
import type { Meter } from '../scene'

/** Returns the number of a meter as people write it: "$3", "4 of 6 wounds". */
export function written(m: Meter): string {
  if (m.text) return m.text
  const n = String(Math.round(m.value * 100) / 100)
  const v = m.unit === '$' ? (m.value < 0 ? `−$${n.slice(1)}` : `$${n}`) : n.replace('-', '−')
  const of = m.max !== undefined && m.kind !== 'number' ? words.play.of(v, m.max) : v
  return of + (m.unit && m.unit !== '$' ? ` ${m.unit}` : '')
}

/** Returns a meter with what it counts: "$3", "4 of 6 wounds", "37 yards". */
export const counted = (m: Meter) => written(m) + (m.unit || /\$/.test(written(m)) ? '' : ` ${m.name.toLowerCase()}`)

/** Meters in a row. */
export function Meters({ of, class: c = '' }: { of?: Meter[]; class?: string }) {
  if (!of?.length) return null
  return (
    <div class={'meters ' + c} lang={theirs}>
      {of.map((m) => (
        <MeterView key={m.id} of={m} />
      ))}
    </div>
  )
}

export function MeterView({ of: m }: { of: Meter }) {
  const label = `${m.name}: ${written(m)}`
  if (m.kind === 'pips' && (m.max ?? m.value) <= 12) {
    const n = m.max ?? m.value
    return (
      <span class="meter" role="img" aria-label={label} title={label}>
        <small>{m.name}</small>
        <Step of={m} />
        <svg class="pips" width={n * 10} height="12" viewBox={`0 0 ${n * 10} 12`} aria-hidden="true">
          {Array.from({ length: n }, (_, i) => (
            <circle cx={i * 10 + 5} cy="6" r="3.6" class={i < m.value ? 'full' : 'empty'} />
          ))}
        </svg>
      </span>
    )
  }
  if (m.kind === 'thermometer') return <Thermometer of={m} label={label} />
  return (
    <span class={'meter' + (m.good === -1 && m.value > 0 ? ' bad' : '')}>
      <small>{m.name}</small> <b>{written(m)}</b>
      <Step of={m} />
    </span>
  )
}

function Thermometer({ of: m, label }: { of: Meter; label: string }) {
  const max = Math.max(m.max ?? 10, m.value, 1)
  const w = 64
  return (
    <span class="meter" role="img" aria-label={label} title={label}>
      <small>{m.name}</small>
      <svg class="thermo" width={w + 14} height="14" viewBox={`0 0 ${w + 14} 14`} aria-hidden="true">
        <rect class="tube" x="5" y="3.5" width={w + 8} height="7" rx="3.5" />
        <rect class="mercury" x="5" y="3.5" width={7 + (w * Math.max(0, m.value)) / max} height="7" rx="3.5" />
        <circle class="mercury" cx="7" cy="7" r="6" />
      </svg>
      <b>{m.text ?? Math.round(m.value * 100) / 100}</b>
      <Step of={m} />
    </span>
  )
}

/** By how much a meter has just changed. */
function Step({ of: m }: { of: Meter }) {
  if (m.was === undefined) return null
  const by = Math.round((m.value - m.was) * 100) / 100
  return (
    <i class={'step' + (by * (m.good ?? 0) < 0 ? ' bad' : '')} key={`${m.was}/${m.value}`}>
      {by > 0 ? '+' : '−'}
      {Math.abs(by)}
    </i>
  )
}
