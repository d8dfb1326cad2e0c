// Numbers and names in words.

import { language, words } from './language'
import { digits, mean, share, signed } from './numbers'

/** Returns a chance as people read it, with no more digits than it has. */
export function percent(x: number): string {
  const whole = (n: number) => digits(n, 0, 'percent')
  if (x > 0 && x < 0.01) return '<' + whole(1)
  if (x < 1 && x > 0.99) return '>' + whole(99)
  return whole(Math.round(x * 100))
}

export const winning = 'chance to win' // a unit of hints and reviews; others count in the returns of the game

/** Returns an estimate in its unit, without its interval. */
export const amount = (x: number, unit: string) => (unit === winning ? percent(x) : (x < 0 ? '−' : '') + digits(Math.abs(x), 1))

/** Returns an estimate in its unit, with its interval. */
export const estimate = (c: { chance: number; low: number; high: number }, unit: string) => (unit === winning ? share : signed)(c.chance, c.low, c.high)

/** Returns what a decision cost, in points of the chance to win or in returns, with its interval. */
export const cost = (c: { chance: number; low: number; high: number }, unit: string) =>
  unit === winning ? words.review.points(mean(100 * c.chance, 100 * c.low, 100 * c.high)) : mean(c.chance, c.low, c.high)

/** Returns a change with its interval: "+4 (−3 … +11) points" of the chance to win, or of the return. */
export const change = (c: { chance: number; low: number; high: number }, unit: string) =>
  unit === winning ? words.review.points(signed(100 * c.chance, 100 * c.low, 100 * c.high)) : signed(c.chance, c.low, c.high)

/** Returns by how much something is worse, with half of its interval: "−4 ± 2 points" of the chance to win, or a return. */
export function worse(c: { chance: number; low: number; high: number }, unit: string): string {
  const by = unit === winning ? 100 : 1
  const half = (by * (c.high - c.low)) / 2
  const places = half >= 1 ? 0 : half >= 0.1 ? 1 : 2
  const text = `−${digits(by * c.chance, places)} ± ${digits(Math.max(half, 10 ** -places), places)}`
  return unit === winning ? words.review.points(text) : text
}

// What a host says that a person can do something about, in words for people.
const refusals: [RegExp, 'noTable' | 'manyTables' | 'full' | 'taken' | 'late' | 'notKept'][] = [
  [/^table: no such table/, 'noTable'],
  [/^this client watches/, 'manyTables'],
  [/ (tables|different games at the tables) already/, 'full'],
  [/^the seat is taken/, 'taken'],
  [/^step: /, 'late'],
  [/could not be kept/, 'notKept'],
]

/** Returns a refusal of the host in words for people. */
export function refusal(text: string): string {
  const known = refusals.find(([says]) => says.test(text))?.[1]
  return known ? words.fault[known] : text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns how long ago a time was. */
export function ago(at: number, now = Date.now()): string {
  const m = Math.round((now - at) / 60000)
  const h = Math.round(m / 60)
  const since = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  if (m < 1) return since.format(0, 'second')
  return m < 60 ? since.format(-m, 'minute') : h < 48 ? since.format(-h, 'hour') : since.format(-Math.round(h / 24), 'day')
}

/** Returns the name of a game without its settings. */
export const nameOf = (game: string) => game.replace(/\(.*/, '')

/** Returns the address of a part of the page. */
export const to = {
  lobby: '#/',
  game: (game: string) => `#/g/${encodeURIComponent(nameOf(game))}`,
  join: (id: string, invite: string) => `#/j/${encodeURIComponent(id)}/${encodeURIComponent(invite)}`,
  look: (id: string, key: string) => `#/w/${encodeURIComponent(id)}/${encodeURIComponent(key)}`,
  evenings: '#/evenings',
  deal: (text: string) => `#/d/${text}`,
  table: (id: string) => `#/t/${encodeURIComponent(id)}`,
  replay: (id: string) => `#/r/${encodeURIComponent(id)}`,
  rules: (game: string) => `#/rules/${encodeURIComponent(game)}`,
  fair: '#/fair',
}
