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
  counted?: boolean
}

export interface Tally {
  won: number
  lost: number
  shared: number
}

const kept = 24 // tables

function read<T>(key: string, none: T): T {
  try {
    const text = localStorage.getItem('ringer.' + key)
    return text === null ? none : (JSON.parse(text) as T)
  } catch {
    return none
  }
}

function write(key: string, value: unknown) {
  try {
    localStorage.setItem('ringer.' + key, JSON.stringify(value))
  } catch {
    // A full or forbidden storage.
  }
}

export const tables = (): KnownTable[] => read('tables', [])
export const keysOf = (table: string) => tables().find((t) => t.table === table)?.keys

export function saveTable(t: KnownTable) {
  write('tables', [t, ...tables().filter((o) => o.table !== t.table)].slice(0, kept))
}

export function forgetTable(table: string) {
  write('tables', tables().filter((t) => t.table !== table))
}

/** Notes how a table stands, and counts a game that a single person finished. */
export function noteTable(v: View) {
  const all = tables()
  const t = all.find((o) => o.table === v.table)
  if (!t) return
  t.game = v.game
  t.phase = v.scene.phase
  t.names = v.seats.map((s) => s.name)
  t.at = Date.now()
  t.over = !!v.over
  if (v.over && !t.counted && v.you >= 0 && v.returns && Object.keys(t.keys).length === 1 && !v.practice && !v.odds) {
    t.counted = true
    count(v)
  }
  write('tables', all)
}

function count(v: View) {
  const others = v.seats.filter((s) => s.seat !== v.you && s.agent)
  const against = [...new Set(others.map((s) => s.agent!))].join(', ')
  if (!against || !v.returns) return
  const all = read<Record<string, Record<string, Tally>>>('tally', {})
  const t = ((all[v.game] ??= {})[against] ??= { won: 0, lost: 0, shared: 0 })
  const best = Math.max(...v.returns)
  const mine = v.returns[v.you] ?? 0
  if (mine < best) t.lost++
  else if (v.returns.filter((r) => r === best).length > 1) t.shared++
  else t.won++
  write('tally', all)
}

/** Returns what was won and lost in a game, by opponent. */
export const tally = (game: string): Record<string, Tally> => read<Record<string, Record<string, Tally>>>('tally', {})[game] ?? {}

export type Moves = 'normal' | 'fast' | 'off'

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

export type Theme = 'auto' | 'light' | 'dark'

export const wishes = {
  theme: () => read<Theme>('theme', 'auto'),
  setTheme: (t: Theme) => write('theme', t),
  name: () => read('name', ''),
  setName: (n: string) => write('name', n),
  pace: () => read('pace', 600),
  setPace: (ms: number) => write('pace', ms),
  /** How what the others do is shown: one by one, quickly so, or at once, which is usual where people want no motion. */
  moves: () => read<Moves>('moves', calm() ? 'off' : 'normal'),
  setMoves: (m: Moves) => write('moves', m),
}
