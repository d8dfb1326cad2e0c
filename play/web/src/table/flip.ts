import { useLayoutEffect, useRef } from 'preact/hooks'

const most = 90 // things that move at once; more are simply there

/** True when people want no motion, or nobody looks. */
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden

/**
 * Moves things from where they lay to where they lie, in ms milliseconds: new ones come from the seat that
 * brought them, and what stands on a map walks. Any key or press ends it.
 */
export function useFlip(root: { current: HTMLElement | null }, change: unknown, ms: number, by?: number) {
  const was = useRef(new Map<string, DOMRect>())
  useLayoutEffect(() => {
    const el = root.current
    if (!el) return
    const now = new Map<string, DOMRect>()
    const all = el.querySelectorAll<HTMLElement>('button[data-thing]')
    const quiet = still() || ms === 0 || all.length > most || was.current.size === 0
    const running: Animation[] = []
    const go = (e: Element, from: Keyframe) => running.push(e.animate([from, { transform: 'none', opacity: 1 }], { duration: ms, easing: 'ease-out' }))
    const giver = by !== undefined && !quiet ? el.querySelector(`[data-seat="${by}"] > .head`)?.getBoundingClientRect() : undefined
    for (const e of all) {
      const id = e.dataset.thing!
      const r = e.getBoundingClientRect()
      now.set(id, r)
      const from = was.current.get(id)
      if (quiet || !e.dataset.fresh || e.dataset.fresh === 'changed') continue // what only gave way is simply there
      if (!from && giver) go(e, { transform: `translate(${giver.x - r.x}px,${giver.y - r.y}px) scale(0.4)`, opacity: 0.2 })
      else if (!from) go(e, { opacity: 0 })
      else if (Math.abs(from.x - r.x) + Math.abs(from.y - r.y) > 24) go(e, { transform: `translate(${from.x - r.x}px,${from.y - r.y}px)` })
    }
    if (!quiet || (all.length > most && !still()))
      for (const e of el.querySelectorAll<SVGElement>('.base[data-from]')) {
        const [dx, dy] = e.dataset.from!.split(',')
        go(e, { transform: `translate(${dx}px,${dy}px)` })
      }
    was.current = now
    if (!running.length) return
    const skip = () => running.forEach((a) => a.finish())
    addEventListener('keydown', skip, { once: true })
    addEventListener('pointerdown', skip, { once: true })
    return () => {
      removeEventListener('keydown', skip)
      removeEventListener('pointerdown', skip)
    }
  }, [change])
}
