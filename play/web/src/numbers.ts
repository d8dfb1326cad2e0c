// Numbers with their 95% intervals, spelled as everywhere in Ringer: docs/numbers.md explains the spelling, and
// internal/numbers writes it for the program.

import { language } from './language'

const extra = 2 // places more than the interval leaves, so that rounding moves no end onto what it is compared with

const formats = new Map<string, Intl.NumberFormat>() // by language, places and unit

/** Writes a number that is not negative with a number of places, as the language of the page does. */
export function digits(x: number, places: number, unit?: 'percent'): string {
  const key = `${language} ${places} ${unit}`
  let f = formats.get(key)
  if (!f) formats.set(key, (f = new Intl.NumberFormat(language, { minimumFractionDigits: places, maximumFractionDigits: places, ...(unit && { style: 'unit', unit }) })))
  return f.format(+x.toFixed(places)) // Intl rounds the decimals that are written, not the number
}

/** Writes a share from 0 to 1 with its interval: "46% (45 … 47)". Its ends stay on their side of even. */
export const share = (x: number, low: number, high: number, even?: number) =>
  write(100 * x, 100 * low, 100 * high, even === undefined ? [] : [100 * even], 'percent')

/** Writes a mean that can be negative with its interval: "+0.4 (+0.3 … +0.5)". */
export const signed = (x: number, low: number, high: number) => write(x, low, high, [0], undefined, '+')

/** Writes a mean that is no share with its interval: "8.4 (8.1 … 8.7)". */
export const mean = (x: number, low: number, high: number) => write(x, low, high, [])

/** Writes a rating with its interval: "1523 (1500 … 1546)". */
export const rating = (x: number, low?: number, high?: number) =>
  x.toFixed() + (low === undefined || high === undefined || low === high ? '' : ` (${low.toFixed()} … ${high.toFixed()})`)

function write(x: number, low: number, high: number, beside: number[], unit?: 'percent', plus = ''): string {
  const number = (v: number, places: number, unit?: 'percent') => (+v.toFixed(places) ? (v < 0 ? '−' : plus) : '') + digits(Math.abs(v), places, unit)
  if (low === high) return number(x, x.toFixed(1).endsWith('.0') ? 0 : 1, unit)
  let places = 0
  for (let width = high - low; width < 1 - 1e-9; width *= 10) places++
  const same = (p: number) => {
    const stays = (v: number, mark: number) => Math.sign(v - mark) === Math.sign(+v.toFixed(p) - mark)
    const apart = (end: number) => end === x || end.toFixed(p) !== x.toFixed(p)
    return apart(low) && apart(high) && beside.every((m) => stays(low, m) && stays(high, m)) && (!unit || (stays(x, 0) && stays(x, 100)))
  }
  places = [...Array(extra + 1).keys()].map((more) => places + more).find(same) ?? places
  return `${number(x, places, unit)} (${number(low, places)} … ${number(high, places)})`
}
