import { hash } from '../table/thing'

/** The picture of a game: seats around a table, cards by its name. The same name always looks the same. */
export function Picture({ of: g }: { of: { name: string; seats: number } }) {
  const cards = 3 + hash(g.name, 4)
  const hue = hash(g.name + '#', 7)
  return (
    <svg class={`picture hue-${hue}`} viewBox="0 0 160 90" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect class="cloth" width="160" height="90" />
      <ellipse class="ring" cx="80" cy="48" rx="62" ry="32" />
      {Array.from({ length: g.seats }, (_, i) => {
        const a = (i * 2 * Math.PI) / g.seats + Math.PI / 2
        return <circle class={`seat-${i % 7}`} cx={80 + 62 * Math.cos(a)} cy={48 + 32 * Math.sin(a)} r="5.500" />
      })}
      {Array.from({ length: cards }, (_, i) => {
        const turn = (i - (cards - 1) / 2) * 14
        return (
          <g transform={`rotate(${turn} 80 110)`}>
            <rect class="face" x="70" y="28" width="20" height="29" rx="3" />
            <circle class="pip" cx="80" cy="42.500" r={2 + hash(g.name + i, 4)} />
          </g>
        )
      })}
    </svg>
  )
}
