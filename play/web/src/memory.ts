// What this browser remembers: keys of tables, the games that are over, and a few wishes. A browser that
// refuses storage loses memory, and nothing else.

import { format, type DealResult, type Evenings } from './deals'
import type { View } from './protocol'
import { counted } from './table/meter'

export interface KnownTable {
  table: string
  keys: Record<string, string>
  at: number // milliseconds since 1970
  game?: string
  title?: string
  phase?: string
  names?: string[]
  over?: boolean
  guided?: boolean // a first game that teaches
  invites?: Record<string, string> // by seat: the invitations of friends
  counted?: boolean
  against?: string // the agents of a game that counts, and how it ended
  result?: keyof Tally
  end?: End // of a game that is over, as its single person saw it
  review?: Found // what a review of it found
}

/** How a game ended. */
export interface End {
  you: number
  score?: number // 1: ahead of all others, 0: behind all; between them the part of the others that one was ahead of, or level by half. None: nobody was beside one.
  rivals: string[] // the agents of the other seats; "": a person
  words: string // the verdict
  got?: string // what the game counts of one, in its units
  daily?: string // the date of the deal that everybody had
}

/** A review in short: what clear errors cost, and luck, each with its 95% interval, in the chance to win or in returns. */
export interface Found {
  unit: string
  errors: [number, number, number]
  luck: [number, number, number]
}

export interface Tally {
  won: number
  lost: number
  shared: number
}

function read<T>(key: string, none: T): T {
  try {
    const text = localStorage.getItem('ringer.' + key)
    return text === null ? none : (JSON.parse(text) as T)
  } catch {
    return none
  }
}

function write(key: string, value: unknown) {
  const text = JSON.stringify(value)
  for (;;)
    try {
      return localStorage.setItem('ringer.' + key, text)
    } catch {
      // Full, or forbidden. Games that are over make room; those under way stay.
      const oldest = tables().findLast((t) => t.over)
      if (!oldest) return
      forgetTable(oldest.table)
      keepPast(oldest)
    }
}

// A game that made room leaves as much as counting it takes. Every tab that makes room writes the same, so that nothing
// counts twice.
const past = 'ringer.past.'

function keepPast(t: KnownTable) {
  if (!t.end && !t.result) return
  const { table, at, game, against, result, end, review } = t
  try {
    localStorage.setItem(past + table, JSON.stringify({ table, keys: {}, over: true, at, game, against, result, end, review }))
  } catch {
    // Not even that has room.
  }
}

/** Returns all games that are over, those included that made room, the last one first. */
export function finished(): KnownTable[] {
  const kept = tables().filter((t) => t.over)
  try {
    const gone = Object.keys(localStorage).filter((k) => k.startsWith(past))
    const more = gone.flatMap((k) => read<KnownTable | null>(k.slice('ringer.'.length), null) ?? [])
    return [...kept, ...more.filter((t) => !kept.some((k) => k.table === t.table))].sort((a, b) => b.at - a.at)
  } catch {
    return kept
  }
}

// Each table has a key of its own: what another tab writes meanwhile is not lost.
const prefix = 'ringer.table.'

/** Returns all tables that this browser knows, the last one first. */
export function tables(): KnownTable[] {
  try {
    adopt()
    const all = Object.keys(localStorage).filter((k) => k.startsWith(prefix))
    return all.flatMap((k) => knownTable(k.slice(prefix.length)) ?? []).sort((a, b) => b.at - a.at)
  } catch {
    return []
  }
}

export const knownTable = (table: string) => read<KnownTable | null>('table.' + table, null) ?? undefined
export const keysOf = (table: string) => knownTable(table)?.keys

export const saveTable = (t: KnownTable) => write('table.' + t.table, t)

export function forgetTable(table: string) {
  try {
    localStorage.removeItem(prefix + table)
  } catch {
    // Nothing is remembered.
  }
}

// Takes over the one list that an older page kept of all tables.
function adopt() {
  const list = read<KnownTable[]>('tables', [])
  localStorage.removeItem('ringer.tables')
  for (const t of list) if (!knownTable(t.table)) saveTable(t)
}

/** Notes how a table stands, and what a single person got in a game that counts. */
export function noteTable(v: View) {
  const t = knownTable(v.table)
  if (!t) return
  const alone = v.over && v.you >= 0 && (v.returns || v.resigned !== undefined) && Object.keys(t.keys).length === 1 && !v.puzzle && !v.branch
  const counts = v.over && !t.counted && v.you >= 0 && (v.returns || v.resigned !== undefined) && Object.keys(t.keys).length === 1 && !v.practice && !v.odds && !v.branch
  const against = [...new Set(v.seats.filter((s) => s.seat !== v.you && s.agent).map((s) => s.agent!))].join(', ')
  saveTable({
    ...t,
    game: v.game,
    phase: v.scene.phase,
    names: v.seats.map((s) => s.name),
    at: t.over ? t.at : Date.now(), // looking at it again does not play it again
    over: !!v.over,
    ...(alone && !t.end && { end: endOf(v) }),
    ...(v.guided && { guided: true }),
    ...(counts && against && { counted: true, against, result: resultOf(v) }),
  })
}

// Whoever gave up has lost, also where a bot played on in that seat.
const gaveUp = (v: View) => v.resigned === v.you || !!v.seats.find((s) => s.seat === v.you)?.resigned

