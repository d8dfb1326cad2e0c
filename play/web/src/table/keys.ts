import { useEffect, useRef } from 'preact/hooks'

export interface Keys {
  escape?: () => void
  letters?: Record<string, () => void>
}

/** Answers keys that no field wants: letters, digits for choices, arrows between what can be done. */
export function useKeys(keys: Keys) {
  const now = useRef(keys)
  now.current = keys
  useEffect(() => {
    const on = (e: KeyboardEvent) => {
      const target = e.target as HTMLElement
      if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey) return
      if (target.closest('input, textarea, select')) return
      const k = now.current
      if (e.key === 'Escape' && k.escape) return k.escape()
      const letter = k.letters?.[e.key]
      if (letter) {
        e.preventDefault()
        return letter()
      }
    }
    addEventListener('keydown', on)
    return () => removeEventListener('keydown', on)
  }, [])
}

/** Moves the focus with arrow keys to the nearest thing that can be done, and presses choices by digits. */
export function tableKeys(e: KeyboardEvent) {
  const target = e.target as HTMLElement
  if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || target.closest('input, textarea, select, [role=dialog]')) return
  if (/^[1-9]$/.test(e.key)) {
    const b = [...document.querySelectorAll<HTMLElement>('button.choice:not(.final)')][Number(e.key) - 1]
    if (b) {
      e.preventDefault()
      b.click()
    }
    return
  }
  const d = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key]
  if (!d) return
  if (target.matches('ol[tabindex], pre[tabindex]') && d[1]) return // what scrolls, scrolls
  const next = nearest(target, d[0]!, d[1]!)
  if (!next) return
  e.preventDefault()
  next.focus()
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function nearest(from: HTMLElement, dx: number, dy: number): HTMLElement | null {
  const all = [...document.querySelectorAll<HTMLElement>('[data-go]')].filter((e) => e.getClientRects().length)
  if (!all.includes(from)) return all.find((e) => e.matches('.choice')) ?? all[0] ?? null
  const a = from.getBoundingClientRect()
  let best: HTMLElement | null = null
  let least = Infinity
  for (const e of all) {
    if (e === from) continue
    const b = e.getBoundingClientRect()
    // The way from side to side, and how far beside it lies.
    const along = dx ? dx * (b.x + b.width / 2 - a.x - a.width / 2) : dy * (b.y + b.height / 2 - a.y - a.height / 2)
    if (along <= 1) continue
    const across = dx ? overlap(a.top, a.bottom, b.top, b.bottom) : overlap(a.left, a.right, b.left, b.right)
    const cost = along + 4 * across
    if (cost < least) [best, least] = [e, cost]
  }
  return best
}

// Returns how far two stretches lie apart; 0 where they overlap.
const overlap = (a0: number, a1: number, b0: number, b1: number) => Math.max(0, b0 - a1, a0 - b1)
