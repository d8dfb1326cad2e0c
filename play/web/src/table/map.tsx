// A map as SVG, in the map's own unit: terrain and areas, bases to scale, and the places
// that can be picked. It is moved with the pointer or two fingers, and read with arrow keys.

import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ours, words } from '../language'
import type { Base, GameMap, Point, Shape } from '../scene'
import { useTable } from './context'
import * as pick from './pick'
import { spoken } from './thing'

interface Window {
  x: number
  y: number
  w: number
  h: number
}

export interface MapProps {
  map: GameMap
  /** More to draw, in SVG, over shapes and under bases; flip turns y of the map into y of SVG. */
  over?: (flip: (y: number) => number) => ComponentChildren
  /** A class for a shape, beside "shape KIND"; null leaves it out. */
  look?: (s: Shape) => string | null | undefined
  /** Returns the label of a base. */
  label?: (b: Base) => string
  onPoint?: (p: Point | null) => void
}

export function MapView({ map, over, look, label, onPoint }: MapProps) {
  const t = useTable()
  const whole: Window = { x: -0.5, y: -0.5, w: map.width + 1, h: map.height + 1 }
  const [win, setWin] = useState<Window>(whole)
  const [cursor, setCursor] = useState<Point | null>(null)
  const svg = useRef<SVGSVGElement>(null)
  const tapped = useRef('') // a place that a finger has looked at: the next tap picks it
  useEffect(() => setWin(whole), [map.width, map.height])
  const [size, setSize] = useState({ w: 0, h: 0 }) // of the drawing, in pixels
  useLayoutEffect(() => {
    const el = svg.current!
    const o = new ResizeObserver(() => setSize({ w: el.clientWidth, h: el.clientHeight }))
    o.observe(el)
    return () => o.disconnect()
  }, [])
  const least = size.w && size.h ? smallest / Math.min(size.w / win.w, size.h / win.h) : 0 // the smallest letters, in the unit of the map
  const flip = (y: number) => map.height - y
  const spots = t.picking.left.filter((c) => c.point && t.picking.lit.has(pick.point(c.point))).map((c) => c.point!)
  const unique = [...new Map(spots.map((p) => [pick.point(p), p])).values()]
  const zoomed = win.w < whole.w - 0.01
  const drag = useDrag(svg, win, setWin, whole)

  const zoom = (by: number, cx = win.x + win.w / 2, cy = win.y + win.h / 2) => setWin(clamp({ x: cx - (cx - win.x) * by, y: cy - (cy - win.y) * by, w: win.w * by, h: win.h * by }, whole))
  const point = (p: Point | null) => {
    setCursor(p)
    onPoint?.(p)
  }
  const tap = (e: MouseEvent, p: Point) => {
    const h = pick.point(p)
    if ((e as PointerEvent).pointerType === 'touch' && tapped.current !== h) {
      tapped.current = h
      point(p)
    } else t.press(h)
  }
  // The place that a pointer means: the next one in reach, which for a finger is its tip. Places lie closer than that.
  const meant = (e: PointerEvent | MouseEvent): Point | null => {
    const over = e.target as Element
    if (over.closest('.base')) return null
    const own = over.getAttribute('data-point')
    if (own) return unique.find((p) => `${p.x},${p.y}` === own) ?? null
    const { x, y } = drag.at(e)
    const finger = (e as PointerEvent).pointerType === 'touch' ? fingertip / (svg.current?.getScreenCTM()?.a ?? fingertip) : 0
    const away = (p: Point) => Math.hypot(p.x - x, flip(p.y) - y)
    const nearest = unique.reduce<Point | null>((best, p) => (best && away(best) <= away(p) ? best : p), null)
    return nearest && away(nearest) <= Math.max(0.5, finger) ? nearest : null
  }
  const go = (dx: number, dy: number) => {
    if (!unique.length) return
    if (!cursor) return point(unique[0]!)
    let best: Point | null = null
    let least = Infinity
    for (const p of unique) {
      const ax = p.x - cursor.x
      const ay = p.y - cursor.y
      const along = ax * dx + ay * dy
      if (along <= 1e-9) continue
      const cost = along + 3 * Math.abs(ax * dy - ay * dx)
      if (cost < least) [best, least] = [p, cost]
    }
    if (best) point(best)
  }
  const onKey = (e: KeyboardEvent) => {
    if (e.target !== svg.current) return
    const d = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key]
    if (d && unique.length) go(d[0]!, d[1]!)
    else if (e.key === 'Enter' && cursor && t.picking.lit.has(pick.point(cursor))) t.press(pick.point(cursor))
    else if (e.key === '+') zoom(0.8)
    else if (e.key === '-') zoom(1.25)
    else return
    e.preventDefault()
    e.stopPropagation()
  }
  const notes = cursor ? t.notes(pick.point(cursor)) : []
  return (
    <figure class="map">
      <svg
        ref={svg}
        class={zoomed ? 'zoomed' : ''}
        viewBox={`${win.x} ${win.y} ${win.w} ${win.h}`}
        tabindex={0}
        role="application"
        aria-roledescription={words.play.mapIs}
        lang={ours}
        aria-label={`${words.play.map(map.width, map.height, map.unit)} ${unique.length ? words.play.mapPick(unique.length) : ''}`}
        data-go={unique.length ? '' : undefined}
        onKeyDown={onKey}
        onWheel={(e) => {
          if (!e.ctrlKey && !zoomed && e.deltaY > 0) return
          e.preventDefault()
          const p = drag.at(e)
          zoom(e.deltaY > 0 ? 1.15 : 0.87, p.x, p.y)
        }}
        {...drag.handlers}
        onPointerMove={(e) => {
          drag.handlers.onPointerMove(e)
          if (e.pointerType === 'touch' || e.buttons) return
          const p = meant(e)
          if (p !== cursor) point(p)
        }}
        onPointerLeave={() => point(null)}
        onClick={(e) => {
          const p = drag.moved() ? null : meant(e)
          if (p) tap(e, p)
        }}
      >
        <rect class="ground" x="0" y="0" width={map.width} height={map.height} />
        <Grid map={map} />
        {map.shapes?.map((s) => {
          const l = look?.(s)
          return l === null ? null : <ShapeView key={s.id} of={s} flip={flip} class={l} />
        })}
        {over?.(flip)}
        {map.bases?.map((b) => b.from && <line key={'trail' + b.thing} class={`trail${b.seat != null ? ` seat-${b.seat % 7}` : ''}`} x1={b.from.x} y1={flip(b.from.y)} x2={b.at.x} y2={flip(b.at.y)} />)}
        {unique.map((p) => (
          <circle key={pick.point(p)} class={cursor?.x === p.x && cursor.y === p.y ? 'spot at' : 'spot'} data-point={`${p.x},${p.y}`} cx={p.x} cy={flip(p.y)} r={0.14} />
        ))}
        {map.bases?.map((b) => (
          <BaseView key={b.thing} of={b} flip={flip} label={label?.(b)} least={least} moved={drag.moved} />
        ))}
        {cursor && <circle class="cursor" cx={cursor.x} cy={flip(cursor.y)} r={0.45} />}
      </svg>
      <figcaption aria-live="polite">
        {cursor ? `${cursor.x}, ${cursor.y} ${map.unit}${notes.length ? ': ' + notes.slice(0, 3).join('; ') : ''}` : unique.length ? <span lang={ours}>{words.play.places(unique.length)}</span> : ''}
      </figcaption>
      <div class="zoom" lang={ours}>
        <button type="button" aria-label={words.play.larger} onClick={() => zoom(0.75)}>
          +
        </button>
        <button type="button" aria-label={words.play.smaller} disabled={!zoomed} onClick={() => zoom(1.34)}>
          −
        </button>
        <button type="button" aria-label={words.play.wholeMap} disabled={!zoomed} onClick={() => setWin(whole)}>
          ⤢
        </button>
      </div>
    </figure>
  )
}