function endOf(v: View): End {
  const others = v.seats.filter((s) => s.seat !== v.you && (s.team === undefined || s.team !== v.seats.find((o) => o.seat === v.you)?.team))
  const mine = v.returns?.[v.you] ?? 0
  const ahead = (n: number) => Math.sign(mine - (v.returns?.[n] ?? 0)) / 2 + 0.5
  const score = gaveUp(v) ? 0 : v.resigned !== undefined ? 1 : others.reduce((sum, s) => sum + ahead(s.seat), 0) / others.length
  const meter = v.scene.seats.find((f) => f.seat === v.you)?.meters?.find((m) => m.good)
  return {
    you: v.you,
    ...(others.length && { score }),
    rivals: others.map((s) => s.agent ?? ''),
    words: v.verdict ?? '',
    ...(meter && v.resigned === undefined && !gaveUp(v) && { got: counted(meter) }),
    ...(v.daily && { daily: v.daily }),
  }
}

/** Notes what a review of a game found. */
export function noteReview(table: string, review: Found) {
  const t = knownTable(table)
  if (t) saveTable({ ...t, review })
}

// Each result of a deal has a key of its own too.
const deal = (r: { game: string; date: string; name: string; mine?: boolean }) => `deal.${r.date} ${r.game} ${r.mine ? '=' : '+'}${r.name}`

/** Returns the results of daily deals that this browser knows, of one deal where one is named: the best first. */
export function deals(of?: { game: string; date: string }): DealResult[] {
  try {
    const all = Object.keys(localStorage).filter((k) => k.startsWith(`ringer.deal.${of ? `${of.date} ${of.game} ` : ''}`))
    return all.flatMap((k) => read<DealResult | null>(k.slice('ringer.'.length), null) ?? []).sort((a, b) => b.points - a.points)
  } catch {
    return []
  }
}

/** Keeps a result of a deal. The first of a name stays: a deal counts once. */
export function saveDeal(r: DealResult) {
  if (read<DealResult | null>(deal(r), null) === null) write(deal(r), r)
}

/** Returns all that belongs to a player's evenings. */
export const evenings = (): Evenings => ({ format, games: [...tables().filter((t) => !t.over), ...finished()], deals: deals(), tally: read<Tallies>('tally', {}) })

/** Adds evenings of a file to what is here. Nothing that is not over is dropped, and what is here twice counts once. */
export function addEvenings(e: Evenings): { games: number; deals: number } {
  const known = new Map([...tables(), ...finished()].map((t) => [t.table, t]))
  let games = 0
  for (const t of e.games) {
    const here = known.get(t.table)
    if (here && (here.over || !t.over)) continue
    saveTable({ ...t, keys: { ...t.keys, ...here?.keys } })
    games++
  }
  const before = deals().length
  e.deals.forEach(saveDeal)
  const tally = read<Tallies>('tally', {})
  for (const [game, by] of Object.entries(e.tally))
    for (const [agents, t] of Object.entries(by)) {
      const mine = ((tally[game] ??= {})[agents] ??= { won: 0, lost: 0, shared: 0 })
      for (const k of ['won', 'lost', 'shared'] as const) mine[k] = Math.max(mine[k], t[k] ?? 0)
    }
  if (Object.keys(tally).length) write('tally', tally)
  return { games, deals: deals().length - before }
}

function resultOf(v: View): keyof Tally {
  const you = v.you
  if (gaveUp(v)) return 'lost'
  if (v.resigned !== undefined) return 'won'
  const returns = v.returns!
  const best = Math.max(...returns)
  if ((returns[you] ?? 0) < best) return 'lost'
  return returns.filter((r) => r === best).length > 1 ? 'shared' : 'won'
}

type Tallies = Record<string, Record<string, Tally>>

function add(all: Tallies, t: KnownTable) {
  if (!t.result || !t.game || !t.against) return
  ;((all[t.game] ??= {})[t.against] ??= { won: 0, lost: 0, shared: 0 })[t.result]++
}

/** Returns what was won and lost in a game, by opponent. */
export function tally(game: string): Record<string, Tally> {
  const all = read<Tallies>('tally', {}) // that an older page kept of games that had made room
  for (const t of finished()) add(all, t)
  return all[game] ?? {}
}

export type Moves = 'normal' | 'fast' | 'off'

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Returns the first game of a game that was played last in a seat, and whether one was finished there. */
export function firstGame(game: string, seat: number): { last?: KnownTable; done: boolean } {
  const all = tables().filter((t) => t.guided && t.game === game && String(seat) in t.keys)
  return { last: all.find((t) => !t.over), done: all.some((t) => t.over) }
}

export type Theme = 'auto' | 'light' | 'dark'

export const wishes = {
  theme: () => read<Theme>('theme', 'auto'),
  setTheme: (t: Theme) => write('theme', t),
  /** The language that somebody chose; empty: the browser's. */
  language: () => read('language', ''),
  setLanguage: (l: string) => write('language', l),
  name: () => read('name', ''),
  setName: (n: string) => write('name', n),
  pace: () => read('pace', 800),
  setPace: (ms: number) => write('pace', ms),
  /** Whether first games explain what is new. */
  lessons: () => read('lessons', true),
  setLessons: (on: boolean) => write('lessons', on),
  /** How what the others do is shown: one by one, quickly so, or at once, which is usual where people want no motion. */
  moves: () => read<Moves>('moves', calm() ? 'off' : 'normal'),
  setMoves: (m: Moves) => write('moves', m),
}
