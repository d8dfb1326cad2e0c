// What a player has of their evenings: the rating on the ladder of the bots, streaks, the results of daily deals, and
// all of it as one file. Nothing is drawn here, and nothing is asked of a host.

import { after, unknown, type Strength } from './glicko'
import { dealFormat, format, type DealResult, type Evenings } from './deals'
import { words } from './language'
import type { KnownTable } from './memory'
import type { GameOffer, Opponent } from './protocol'

const interval = 1.96 // standard deviations on each side of a 95% interval

/** A place on the ladder of a game. */
export interface Rung {
  name: string
  rating: number
  low: number
  high: number
  you?: boolean
}

export interface Standing {
  offer: GameOffer
  games: number // that count for it
  strength: Strength
  ladder: Rung[] // the strongest first, with you among them
}

const rated = (o: Opponent) => o.rating !== undefined && o.low !== undefined && o.high !== undefined
const deviation = (o: Opponent) => (o.high! - o.low!) / 2 / interval

/**
 * Returns where the player stands in each game in which all opponents of a finished game have ratings. A game against
 * several is one game against their middle, won by the part of them that one was ahead of: what one game tells of each is not
 * told apart.
 */
export function standings(games: KnownTable[], offers: GameOffer[]): Standing[] {
  return offers.flatMap((offer) => {
    const known = new Map((offer.opponents ?? []).filter(rated).map((o) => [o.agent, o]))
    const list = [...known.values()]
    const counted = games
      .filter((t) => t.game === offer.game && t.counted && t.end?.score !== undefined && t.end.rivals.every((a) => known.has(a)))
      .sort((a, b) => a.at - b.at)
    if (!counted.length) return []
    const middle = (Math.min(...list.map((o) => o.rating!)) + Math.max(...list.map((o) => o.rating!))) / 2
    let strength = unknown(middle)
    for (const t of counted) {
      const rivals = t.end!.rivals.map((a) => known.get(a)!)
      const mean = (of: (o: Opponent) => number) => rivals.reduce((sum, o) => sum + of(o), 0) / rivals.length
      strength = after(strength, [{ rating: mean((o) => o.rating!), deviation: Math.sqrt(mean((o) => deviation(o) ** 2)), score: t.end!.score! }], middle)
    }
    const half = interval * strength.deviation
    const you: Rung = { name: words.evenings.you, rating: strength.rating, low: strength.rating - half, high: strength.rating + half, you: true }
    const ladder = [you, ...list.map((o) => ({ name: o.name, rating: o.rating!, low: o.low!, high: o.high! }))].sort((a, b) => b.rating - a.rating)
    return [{ offer, games: counted.length, strength, ladder }]
  })
}

/** Returns the day of a time where the player is: "2026-11-29". */
export function dayOf(at: number): string {
  const d = new Date(at)
  return `${d.getFullYear()}-${`${d.getMonth() + 1}`.padStart(2, '0')}-${`${d.getDate()}`.padStart(2, '0')}`
}

export interface Streaks {
  days: number // in a row, up to today or yesterday, on which a game that counts ended
  wins: number // in a row, up to the last game
  most: number // wins in a row ever
}

/** Returns the streaks of games that count. */
export function streaks(games: KnownTable[], now: number): Streaks {
  const counted = games.filter((t) => t.counted && t.result).sort((a, b) => a.at - b.at)
  const played = new Set(counted.map((t) => dayOf(t.at)))
  const before = (day: number, n: number) => {
    const d = new Date(day)
    d.setHours(12) // no hour that summer time leaves out
    d.setDate(d.getDate() - n)
    return dayOf(d.getTime())
  }
  const first = played.has(before(now, 0)) ? 0 : 1
  let days = 0
  while (played.has(before(now, first + days))) days++
  let wins = 0
  let most = 0
  for (const t of counted) most = Math.max(most, (wins = t.result === 'won' ? wins + 1 : 0))
  return { days, wins, most }
}

/** Reads a result that somebody sent. It throws what is wrong with it. */
export function readDeal(text: string): DealResult {
  let list: unknown
  try {
    if (text.length > 2000) throw 0
    list = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))))
  } catch {
    throw new Error(words.file.linkCut)
  }
  if (!Array.isArray(list) || list.length !== 6 || list[0] !== dealFormat) throw new Error(words.file.linkOther)
  const [, game, date, name, got, points] = list
  return check({ game, date, name, got, points }, 'result', dealShape) as unknown as DealResult
}

export const largest = 8_000_000 // bytes of a file
const mostGames = 50_000

// A shape says for each key what it holds. "?" behind a key: it may be left out.
type Shape = { [key: string]: Shape | ((v: unknown) => string) }

