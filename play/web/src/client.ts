// The client of a host: one connection, the tables that this page sits at, and what the
// host has said of them. It draws nothing.

import { protocol, type NewSeat, type TableEvent, type View, type Welcome } from './protocol'
import type { Rules } from './scene'
import * as memory from './memory'
import { named } from './names'
import type { Status, Transport } from './transport'

/** A table that this page sits at, with the keys of one seat or of several. */
export interface Sitting {
  table: string
  keys: Record<string, string>
  views: Map<number, View>
  logs: Map<number, TableEvent[]> // what each seat was told, the last event with the highest number
  shown: number // the seat whose view is drawn
  curtain: boolean // hide everything until the person of the seat says so
  joined: boolean
  error?: string
}

/** A refusal of the host. */
export class Refused extends Error {}

type Waiting = { resolve: (m: any) => void; reject: (e: Error) => void; progress?: (m: any) => void }

export class Client {
  status: Status = 'connecting'
  why?: string
  welcome: Welcome | null = null
  sittings = new Map<string, Sitting>()
  #waiting = new Map<string, Waiting>()
  #next = 1
  #rules = new Map<string, Promise<Rules>>()
  #listeners = new Set<() => void>()
  #draw = 0
  #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
    transport.onstatus = (status, why) => this.#onStatus(status, why)
    transport.onmessage = (m) => this.#onMessage(m)
  }

  /** Calls fn after every change, at most once a frame. Returns what ends it. */
  subscribe(fn: () => void): () => void {
    this.#listeners.add(fn)
    return () => this.#listeners.delete(fn)
  }

  changed() {
    if (this.#draw) return
    this.#draw = 1
    queueMicrotask(() => {
      this.#draw = 0
      for (const fn of this.#listeners) fn()
    })
  }

  /** Sends a message and waits for the answer with the same id. */
  ask<T = any>(message: { type: string; [k: string]: any }, progress?: (m: any) => void): Promise<T> {
    const id = String(this.#next++)
    return new Promise<T>((resolve, reject) => {
      if (this.status !== 'open') return reject(new Refused('The connection is lost. The page connects again by itself.'))
      this.#waiting.set(id, { resolve, reject, progress })
      this.#transport.send({ ...message, id })
    })
  }

  /** Sends a message to the table of a sitting, with the key of the seat that is shown. */
  tell<T = any>(s: Sitting, message: { type: string; [k: string]: any }, progress?: (m: any) => void): Promise<T> {
    return this.ask<T>({ table: s.table, key: s.keys[s.shown], ...message }, progress)
  }

  /** Returns the rules of a game in short. */
  rules(game: string): Promise<Rules> {
    let r = this.#rules.get(game)
    if (!r) {
      r = this.ask<{ rules: Rules }>({ type: 'rules', game }).then((m) => m.rules)
      r.catch(() => this.#rules.delete(game))
      this.#rules.set(game, r)
    }
    return r
  }

  /** Makes a table and sits down at it. Returns the id of the table. */
  async open(message: { game: string; seats: NewSeat[]; [k: string]: any }): Promise<string> {
    const m = await this.ask<{ table: string; keys: Record<string, string> }>({ type: 'new', ...message })
    return this.sit(m)
  }

  /** Remembers the keys of a table and sits down at it. */
  sit(m: { table: string; keys: Record<string, string> }): string {
    memory.saveTable({ table: m.table, keys: m.keys, at: Date.now() })
    this.sitting(m.table)
    return m.table
  }

  /** Returns the sitting of a table whose keys this browser holds, and joins the table where needed. */
  sitting(table: string): Sitting | undefined {
    let s = this.sittings.get(table)
    if (!s) {
      const keys = memory.keysOf(table)
      if (!keys) return undefined
      const seats = Object.keys(keys).map(Number)
      s = { table, keys, views: new Map(), logs: new Map(), shown: seats[0] ?? -1, curtain: false, joined: false }
      this.sittings.set(table, s)
      this.#join(s)
    }
    return s
  }

  async #join(s: Sitting) {
    if (this.status !== 'open' || s.joined) return
    s.joined = true
    for (const [seat, key] of Object.entries(s.keys)) {
      try {
        await this.ask({ type: 'join', table: s.table, key, after: s.logs.get(Number(seat))?.at(-1)?.n ?? 0 })
        s.error = undefined
      } catch (err) {
        s.joined = false
        if (this.status === 'open') s.error = (err as Error).message
        this.changed()
        return
      }
    }
  }

  #onStatus(status: Status, why?: string) {
    this.status = status
    this.why = why
    if (status === 'open') {
      this.ask<Welcome>({ type: 'hello', protocol }).then(
        (w) => {
          this.welcome = w
          for (const s of this.sittings.values()) this.#join(s)
          this.changed()
        },
        (err) => {
          this.why = err.message
          this.changed()
        },
      )
    } else {
      for (const s of this.sittings.values()) s.joined = false
      const lost = new Refused('The connection was lost before an answer came.')
      for (const w of this.#waiting.values()) w.reject(lost)
      this.#waiting.clear()
    }
    this.changed()
  }

  #onMessage(m: any) {
    if (m.type === 'view') this.#onView(m)
    else if (m.type === 'events') this.#onEvents(m)
    const w = m.id !== undefined ? this.#waiting.get(String(m.id)) : undefined
    if (w && m.type === 'progress') w.progress?.(m)
    else if (w) {
      this.#waiting.delete(String(m.id))
      if (m.type === 'error') w.reject(new Refused(m.error))
      else w.resolve(m)
    } else if (m.type === 'error' && m.table) {
      const s = this.sittings.get(m.table)
      if (s) s.error = m.error // the table cannot go on
    }
    this.changed()
  }

  #onView(v: View) {
    const s = this.sittings.get(v.table) ?? this.sitting(v.table)
    if (!s) return
    s.views.set(v.you, shown(v))
    const people = Object.keys(s.keys).length
    if (v.scene.ask && v.you !== s.shown) {
      // Several people at one screen: nobody sees the cards of the next one by accident.
      s.curtain = people > 1 && v.you >= 0
      s.shown = v.you
    } else if (!s.views.has(s.shown)) {
      s.shown = v.you
    }
    memory.noteTable(v)
  }

  #onEvents(m: { table: string; events: TableEvent[] | null; you?: number }) {
    const s = this.sittings.get(m.table)
    if (!s) return
    const you = m.you ?? s.shown
    const log = s.logs.get(you) ?? []
    const fresh = m.events ?? []
    const from = fresh[0]?.n ?? Infinity
    // What was taken back is told no more: new events take the numbers of old ones.
    s.logs.set(you, [...(log.length && log.at(-1)!.n >= from ? log.filter((e) => e.n < from) : log), ...fresh].slice(-longest))
  }
}

/** Returns a view as it is drawn: with names, and without marks of secrets where all is open. */
export function shown(v: View): View {
  const scene = named(v.scene, v.seats)
  if (v.you < 0 || v.over) for (const z of scene.zones ?? []) for (const t of z.things ?? []) if (t.face !== 'down') delete t.face
  return { ...v, scene }
}

const longest = 2000 // events of a seat
