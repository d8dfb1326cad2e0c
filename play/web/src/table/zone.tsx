import type { ComponentChildren } from 'preact'
import { ours, words } from '../language'
import { zonesOf, type Thing, type Zone } from '../scene'
import { useTable } from './context'
import { Meters } from './meter'
import { ThingView } from './thing'

/** A zone with its title, its things and the zones in it. */
export function ZoneView({ of: z, size, title = true, class: c = '', draw }: { of: Zone; size?: 'card' | 'small' | 'chip'; title?: boolean; class?: string; draw?: (t: Thing) => ComponentChildren }) {
  const { scene } = useTable()
  const inner = zonesOf(scene, { in: z.id })
  const things = z.things ?? []
  const top = things.filter((t) => !t.under || !things.some((o) => o.id === t.under))
  const hidden = z.hidden ?? 0
  const one = (t: Thing): ComponentChildren => {
    const on = things.filter((o) => o.under === t.id && o.id !== t.id)
    const view = draw?.(t) ?? <ThingView key={t.id} of={t} size={size} />
    return on.length ? (
      <span class="stack" key={t.id}>
        {view}
        {on.map(one)}
      </span>
    ) : (
      view
    )
  }
  return (
    <section class={`zone ${z.kind} ${c}`} data-zone={z.id} aria-label={z.title}>
      {title && (
        <header>
          <h3>{z.title}</h3>
          <Meters of={z.meters} />
          {z.note && <small>{z.note}</small>}
        </header>
      )}
      <div class="things">
        {top.map(one)}
        {hidden > 0 && <Hidden n={hidden} came={z.came} />}
        {!things.length && !hidden && !inner.length && <span class="nothing" lang={ours}>{words.play.nothingHere}</span>}
        {inner.map((i) => (
          <ZoneView key={i.id} of={i} size={size} draw={draw} />
        ))}
      </div>
    </section>
  )
}

/** Things that lie face down and are not listed. */
export function Hidden({ n, came }: { n: number; came?: number }) {
  return (
    <span class={'facedown' + (came ? ' fresh' : '')} role="img" lang={ours} aria-label={words.play.faceDown(n)} title={words.play.faceDown(n)}>
      <svg viewBox="0 0 34 44" width="34" height="44" aria-hidden="true">
        {n > 1 && <rect x="6.500" y="1.500" width="26" height="36" rx="4" />}
        <rect x="1.500" y="6.500" width="26" height="36" rx="4" />
        <path d="M6 16l8-8M6 28l18-18M6 38l18-18M14 40l10-10" />
      </svg>
      <b>{n}</b>
    </span>
  )
}
