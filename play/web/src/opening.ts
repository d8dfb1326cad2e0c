// How a first game begins, as ringer site wrote it down: its questions are shown, and its first answers taken, while the
// host still loads. When the host is there it plays the same deal and the same answers, and has to say the same.

import type { NewSeat, RulesTold, TableEvent, View } from './protocol'

/** A question, and what the host says to each answer; no answers where the record ends. */
export interface Moment {
  messages: Told[]
  answers?: Record<string, Moment>
}

export type Told = View | { type: 'events'; table: string; you?: number; events: TableEvent[] | null }

/** The file first/GAME-SEAT.json.gz: play/site has its fields. */
export interface Opening extends Moment {
  format: 'ringer-opening/1'
  request: { type: 'new'; game: string; guided: true; every: true; seats: NewSeat[] }
  rules: RulesTold
}

const names = /^first-([a-z]+)-(\d+)$/

/** The name of a first game's table before the host has one, and its game and seat. */
export const openingOf = (name: string, seat: number) => `first-${name}-${seat}`
export const openedBy = (table: string) => names.exec(table)?.slice(1) as [name: string, seat: string] | undefined

/** A first game between its opening and its host. */
export class Early {
  readonly seat: number
  readonly request: Opening['request']
  #person: string
  #at: Moment // that is shown
  #path: Taken[]

  constructor(opening: Opening, person: string) {
    const { seats } = opening.request
    this.seat = seats.findIndex((s) => 'person' in s)
    this.#person = person
    this.request = { ...opening.request, seats: seats.map((s) => ('person' in s ? { person } : s)) }
    this.#at = opening
    this.#path = [{ step: 0, action: -1, messages: this.#named(opening) }]
  }

  /** Returns the n-th answer and what followed; 0: how the game began. */
  taken = (n: number): Taken | undefined => this.#path[n]

  /** Takes an answer. Returns what follows, undefined where the record does not say. */
  answer(step: number, action: number): Told[] | undefined {
    const next = this.#at.answers?.[action]
    if (!next) return undefined
    this.#at = next
    this.#path.push({ step, action, messages: this.#named(next) })
    return this.#path.at(-1)!.messages
  }

  #named = (m: Moment) => m.messages.map((t): Told => (t.type === 'view' ? { ...t, seats: t.seats.map((s) => (s.seat === this.seat ? { ...s, name: this.#person } : s)) } : t))
}

interface Taken {
  step: number
  action: number
  messages: Told[]
}

/** Returns whether two messages say the same, of whatever table. */
export const same = (a: Told | undefined, b: Told) => JSON.stringify({ ...a, table: '' }) === JSON.stringify({ ...b, table: '' })

/** Loads an opening. It throws where the page has none. */
export async function loadOpening(name: string, seat: string): Promise<Opening> {
  const r = await fetch(`first/${name}-${seat}.json.gz`)
  if (!r.ok) throw new Error(`${r.status} ${r.statusText}`)
  const bytes = new Uint8Array(await r.arrayBuffer())
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b // some web hosts decompress it on the way
  const text = packed ? new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text() : new TextDecoder().decode(bytes)
  return JSON.parse(await text)
}
