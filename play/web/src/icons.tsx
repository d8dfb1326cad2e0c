// Our own signs: 24 × 24, one stroke width. Games add theirs with addIcons; an icon
// without a drawing is shown as its words.

import type { Icon } from './scene'

const drawings: Record<string, string> = {
  money: 'M12 3v18M16.5 7.5c-1-1.6-2.6-2-4.5-2c-2.6 0-4.5 1-4.5 3.2c0 4.6 9.4 2 9.4 6.6c0 2.2-2 3.2-4.9 3.2c-2.1 0-4-.6-5-2.3',
  heat: 'M12 3c1 4 5 5.500 5 10.500a5 5 0 0 1-10 0c0-2.500 1.500-3.500 2-5.500c1 .8 1.700 1.700 2 3c1-2 1.500-4.500 1-8z',
  'heat-up': 'M9 4c1 3 5 5 5 9.500a4.500 4.500 0 0 1-9 0c0-2.500 1.500-3.500 2-5c.8.700 1.200 1.500 1.500 2.500c.800-2 1-4.500.500-7zM19 20v-9M16 14l3-3.500l3 3.500',
  'heat-down': 'M9 4c1 3 5 5 5 9.500a4.500 4.500 0 0 1-9 0c0-2.500 1.500-3.500 2-5c.8.700 1.200 1.500 1.500 2.500c.800-2 1-4.500.500-7zM19 10v9M16 16l3 3.500l3-3.500',
  steal: 'M4 8h10l-3-3.500M20 16h-10l3 3.500M4 12.500a2 2 0 1 0 4 0M16 11.500a2 2 0 1 0 4 0',
  draw: 'M5 6.500l8-2.500l4 12.500l-8 2.500zM17 5.500l3 1l-2 8',
  look: 'M2.500 12c3-5 6-7 9.500-7s6.500 2 9.500 7c-3 5-6 7-9.500 7s-6.500-2-9.500-7zM12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6z',
  swap: 'M4 9h14l-4-4M20 15h-14l4 4',
  cancel: 'M12 3.500a8.500 8.500 0 1 0 0 17a8.500 8.500 0 1 0 0-17zM6 6l12 12',
  copy: 'M8 8h11v12h-11zM5 16v-12h10',
  discard: 'M5 7h14M9 7v-3h6v3M7 7l1 13h8l1-13M10.500 10.500v6M13.500 10.500v6',
  armour: 'M12 3l8 3v6c0 4.500-3.500 7.500-8 9c-4.500-1.500-8-4.500-8-9v-6z',
  attack: 'M4 4l11 11M4 4v4M4 4h4M12.500 17.500l5-5M16 16l4 4',
  wound: 'M12 20c-6-4-9-7.500-9-11a4.500 4.500 0 0 1 9-1.500a4.500 4.500 0 0 1 9 1.500c0 3.500-3 7-9 11z',
  move: 'M4 12h15M13 6l6 6l-6 6',
  cost: 'M12 3.500a8.500 8.500 0 1 0 0 17a8.500 8.500 0 1 0 0-17zM12 7v5l3.500 2',
  strength: 'M3 10v4M6 8v8M6 12h12M18 8v8M21 10v4',
  star: 'M12 3l2.700 6l6.300.600l-4.800 4.200l1.500 6.200l-5.700-3.300l-5.700 3.300l1.500-6.200l-4.800-4.200l6.300-.600z',
  lock: 'M6 11h12v9h-12zM8.500 11v-3.500a3.500 3.500 0 0 1 7 0v3.500M12 14.500v2.500',
  card: 'M6 3.500h12v17h-12z',
  wait: 'M7 3.500h10M7 20.500h10M8 3.500c0 5 8 6 8 8.500s-8 3.500-8 8.500M16 3.500c0 5-8 6-8 8.500s8 3.500 8 8.500',
  // signs of the page itself
  rules: 'M5 4h10a4 4 0 0 1 4 4v12h-10a4 4 0 0 1-4-4zM9 9h6M9 12.500h6',
  hint: 'M9 17.500h6M10 20.500h4M12 3.500a6 6 0 0 0-3.500 10.800c.6.500 1 1.200 1 2h5c0-.8.4-1.500 1-2a6 6 0 0 0-3.500-10.800z',
  undo: 'M8 5l-4.500 4.500l4.500 4.500M3.500 9.500h10.500a5.500 5.500 0 0 1 0 11h-4',
  home: 'M4 11l8-7l8 7M6 9.500v10.500h12v-10.500',
  moon: 'M19.500 14.500a8 8 0 0 1-10-10a8 8 0 1 0 10 10z',
  sun: 'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM12 2.500v2.500M12 19v2.500M2.500 12h2.500M19 12h2.500M5.300 5.300l1.800 1.800M16.900 16.900l1.800 1.800M5.300 18.700l1.800-1.800M16.900 7.100l1.800-1.800',
  auto: 'M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16',
  play: 'M7 4.500l12 7.500l-12 7.500z',
  pause: 'M7.500 5v14M16.500 5v14',
  step: 'M5 5l9 7l-9 7zM18 5v14',
  back: 'M19 5l-9 7l9 7zM6 5v14',
  close: 'M6 6l12 12M18 6l-12 12',
  check: 'M5 12.500l5 5l9-11',
  log: 'M8 6h12M8 12h12M8 18h12M4 6h.500M4 12h.500M4 18h.500',
  chart: 'M4 4v16h16M7 15l4-5l3 3l5-7',
  shuffle: 'M3.500 7h4l9 10h4M3.500 17h4l2.500-2.800M14 9.800l2.500-2.800h4M18 4.500l2.500 2.500l-2.500 2.500M18 14.500l2.500 2.500l-2.500 2.500',
  branch: 'M7 4v16M7 13c6 0 10-2 10-7M14 8.500l3-3.500l3 3.500',
  hidden: 'M3 12c3-5 6-6.500 9-6.500c1.500 0 3 .4 4.500 1.200M21 12c-3 5-6 6.500-9 6.500c-1.500 0-3-.4-4.500-1.200M4 20l16-16',
}

/** Adds drawings to the signs: SVG paths in a box of 24 × 24, stroked. */
export function addIcons(more: Record<string, string>) {
  Object.assign(drawings, more)
}

/** A sign by itself; the words beside it must say what it means. */
export function Sign({ id, size = 20 }: { id: string; size?: number }) {
  return (
    <svg class="sign" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[id] ?? drawings.star} />
    </svg>
  )
}

/** An icon of a thing, with its words on hover. */
export function IconView({ of: i, size = 20 }: { of: Icon; size?: number }) {
  const n = i.count && i.count > 1 ? i.count : 0
  if (!(i.id in drawings)) return <span class="icon words" aria-hidden="true">{i.words + (n ? ` ×${n}` : '')}</span>
  return (
    <span class="icon" title={i.words} aria-hidden="true">
      <Sign id={i.id} size={size} />
      {n > 0 && <b>×{n}</b>}
    </span>
  )
}
