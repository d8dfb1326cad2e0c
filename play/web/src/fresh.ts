// What changed between two scenes of one seat. It is told by the scenes alone, so that
// it can tell nothing that they do not.

import type { Base, Meter, Scene, Thing, Zone } from './scene'

// What a thing looks like from where the viewer sits: of two face down none is another.
const kindOf = (t: Thing) => (t.face === 'down' ? '?' : `${t.of ?? ''}|${t.name}`)

/** Returns a scene whose things, meters and bases say what has changed since another one. */
export function marked(before: Scene, after: Scene): Scene {
  const zones = new Map(before.zones?.map((z) => [z.id, z]))
  const places = new Map<string, string>() // of things, by id and kind
  for (const z of before.zones ?? []) for (const t of z.things ?? []) places.set(t.id + '\n' + kindOf(t), z.id)
  const seats = new Map(before.seats.map((s) => [s.seat, s]))
  const bases = new Map(before.map?.bases?.map((b) => [b.thing, b]))
  return {
    ...after,
    seats: after.seats.map((s) => ({ ...s, meters: meters(seats.get(s.seat)?.meters, s.meters) })),
    ...(after.zones && { zones: after.zones.map((z) => zone(zones.get(z.id), z, places)) }),
    ...(after.map && { map: { ...after.map, ...(after.map.bases && { bases: after.map.bases.map((b) => base(before.map && bases.get(b.thing), b)) }) } }),
  }
}

function meters(before: Meter[] | undefined, after: Meter[] | undefined): Meter[] | undefined {
  return after?.map((m) => {
    const was = before?.find((o) => o.id === m.id)
    return was && was.value !== m.value ? { ...m, was: was.value } : m
  })
}

function zone(before: Zone | undefined, after: Zone, places: Map<string, string>): Zone {
  const things = before?.things ?? []
  const left = new Map<string, number>() // things of a kind that the zone held
  for (const t of things) left.set(kindOf(t), (left.get(kindOf(t)) ?? 0) + 1)
  const was = new Map(things.map((t) => [t.id, t]))
  const take = (t: Thing) => {
    const n = left.get(kindOf(t)) ?? 0
    if (n > 0) left.set(kindOf(t), n - 1)
    return n > 0
  }
  // Those that kept their id first: of several of a kind the one with another id has come.
  const stayed = new Set(after.things?.filter((t) => was.has(t.id) && kindOf(was.get(t.id)!) === kindOf(t) && take(t)))
  return {
    ...after,
    meters: meters(before?.meters, after.meters),
    came: Math.max(0, (after.hidden ?? 0) - (before?.hidden ?? 0)),
    ...(after.things && {
      things: after.things.map((t): Thing => {
        const old = was.get(t.id)
        const changed = { ...t, meters: meters(old?.meters, t.meters) }
        if (stayed.has(t)) return { ...changed, fresh: differs(old!, t) ? 'changed' : undefined }
        if (take(t)) return t
        return { ...changed, fresh: old ? 'turned' : places.has(t.id + '\n' + kindOf(t)) ? 'moved' : 'new' }
      }),
    }),
  }
}

const differs = (a: Thing, b: Thing) => a.corner !== b.corner || a.suit !== b.suit || a.under !== b.under || (a.marks ?? []).join() !== (b.marks ?? []).join() || (a.meters ?? []).some((m, i) => m.value !== b.meters?.[i]?.value)

function base(before: Base | undefined, after: Base): Base {
  if (!before || (before.at.x === after.at.x && before.at.y === after.at.y)) return after
  return { ...after, from: before.at }
}

/** True when a scene says that something changed. */
export function hasMarks(s: Scene): boolean {
  const moved = (m: Meter) => m.was !== undefined
  return (
    s.seats.some((x) => x.meters?.some(moved)) ||
    !!s.map?.bases?.some((b) => b.from) ||
    !!s.zones?.some((z) => z.came || z.meters?.some(moved) || z.things?.some((t) => t.fresh))
  )
}
