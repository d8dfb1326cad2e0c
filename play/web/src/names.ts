// Scenes number seats, because they know no names. The page puts the names in.

import type { SeatName } from './protocol'
import type { Scene } from './scene'

const read = new Set(['phase', 'waits', 'words', 'text', 'help', 'label', 'note', 'group', 'title', 'notes', 'marks'])

/** Returns a scene that says the names of its seats in place of "seat 2". */
export function named(scene: Scene, seats: SeatName[]): Scene {
  const names = new Map(seats.map((s) => [s.seat + 1, s.name]))
  const twice = (name: string) => seats.filter((s) => s.name === name).length > 1
  const say = (text: string) =>
    text.replace(/\b[Ss]eat (\d+)\b/g, (words, n) => {
      const name = names.get(Number(n))
      return name === undefined ? words : twice(name) ? `${name} (${n})` : name
    })
  const walk = (x: unknown, key: string): unknown => {
    if (typeof x === 'string') return read.has(key) ? say(x) : x
    if (Array.isArray(x)) return x.map((y) => walk(y, key))
    if (x && typeof x === 'object') return Object.fromEntries(Object.entries(x).map(([k, y]) => [k, walk(y, k)]))
    return x
  }
  return walk(scene, '') as Scene
}
