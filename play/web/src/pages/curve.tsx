import { theirs, words } from '../language'
import type { Review } from '../protocol'
import { amount, cost, estimate, winning } from '../words'

const w = 600
const h = 110

/** The chance to win over a game, with its spread; errors are marked, and a press goes there. */
export function Curve({ review: r, steps, step, go }: { review: Review; steps: number; step: number; go: (n: number) => void }) {
  const ds = r.decisions ?? []
  if (!ds.length) return null
  const values = ds.flatMap((d) => [d.value.low, d.value.high]).concat(r.result)
  const low = r.unit === winning ? 0 : Math.min(...values)
  const high = r.unit === winning ? 1 : Math.max(...values)
  const x = (s: number) => (w * s) / Math.max(steps, 1)
  const y = (v: number) => h - 4 - ((h - 8) * (v - low)) / (high - low || 1)
  const line = ds.map((d) => `${x(d.step - 1)},${y(d.value.chance)}`).concat(`${w},${y(r.result)}`).join(' ')
  const band = ds.map((d) => `${x(d.step - 1)},${y(d.value.high)}`).concat(ds.toReversed().map((d) => `${x(d.step - 1)},${y(d.value.low)}`)).join(' ')
  const errors = new Set(r.costliest ?? [])
  return (
    <figure class="curve">
      <svg
        viewBox={`0 0 ${w} ${h}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.review.curve(r.unit === winning ? words.review.unit.win : words.review.unit.other, amount(r.start.chance, r.unit), amount(r.result, r.unit))}
        onClick={(e) => {
          const box = e.currentTarget.getBoundingClientRect()
          go(Math.round((steps * (e.clientX - box.x)) / box.width))
        }}
      >
        <path class="half" d={`M0 ${y(r.unit === winning ? 0.5 : 0)}H${w}`} />
        <polygon class="band" points={band} />
        <polyline class="line" points={line} />
        {ds.map((d, i) => errors.has(i) && <path class="error" d={`M${x(d.step - 1) - 5} ${y(d.value.chance) - 14}h10l-5 10z`} />)}
        <path class="now" d={`M${x(step)} 0V${h}`} />
      </svg>
      <figcaption>
        <span>{amount(high, r.unit)}</span>
        <span>{amount(low, r.unit)}</span>
      </figcaption>
      <details class="data">
        <summary>{words.review.asTable}</summary>
        <table>
          <thead>
            <tr>
              {words.review.columns.map((c) => (
                <th scope="col">{c}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ds.map((d, i) => (
              <tr key={d.step}>
                <th scope="row">
                  <button type="button" class="plain" onClick={() => go(d.step - 1)}>
                    {d.step}
                  </button>
                </th>
                <td>{estimate(d.value, r.unit)}</td>
                <td lang={theirs}>{d.chosen.label ?? d.chosen.name}</td>
                <td>{errors.has(i) ? cost(d.loss, r.unit) : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <button type="button" onClick={() => save(r)}>
          {words.review.save}
        </button>
      </details>
    </figure>
  )
}

/** Saves the curve as a file of comma-separated values, with all digits. */
function save(r: Review) {
  const quote = (text: string) => `"${text.replace(/^(?=[=+\-@\t\r\n])/, "'").replaceAll('"', '""')}"` // no spreadsheet takes it for a formula
  const rows = (r.decisions ?? []).map((d) => [d.step, d.value.chance, d.value.low, d.value.high, quote(d.chosen.name), d.loss.chance, d.luck].join(','))
  const url = URL.createObjectURL(new Blob([['step,value,low,high,chosen,cost,luck', ...rows, ''].join('\n')], { type: 'text/csv' }))
  const a = Object.assign(document.createElement('a'), { href: url, download: 'review.csv' })
  a.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
