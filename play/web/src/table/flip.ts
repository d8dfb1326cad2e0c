import { useLayoutEffect, useRef } from 'preact/hooks'

const longest = 220 // milliseconds
const most = 90 // things that move at once; more are simply there

/** True when people want no motion, or nobody looks. */
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden

/** Moves things from where they lay to where they lie. Any key or press ends it. */
export function useFlip(root: { current: HTMLElement | null }, change: unknown) {
  const was = useRef(new Map<string, DOMRect>())
  useLayoutEffect(() => {
    const el = root.current
    if (!el) return
    const now = new Map<string, DOMRect>()
    const all = el.querySelectorAll<HTMLElement>('button[data-thing]')
    const quiet = still() || all.length > most
    const running: Animation[] = []
    for (const e of all) {
      const id = e.dataset.thing!
      const r = e.getBoundingClientRect()
      now.set(id, r)
      const from = was.current.get(id)
      if (quiet || was.current.size === 0) continue
      if (!from) running.push(e.animate([{ opacity: 0 }, { opacity: 1 }], { duration: longest, easing: 'ease-out' }))
      else if (Math.abs(from.x - r.x) + Math.abs(from.y - r.y) > 24)
        running.push(e.animate([{ transform: `translate(${from.x - r.x}px,${from.y - r.y}px)` }, { transform: 'none' }], { duration: longest, easing: 'ease-out' }))
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