const smallest = 12 // pixels of letters
const fingertip = 22 // pixels from its middle

function Grid({ map }: { map: GameMap }) {
  let d = ''
  for (let x = 1; x < map.width; x++) d += `M${x} 0V${map.height}`
  for (let y = 1; y < map.height; y++) d += `M0 ${map.height - y}H${map.width}`
  return <path class="grid" d={d} />
}

export function ShapeView({ of: s, flip, class: c }: { of: Shape; flip: (y: number) => number; class?: string }) {
  const points = s.points.map((p) => `${p.x},${flip(p.y)}`).join(' ')
  const classes = `shape ${s.kind}${s.seat != null ? ` seat-${s.seat % 7}` : ''} ${c ?? ''}`
  const words = [s.name, s.text].filter(Boolean).join(': ')
  return (
    <g class={classes}>
      {words && <title>{words}</title>}
      {s.points.length === 2 ? <polyline points={points} /> : <polygon points={points} />}
    </g>
  )
}

function BaseView({ of: b, flip, label, least, moved }: { of: Base; flip: (y: number) => number; label?: string; least: number; moved: () => boolean }) {
  const t = useTable()
  const what = t.things.get(b.thing)
  const h = pick.thing(b.thing)
  const lit = t.picking.lit.has(h)
  const picked = t.picking.picked.includes(h)
  const marks = [...(b.marks ?? []), ...(what?.marks ?? [])]
  const show = (e: { currentTarget: Element }, stays = false) => what && t.enlarge({ thing: what, at: e.currentTarget.getBoundingClientRect(), stays })
  const act = (e: MouseEvent | KeyboardEvent) => {
    if (lit || picked) t.press(h)
    else show(e as unknown as { currentTarget: Element }, true)
  }
  return (
    <g
      data-from={b.from && `${b.from.x - b.at.x},${b.at.y - b.from.y}`}
      class={`base${b.from || what?.fresh ? ' fresh' : ''}${b.seat != null ? ` seat-${b.seat % 7}` : ''}${lit ? ' lit' : ''}${picked ? ' picked' : ''}${marks.map((m) => ' is-' + m.toLowerCase().replace(/[^a-z]+/g, '-')).join('')}`}
      data-thing={b.thing}
      data-go={lit ? '' : undefined}
      role="button"
      tabindex={0}
      aria-label={[what ? spoken(what, what.text ?? t.entry(what.of)?.text) : b.thing, words.play.pickAt(b.at.x, b.at.y), ...(b.marks ?? [])].join(', ')}
      onClick={(e) => !moved() && act(e)}
      onKeyDown={(e) => {
        if (e.key !== 'Enter' && e.key !== ' ') return
        e.preventDefault()
        e.stopPropagation()
        act(e)
      }}
      onPointerEnter={(e) => show(e)}
      onPointerLeave={() => t.enlarge(null)}
      onFocus={(e) => (e.currentTarget as Element).matches(':focus-visible') && show(e)}
      onBlur={() => t.enlarge(null)}
    >
      <circle class="disc" cx={b.at.x} cy={flip(b.at.y)} r={b.radius} />
      {lit && <circle class="ring" cx={b.at.x} cy={flip(b.at.y)} r={b.radius + 0.16} />}
      <text x={b.at.x} y={flip(b.at.y)} text-anchor="middle" dominant-baseline="central" font-size={Math.max(b.radius * 0.95, least)}>
        {label ?? what?.corner ?? what?.name.slice(0, 2) ?? ''}
      </text>
    </g>
  )
}