const text = (most: number) => (v: unknown) => (typeof v === 'string' && v.length <= most ? '' : words.file.text(most))
const name = (v: unknown) => (typeof v === 'string' && v.length > 0 && v.length <= 200 ? '' : words.file.name)
const number = (v: unknown) => (typeof v === 'number' && Number.isFinite(v) ? '' : words.file.number)
const time = (v: unknown) => (typeof v === 'number' && v > 0 && v < 1e14 ? '' : words.file.time)
const truth = (v: unknown) => (typeof v === 'boolean' ? '' : words.file.truth)
const one = (...all: string[]) => (v: unknown) => (all.includes(v as string) ? '' : all.join(', '))
const date = (v: unknown) => (typeof v === 'string' && /^\d{4}-\d\d-\d\d$/.test(v) ? '' : words.file.date)
const list = (of: (v: unknown) => string, most: number) => (v: unknown) => (Array.isArray(v) && v.length <= most && v.every((x) => !of(x)) ? '' : words.file.listOf(most, of(undefined)))
const three = (v: unknown) => (Array.isArray(v) && v.length === 3 && v.every((x) => !number(x)) ? '' : words.file.three)
const texts = (v: unknown) =>
  typeof v === 'object' && v !== null && !Array.isArray(v) && Object.keys(v).length <= 16 && Object.entries(v).every(([k, x]) => /^-?\d{1,2}$/.test(k) && !text(200)(x)) ? '' : words.file.bySeat

const dealShape: Shape = { game: name, date, name, got: text(200), points: number, 'mine?': truth }
const gameShape: Shape = {
  table: (v) => (typeof v === 'string' && /^[\w-]{1,100}$/.test(v) ? '' : words.file.table),
  keys: texts, at: time, 'game?': name, 'title?': text(200), 'phase?': text(500), 'names?': list(text(200), 16), 'over?': truth, 'guided?': truth,
  'invites?': texts, 'counted?': truth, 'against?': text(500), 'result?': one('won', 'lost', 'shared'),
  'end?': { you: number, 'score?': (v) => (typeof v === 'number' && v >= 0 && v <= 1 ? '' : words.file.part), rivals: list(text(200), 16), words: text(500), 'got?': text(200), 'daily?': date },
  'review?': { unit: text(100), errors: three, luck: three },
}

// Returns a value of a shape as it is, and throws the place of the first thing that does not fit.
function check(v: unknown, at: string, shape: Shape): Record<string, unknown> {
  if (typeof v !== 'object' || v === null || Array.isArray(v)) throw new Error(words.file.wantObject(at))
  const held = v as Record<string, unknown>
  for (const key of Object.keys(held)) if (!(key in shape) && !(key + '?' in shape)) throw new Error(words.file.noField(`${at}.${key.slice(0, 40)}`))
  for (const [field, of] of Object.entries(shape)) {
    const key = field.replace('?', '')
    if (held[key] === undefined) {
      if (field === key) throw new Error(words.file.missing(`${at}.${key}`))
    } else if (typeof of === 'object') check(held[key], `${at}.${key}`, of)
    else if (of(held[key])) throw new Error(words.file.want(`${at}.${key}`, (JSON.stringify(held[key]) ?? '').slice(0, 40), of(held[key])))
  }
  return held
}

/** Reads a file of evenings. It throws the first thing that is wrong, with its place, and then nothing of it is used. */
export function readEvenings(file: string): Evenings {
  if (file.length > largest) throw new Error(words.file.characters(file.length, largest))
  let all: unknown
  try {
    all = JSON.parse(file)
  } catch (err) {
    throw new Error(words.file.noJson((err as Error).message))
  }
  const array = (most: number) => (v: unknown) => (Array.isArray(v) && v.length <= most ? '' : words.file.list(most))
  const e = check(all, 'file', { format: one(format), games: array(mostGames), deals: array(mostGames), tally: (v) => (typeof v === 'object' && v !== null ? '' : words.file.object) }) as unknown as Evenings
  e.games.forEach((g, i) => check(g, `games[${i}]`, gameShape))
  e.deals.forEach((d, i) => check(d, `deals[${i}]`, dealShape))
  for (const [game, by] of Object.entries(e.tally))
    for (const [agents, t] of Object.entries(check(by, `tally[${JSON.stringify(game.slice(0, 40))}]`, Object.fromEntries(Object.keys(by ?? {}).map((k) => [k, (v: unknown) => (typeof v === 'object' && v ? '' : words.file.object)])))))
      check(t, `tally[${JSON.stringify(game.slice(0, 40))}][${JSON.stringify(agents.slice(0, 40))}]`, { won: number, lost: number, shared: number })
  return e
}
