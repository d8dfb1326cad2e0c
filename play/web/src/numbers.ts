// Numbers with their 95% intervals, spelled as everywhere in Ringer: docs/numbers.md explains the spelling, and
// internal/numbers writes it for the program.

const extra = 2 // places more than the interval leaves, so that rounding moves no end onto what it is compared with

/** Writes a share from 0 to 1 with its interval: "46% (45 … 47)". Its ends stay on their side of even. */
export const share = (x: number, low: number, high: number, even?: number) =>
  write(100 * x, 100 * low, 100 * high, even === undefined ? [] : [100 * even], '%')

/** Writes a mean that can be negative with its interval: "+0.4 (+0.3 … +0.5)". */
export const signed = (x: number, low: number, high: number) => write(x, low, high, [0], '', '+')

/** Writes a mean that is no share with its interval: "8.4 (8.1 … 8.7)". */
export const mean = (x: number, low: number, high: number) => write(x, low, high, [])

/** Writes a rating with its interval: "1523 (1500 … 1546)". */
export const rating = (x: number, low?: number, high?: number) =>
  x.toFixed() + (low === undefined || high === undefined || low === high ? '' : ` (${low.toFixed()} … ${high.toFixed()})`)

function write(x: number, low: number, high: number, beside: number[], unit = '', plus = ''): string {
  const number = (v: number, places: number) => {
    const [whole, rest] = Math.abs(v).toFixed(places).split('.')
    return (+v.toFixed(places) ? (v < 0 ? '−' : plus) : '') + whole!.replace(/\B(?=(\d{3})+$)/g, ',') + (rest ? '.' + rest : '')
  }
  if (low === high) return number(x, 1).replace('.0', '') + unit
  let places = 0
  for (let width = high - low; width < 1 - 1e-9; width *= 10) places++
  const same = (p: number) => {
    const stays = (v: number, mark: number) => Math.sign(v - mark) === Math.sign(+v.toFixed(p) - mark)
    const apart = (end: number) => end === x || end.toFixed(p) !== x.toFixed(p)
    return apart(low) && apart(high) && beside.every((m) => stays(low, m) && stays(high, m)) && (!unit || (stays(x, 0) && stays(x, 100)))
  }
  places = [...Array(extra + 1).keys()].map((more) => places + more).find(same) ?? places
  return `${number(x, places)}${unit} (${number(low, places)} … ${number(high, places)})`
}