function clamp(w: Window, whole: Window): Window {
  const s = Math.min(Math.max(w.w, whole.w / 8), whole.w) / whole.w
  const width = whole.w * s
  const height = whole.h * s
  return {
    w: width,
    h: height,
    x: Math.min(Math.max(w.x, whole.x), whole.x + whole.w - width),
    y: Math.min(Math.max(w.y, whole.y), whole.y + whole.h - height),
  }
}

// useDrag moves the window with one pointer and scales it with two.
function useDrag(svg: { current: SVGSVGElement | null }, win: Window, set: (w: Window) => void, whole: Window) {
  const state = useRef({ pointers: new Map<number, { x: number; y: number }>(), moved: false, last: { x: 0, y: 0 }, gap: 0 })
  const at = (e: { clientX: number; clientY: number }) => {
    const m = svg.current?.getScreenCTM()
    return m ? new DOMPoint(e.clientX, e.clientY).matrixTransform(m.inverse()) : new DOMPoint(0, 0)
  }
  const gap = () => {
    const [a, b] = [...state.current.pointers.values()]
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
  }
  return {
    at,
    moved: () => state.current.moved,
    handlers: {
      onPointerDown(e: PointerEvent) {
        const s = state.current
        s.pointers.set(e.pointerId, { x: e.clientX, y: e.clientY })
        s.moved = false
        s.last = { x: e.clientX, y: e.clientY }
        s.gap = gap()
      },
      onPointerMove(e: PointerEvent) {
        const s = state.current
        if (!s.pointers.has(e.pointerId)) return
        s.pointers.set(e.pointerId, { x: e.clientX, y: e.clientY })
        if (s.pointers.size === 2) {
          const g = gap()
          if (s.gap > 0 && g > 0) {
            const c = at(e)
            const by = s.gap / g
            set(clamp({ x: c.x - (c.x - win.x) * by, y: c.y - (c.y - win.y) * by, w: win.w * by, h: win.h * by }, whole))
          }
          s.gap = g
          s.moved = true
          return
        }
        const dx = e.clientX - s.last.x
        const dy = e.clientY - s.last.y
        if (!s.moved && Math.hypot(dx, dy) < 5) return
        s.moved = true
        const scale = win.w / (svg.current?.clientWidth || 1)
        set(clamp({ ...win, x: win.x - dx * scale, y: win.y - dy * scale }, whole))
        s.last = { x: e.clientX, y: e.clientY }
      },
      onPointerUp(e: PointerEvent) {
        state.current.pointers.delete(e.pointerId)
      },
      onPointerCancel(e: PointerEvent) {
        state.current.pointers.delete(e.pointerId)
      },
    },
  }
}
