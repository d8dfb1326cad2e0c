// Numbers and names in words.

import { mean, share, signed } from './numbers'

/** Returns a chance as people read it, with no more digits than it has. */
export function percent(x: number): string {
  if (x > 0 && x < 0.01) return '<1%'
  if (x < 1 && x > 0.99) return '>99%'
  return `${Math.round(x * 100)}%`
}

export const winning = 'chance to win' // a unit of hints and reviews; others count in the returns of the game

/** Returns an estimate in its unit, without its interval. */
export const amount = (x: number, unit: string) => (unit === winning ? percent(x) : (x < 0 ? '−' : '') + Math.abs(x).toFixed(1))

/** Returns an estimate in its unit, with its interval. */
export const estimate = (c: { chance: number; low: number; high: number }, unit: string) => (unit === winning ? share : signed)(c.chance, c.low, c.high)

/** Returns what a decision cost, in points of the chance to win or in returns, with its interval. */
export const cost = (c: { chance: number; low: number; high: number }, unit: string) =>
  unit === winning ? mean(100 * c.chance, 100 * c.low, 100 * c.high) + ' points' : mean(c.chance, c.low, c.high)

/** Returns a change with its interval: "+4 (−3 … +11) points" of the chance to win, or of the return. */
export const change = (c: { chance: number; low: number; high: number }, unit: string) =>
  unit === winning ? signed(100 * c.chance, 100 * c.low, 100 * c.high) + ' points' : signed(c.chance, c.low, c.high)

/** Returns by how much something is worse, with half of its interval: "−4 ± 2 points" of the chance to win, or a return. */
export function worse(c: { chance: number; low: number; high: number }, unit: string): string {
  const by = unit === winning ? 100 : 1
  const half = (by * (c.high - c.low)) / 2
  const places = half >= 1 ? 0 : half >= 0.1 ? 1 : 2
  return `−${(by * c.chance).toFixed(places)} ± ${Math.max(half, 10 ** -places).toFixed(places)}${unit === winning ? ' points' : ''}`
}

/** Returns a number of things: "1 seat", "4 seats". */
export const count = (n: number, one: string, more = one + 's') => `${n} ${n === 1 ? one : more}`

// What a host says that a person can do something about, in words for people.
const refusals: [RegExp, string][] = [
  [/^table: no such table/, 'This host does not know the table any more.'],
  [/^this client watches/, 'Too many tables are open in this tab. Close the tab and open the page again: your tables stay.'],
  [/ (tables|different games at the tables) already/, 'The host has no room for another table now. Try again in a minute.'],
  [/^the seat is taken/, 'Somebody has sat down by this link already. Ask for another one.'],
  [/^step: /, 'The table has gone on meanwhile. Look at it again.'],
  [/could not be kept/, 'The host could not keep that, and has taken it back. Try again.'],
]

/** Returns a refusal of the host in words for people. */
export const refusal = (text: string) => refusals.find(([says]) => says.test(text))?.[1] ?? text.charAt(0).toUpperCase() + text.slice(1)

/** Returns how long ago a time was. */
export function ago(at: number, now = Date.now()): string {
  const m = Math.round((now - at) / 60000)
  if (m < 1) return 'now'
  if (m < 60) return `${count(m, 'minute')} ago`
  const h = Math.round(m / 60)
  if (h < 48) return `${count(h, 'hour')} ago`
  return `${count(Math.round(h / 24), 'day')} ago`
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
