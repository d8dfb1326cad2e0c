// What one seat may know of a table, as the host sends it: play/scene/scene.go says what
// each field means.

export interface Scene {
  layout: string
  phase: string
  clock?: Meter[]
  seats: SeatFacts[]
  zones?: Zone[]
  map?: GameMap
  ask?: Question
  waits?: string
  why?: string // the game is over
  words?: string
  notes?: string[]
  viewer: number
}

export interface Meter {
  id: string
  name: string
  short?: string
  value: number
  max?: number
  unit?: string
  kind?: 'number' | 'thermometer' | 'pips'
  good?: number
  text?: string
  was?: number // before what has just happened; the page finds it out (fresh.ts)
}

export interface SeatFacts {
  seat: number
  role?: string
  team?: string
  meters?: Meter[]
  marks?: string[]
  acts?: boolean
}

export interface Zone {
  id: string
  title: string
  seat?: number
  kind: string
  in?: string
  note?: string
  hidden?: number
  came?: number // of the hidden things, with what has just happened (fresh.ts)
  meters?: Meter[]
  things?: Thing[]
}

export type Face = 'down' | 'mine' | 'known'

export interface Thing {
  id: string
  of?: string
  name: string
  text?: string
  kind?: string
  suit?: string
  face?: Face
  corner?: string
  icons?: Icon[]
  meters?: Meter[]
  marks?: string[]
  under?: string
  fresh?: 'new' | 'moved' | 'turned' | 'changed' // by what has just happened (fresh.ts)
}

export interface Icon {
  id: string
  words: string
  count?: number
}

export interface Question {
  kind?: string
  text: string
  help?: string
  choices: Choice[]
}

export interface Choice {
  action: number
  name: string
  label: string
  things?: string[]
  seat?: number
  point?: Point
  group?: string
  note?: string
  final?: string // what cannot be made good after it
}

export interface Point {
  x: number
  y: number
}

export interface GameMap {
  width: number
  height: number
  unit: string
  shapes?: Shape[]
  bases?: Base[]
}

export interface Shape {
  id: string
  kind: string
  name?: string
  text?: string
  points: Point[]
  seat?: number
}

export interface Base {
  thing: string
  at: Point
  radius: number
  seat?: number
  marks?: string[]
  from?: Point // where it stood before what has just happened (fresh.ts)
}

export interface Entry {
  id: string
  kind: string
  name: string
  text: string
}

export interface Rules {
  title: string
  goal: string
  course: string[] | null
  signs?: Entry[]
  entries?: Entry[]
}

/** Returns all things of a scene by id. */
export function thingsOf(scene: Scene): Map<string, Thing> {
  const all = new Map<string, Thing>()
  for (const z of scene.zones ?? []) for (const t of z.things ?? []) all.set(t.id, t)
  return all
}

/** Returns the zones that fit: of a seat (null: nobody's), of a kind, in a zone (null: in none). */
export function zonesOf(scene: Scene, want: { seat?: number | null; kind?: string; in?: string | null }): Zone[] {
  return (scene.zones ?? []).filter(
    (z) =>
      (want.seat === undefined || (z.seat ?? null) === want.seat) &&
      (want.kind === undefined || z.kind === want.kind) &&
      (want.in === undefined || (z.in ?? null) === want.in),
  )
}

/** Returns the zone of an id. */
export const zoneOf = (scene: Scene, id: string) => scene.zones?.find((z) => z.id === id)
