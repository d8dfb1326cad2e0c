// What this browser remembers: keys of tables, the tally, and a few wishes. A browser that
// refuses storage loses memory, and nothing else.

import type { View } from './protocol'

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
  counted?: boolean
  against?: string // the agents of a game that counts, and how it ended
  result?: keyof Tally
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
      if (oldest.result) add(read('tally', {}), oldest, (all) => localStorage.setItem('ringer.tally', JSON.stringify(all)))
      forgetTable(oldest.table)
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
  const counts = v.over && !t.counted && v.you >= 0 && v.returns && Object.keys(t.keys).length === 1 && !v.practice && !v.odds
  const against = [...new Set(v.seats.filter((s) => s.seat !== v.you && s.agent).map((s) => s.agent!))].join(', ')
  saveTable({
    ...t,
    game: v.game,
    phase: v.scene.phase,
    names: v.seats.map((s) => s.name),
    at: Date.now(),
    over: !!v.over,
    ...(v.guided && { guided: true }),
    ...(counts && against && { counted: true, against, result: resultOf(v.returns!, v.you) }),
  })
}

function resultOf(returns: number[], you: number): keyof Tally {
  const best = Math.max(...returns)
  if ((returns[you] ?? 0) < best) return 'lost'
  return returns.filter((r) => r === best).length > 1 ? 'shared' : 'won'
}

type Tallies = Record<string, Record<string, Tally>>

function add(all: Tallies, t: KnownTable, then?: (all: Tallies) => void) {
  if (!t.result || !t.game || !t.against) return
  ;((all[t.game] ??= {})[t.against] ??= { won: 0, lost: 0, shared: 0 })[t.result]++
  then?.(all)
}

/** Returns what was won and lost in a game, by opponent. */
export function tally(game: string): Record<string, Tally> {
  const all = read<Tallies>('tally', {}) // of games that are not kept any more
  for (const t of tables()) add(all, t)
  return all[game] ?? {}
}

export type Moves = 'normal' | 'fast' | 'off'

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Returns the first game of a game that was played last, and whether one was finished. */
export function firstGame(game: string): { last?: KnownTable; done: boolean } {
  const all = tables().filter((t) => t.guided && t.game === game)
  return { last: all.find((t) => !t.over), done: all.some((t) => t.over) }
}

export type Theme = 'auto' | 'light' | 'dark'

export const wishes = {
  theme: () => read<Theme>('theme', 'auto'),
  setTheme: (t: Theme) => write('theme', t),
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
