// A die with its pips; faces above six show their number.

import './die.css'

const pips: Record<number, [number, number][]> = {
  1: [[2, 2]],
  2: [[1, 1], [3, 3]],
  3: [[1, 1], [2, 2], [3, 3]],
  4: [[1, 1], [1, 3], [3, 1], [3, 3]],
  5: [[1, 1], [1, 3], [2, 2], [3, 1], [3, 3]],
  6: [[1, 1], [1, 2], [1, 3], [3, 1], [3, 2], [3, 3]],
}

/** A die with pips. */
export function Die({ face, size = 44 }: { face: number; size?: number }) {
  return (
    <svg class="die-face" viewBox="0 0 4 4" width={size} height={size} aria-hidden="true">
      <rect x="0.150" y="0.150" width="3.700" height="3.700" rx="0.600" />
      {!pips[face] && (
        <text x="2" y="2.050" text-anchor="middle" dominant-baseline="central" font-size="2.200">
          {face}
        </text>
      )}
      {(pips[face] ?? []).map(([x, y]) => (
        <circle cx={x} cy={y} r="0.360" />
      ))}
    </svg>
  )
}
