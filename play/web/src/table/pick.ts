// From clicks to an action. Every choice of a question names things, a seat or a point;
// what a person picks leaves fewer and fewer choices, until one is left.

import type { Choice, Point } from '../scene'

/** A handle names a thing, a seat or a point that can be picked: "t:ID" a thing, "s:SEAT" a seat, "p:X,Y" a point. */
export type Handle = string

export const thing = (id: string): Handle => 't:' + id
export const seat = (n: number): Handle => 's:' + n
export const point = (p: Point): Handle => `p:${p.x},${p.y}`

/** Returns the handles of a choice, the main one first. */
export function handles(c: Choice): Handle[] {
  const h = (c.things ?? []).map(thing)
  if (c.seat !== undefined && c.seat !== null) h.push(seat(c.seat))
  if (c.point) h.push(point(c.point))
  return h
}

export interface Picking {
  picked: Handle[]
  left: Choice[] // the choices that fit what was picked
  lit: Set<Handle> // what can be picked next
}

/** Returns the state of a question after some handles were picked. */
export function picking(choices: Choice[], picked: Handle[]): Picking {
  let left = choices
  const used: Handle[] = []
  for (const h of picked) {
    const fit = left.filter((c) => handles(c).includes(h))
    if (fit.length === 0) continue
    left = fit
    used.push(h)
  }
  return { picked: used, left, lit: lit(left, used) }
}

function lit(left: Choice[], picked: Handle[]): Set<Handle> {
  const open = left.map((c) => handles(c).filter((h) => !picked.includes(h)))
  const first = new Set(open.map((h) => h[0]))
  // Several main handles: one of them first. One main handle for all: what follows it counts.
  if (first.size > 1) return new Set([...first].filter((h) => h !== undefined))
  const rest = new Set<Handle>()
  for (const h of open) if (h[1] !== undefined) rest.add(h[1])
  if (rest.size > 1 || (rest.size === 1 && open.some((h) => h.length === 1))) return new Set([...first, ...rest].filter((h) => h !== undefined))
  return new Set(open.flat())
}

/** Returns the choice that a handle decides when it is picked now, if it is the only one. */
export function decides(p: Picking, h: Handle): Choice | undefined {
  const fit = p.left.filter((c) => handles(c).includes(h))
  return fit.length === 1 ? fit[0] : undefined
}
