import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { IconView, Sign } from '../icons'
import { words } from '../language'
import type { Thing } from '../scene'
import { useTable } from './context'
import { Meters, written } from './meter'
import * as pick from './pick'

/** Returns all that a thing says, for people who cannot see it. */
export function spoken(t: Thing, text = t.text): string {
  const icons = t.icons?.map((i) => (i.count && i.count > 1 ? `${i.words} ×${i.count}` : i.words))
  const parts = [
    t.name + (t.corner ? ` (${t.corner})` : ''),
    t.face ? words.play.face[t.face] : '',
    ...(t.marks ?? []),
    ...(t.meters ?? []).map((m) => `${m.name} ${written(m)}`),
    ...(icons ?? []),
    text ?? '',
  ]
  return parts.filter(Boolean).join(', ')
}

// What a thing says beside the words that are drawn on it.
function unseen(t: Thing, text?: string): string {
  const icons = t.icons?.map((i) => i.words) ?? []
  return [t.face === 'down' ? t.name : '', t.face ? words.play.face[t.face] : '', ...icons, t.text ?? text ?? ''].filter(Boolean).map((w) => `. ${w}`).join('')
}

/** Returns the class of a thing's suit, which arrangements give a colour. */
export const suitOf = (t: Thing) => t.suit && 'suit-' + t.suit.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** Returns a number from 0 to n-1 that follows from a name. */
function hash(name: string, n: number): number {
  let h = 2166136261
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 16777619)
  return (h >>> 0) % n
}

/**
 * A card, a model, a Job: whatever lies in a zone. It can be pressed when it is lit, and it
 * says all that it does when it is pointed at, focused or held. `size` is how much of it is
 * drawn; `children` go under its name.
 */
export function ThingView({ of: t, size = 'card', children, class: c = '' }: { of: Thing; size?: 'card' | 'small' | 'chip'; children?: ComponentChildren; class?: string }) {
  const table = useTable()
  const h = pick.thing(t.id)
  const lit = table.picking.lit.has(h)
  const picked = table.picking.picked.includes(h)
  const entry = table.entry(t.of)
  const notes = lit ? table.notes(h) : []
  const held = useRef(0)
  const was = useRef(false) // a long press was answered: the click that ends it does nothing
  const button = useRef<HTMLButtonElement>(null)
  const show = (stays = false) => button.current && table.enlarge({ thing: t, at: button.current.getBoundingClientRect(), stays })
  const letGo = () => clearTimeout(held.current)
  const classes = ['thing', size, t.fresh && 'fresh', t.kind, suitOf(t), t.face && 'face-' + t.face, lit && 'lit', picked && 'picked', table.picking.lit.size > 0 && !lit && !picked && 'unlit', c]
  return (
    <button
      type="button"
      ref={button}
      class={classes.filter(Boolean).join(' ')}
      data-thing={t.id}
      data-go={lit || undefined}
      data-fresh={t.fresh}
      aria-pressed={lit || picked ? picked : undefined}
      onClick={() => {
        if (was.current) was.current = false
        else if (lit || picked) table.press(h)
        else show(true)
      }}
      onPointerEnter={(e) => e.pointerType === 'mouse' && show()}
      onPointerLeave={() => {
        letGo()
        table.enlarge(null)
      }}
      onPointerDown={(e) => {
        was.current = false
        if (e.pointerType === 'mouse') return
        held.current = window.setTimeout(() => {
          was.current = true
          show(true)
        }, 400)
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onContextMenu={(e) => {
        e.preventDefault()
        if (held.current) was.current = true // a browser that is busy tells of the long press before the clock does
        show(true)
      }}
      onFocus={(e) => e.currentTarget.matches(':focus-visible') && show()}
      onBlur={() => table.enlarge(null)}
    >
      {t.face === 'down' ? <Back /> : <Front of={t} size={size} />}
      {children}
      {notes.length === 1 && <small class="note">{notes[0]}</small>}
      <span class="unseen">{unseen(t, entry?.text)}</span>
    </button>
  )
}

function Back() {
  return (
    <svg class="back" viewBox="0 0 60 84" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path d="M-10 20L20-10M-10 50L50-10M-10 80L80-10M5 95L80 20M35 95L80 50M-10 64L40 114M-10 34L70 114M-10 4L80 94M20 4L80 64M50 4L80 34" />
    </svg>
  )
}

function Front({ of: t, size }: { of: Thing; size: string }) {
  return (
    <>
      <span class="top">
        {t.corner && <b class="corner">{t.corner}</b>}
        {t.face && t.face !== 'down' && (
          <small class="face" title={words.play.face[t.face]} aria-hidden="true">
            <Sign id={t.face === 'mine' ? 'lock' : 'look'} size={14} />
          </small>
        )}
      </span>
      <span class="name">{t.name}</span>
      {size !== 'chip' && <Art of={t} />}
      {t.icons && size !== 'chip' && (
        <span class="icons">
          {t.icons.map((i) => (
            <IconView of={i} size={size === 'card' ? 20 : 16} />
          ))}
        </span>
      )}
      <Meters of={t.meters} />
      {t.marks?.map((m) => (
        <span class="mark">{m}</span>
      ))}
    </>
  )
}

/** The picture of a card, drawn from its data: the same thing always looks the same. */
export function Art({ of: t }: { of: Thing }) {
  const seed = t.of ?? t.name
  const n = 3 + hash(seed, 5)
  const turn = hash(seed + '~', 360)
  const kind = hash(seed + '#', 3)
  return (
    <svg class={`art hue-${hash(t.suit ?? t.kind ?? seed, 7)}`} viewBox="0 0 60 30" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g transform={`rotate(${turn} 30 15)`}>
        {Array.from({ length: n }, (_, i) =>
          kind === 0 ? (
            <circle cx="30" cy="15" r={4 + i * 6} />
          ) : kind === 1 ? (
            <path d={`M${-20 + i * 14} -25L${-6 + i * 14} 55`} />
          ) : (
            <path d={`M30 15L${30 + 50 * Math.cos((i * 2 * Math.PI) / n)} ${15 + 50 * Math.sin((i * 2 * Math.PI) / n)}`} />
          ),
        )}
      </g>
    </svg>
  )
}
