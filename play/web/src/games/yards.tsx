// A field from goal line to goal line, with a marker of each seat at its yards.

import { ours, words as says } from '../language'
import type { Scene } from '../scene'
import { Badge, useTable } from '../table/pieces'
import './formation.css'

export function Yards({ scene, words }: { scene: Scene; words: string }) {
  const { nameOf } = useTable()
  const seats = scene.seats.map((s) => ({ seat: s.seat, at: s.meters?.find((m) => m.id === 'yards') }))
  const goal = seats[0]?.at?.max ?? 100
  const rows = seats.length
  const h = 3 + rows * 6
  const x = (yards: number) => 4 + (92 * Math.min(yards, goal)) / goal
  const told = seats.map((s) => `${nameOf(s.seat)} ${s.at?.value ?? 0}`).join(', ')
  return (
    <svg class="yards" viewBox={`0 0 104 ${h + 5.5}`} role="img" lang={ours} aria-label={says.game.yardsOf(words, told, goal)}>
      <rect class="goal" x={x(goal)} y="0" width="8" height={h} />
      {Array.from({ length: 11 }, (_, i) => (
        <g>
          <path class="line" d={`M${4 + i * 9.2} 0V${h}`} />
          <text class="tick" x={4 + i * 9.2} y={h + 4} text-anchor="middle">
            {Math.round((goal * i) / 10)}
          </text>
        </g>
      ))}
      {seats.map((s, i) => (
        <g class={`marker seat-${s.seat % 7}`} transform={`translate(${x(s.at?.value ?? 0)} ${4.5 + i * 6})`}>
          <path class="track" d={`M${4 - x(s.at?.value ?? 0)} 0H${96 - x(s.at?.value ?? 0)}`} />
          <g transform="translate(-2.800 -2.800)">
            <Badge seat={s.seat} size={5.6} />
          </g>
        </g>
      ))}
    </svg>
  )
}
