// Scenes number seats, because they know no names. The page puts the names in.

import type { SeatName } from './protocol'
import type { Scene } from './scene'

const read = new Set(['phase', 'waits', 'words', 'text', 'help', 'label', 'note', 'group', 'title', 'notes', 'marks'])

/** Returns a text that says the names of seats in place of "seat 2". */
export function say(text: string, seats: SeatName[]): string {
  return text.replace(/\b[Ss]eat (\d+)\b/g, (words, n) => {
    const name = seats.find((s) => s.seat + 1 === Number(n))?.name
    if (name === undefined) return words
    return seats.filter((s) => s.name === name).length > 1 ? `${name} (${n})` : name
  })
}

/** Returns a scene that says the names of its seats in place of "seat 2". */
export function named(scene: Scene, seats: SeatName[]): Scene {
  const walk = (x: unknown, key: string): unknown => {
    if (typeof x === 'string') return read.has(key) ? say(x, seats) : x
    if (Array.isArray(x)) return x.map((y) => walk(y, key))
    if (x && typeof x === 'object') return Object.fromEntries(Object.entries(x).map(([k, y]) => [k, walk(y, k)]))
    return x
  }
  return walk(scene, '') as Scene
}
