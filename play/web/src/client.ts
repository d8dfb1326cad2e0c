// The client of a host: one connection, the tables that this page sits at, and what the
// host has said of them. It draws nothing.

import { protocol, type GameOffer, type NewSeat, type RulesTold, type TableEvent, type View, type Welcome } from './protocol'
import type { Rules, Scene } from './scene'
import { hasMarks, marked } from './fresh'
import * as memory from './memory'
import { Early, loadOpening, openedBy, openingOf, same, type Opening, type Told } from './opening'
import { Reel, type Frame } from './reel'
import { inBrowser, type Loading, type Status, type Transport } from './transport'
import { words } from './language'
import { nameOf, refusal, to } from './words'

/** A table that this page sits at, with the keys of one seat or of several. */
export interface Sitting {
  table: string
  keys: Record<string, string>
  reels: Map<number, Reel> // what has come of each seat and is not drawn yet
  views: Map<number, View> // as they are drawn
  scenes: Map<number, { before: Scene; last: Scene }> // before what has just happened, and after it
  logs: Map<number, TableEvent[]> // what each seat was told, the last event with the highest number
  heard: Map<number, number> // number of the last event of each seat, drawn or not
  shown: number // the seat whose view is drawn
  curtain: boolean // hide everything until the person of the seat says so
  joined: boolean
  watch?: string // the key that looks on with the eyes of a seat here
  error?: string
  early?: Early // the host does not have this game yet
  here?: Promise<void> // until it has
}

/** How long the doings of others are looked at, in milliseconds; 0: all at once. */
export const paces: Record<memory.Moves, number> = { normal: 700, fast: 260, off: 0 }

/** A refusal of the host. */
export class Refused extends Error {}

/** The answer to new, join and branch. */
export interface Joined {
  table: string
  game: string
  keys: Record<string, string>
  invites?: Record<string, string> // by seat: the invitations of friends
  watch?: Record<string, string> // by seat: keys that look on
}

type Waiting = { since: number; long: boolean; resolve: (m: any) => void; reject: (e: Error) => void; progress?: (m: any) => void }

export class Client {
  status: Status = 'connecting'
  why?: string
  /** For how many seconds the host has not answered, where it should have at once; 0: it does. */
  late = 0
  loading?: Loading
  welcome: Welcome | null = null
  sittings = new Map<string, Sitting>()
  #waiting = new Map<string, Waiting>()
  #holds = new Map<string, number>() // how many pages show a table
  #next = 1
  #told = new Map<string, Promise<RulesTold>>()
  #plays = new Map<string, (v: View | null) => void>() // tables of agents alone that nobody sees
  #checks = new Map<string, (m: Told) => void>() // tables whose opening the host repeats
  #became = new Map<string, string>() // tables of the host, by the name of their opening
  #listeners = new Set<() => void>()
  version = 0 // counts changes
  #due = 0
  #since = performance.now() // of the status
  #heard = 0 // when the host said something
  #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
    transport.onstatus = (status, why) => this.#onStatus(status, why)
    transport.onmessage = (m) => this.#onMessage(m)
    transport.onloading = (l) => {
      this.loading = l
      this.changed()
    }
    setInterval(() => this.#watch(), 1000)
  }

  // Finds out whether the host still answers. Where nobody asks anything, it is asked for what it has already.
  #watch() {
    const now = performance.now()
    const due = [...this.#waiting.values()].filter((w) => !w.long).map((w) => w.since)
    const since = this.status === 'open' ? Math.min(now, ...due) : this.#since
    const late = now - since < patience || this.loading ? 0 : Math.round((now - since) / 1000)
    if (late !== this.late) {
      this.late = late
      this.changed()
    }
    if (this.status !== 'open' || this.loading || due.length || now - this.#heard < patience) return
    for (const s of this.sittings.values())
      if (s.joined && !s.early && this.#holds.get(s.table)) this.tell(s, { type: 'pace', every: memory.wishes.moves() !== 'off' }).catch(() => {}) // what follows says why
  }

  /** Calls fn after every change, and at once where something changed after version since. Returns what ends it. */
  subscribe(fn: () => void, since: number): () => void {
    this.#listeners.add(fn)
    if (this.version !== since) fn()
    return () => this.#listeners.delete(fn)
  }

  changed() {
    this.version++
    if (this.#due) return
    this.#due = 1
    queueMicrotask(() => {
      this.#due = 0
      for (const fn of this.#listeners) fn()
    })
  }

  /** Sends a message and waits for the answer with the same id. */
  ask<T = any>(message: { type: string; [k: string]: any }, progress?: (m: any) => void): Promise<T> {
    const id = String(this.#next++)
    return new Promise<T>((resolve, reject) => {
      if (this.status !== 'open') return reject(new Refused(words.fault.lostNow))
      this.#waiting.set(id, { since: performance.now(), long: long.has(message.type), resolve, reject, progress })
      this.#transport.send({ ...message, id })
    })
  }

  /** Sends a message to the table of a sitting, with the key of the seat that is shown. */
  tell<T = any>(s: Sitting, message: { type: string; [k: string]: any }, progress?: (m: any) => void): Promise<T> {
    if (message.type === 'act') s.error = undefined
    if (s.early) {
      const next = message.type === 'act' && s.early.answer(message.step, message.action)
      if (!next) return s.here!.then(() => this.tell(s, message, progress))
      setTimeout(() => this.#show(s, next)) // as from a host: what follows comes after the answer
      return Promise.resolve({ type: 'done' } as T)
    }
    return this.ask<T>({ table: s.table, key: s.keys[s.shown], ...message }, progress)
  }

  #tell(game: string): Promise<RulesTold> {
    let r = this.#told.get(game)
    if (!r) {
      r = this.ask<RulesTold>({ type: 'rules', game })
      r.catch(() => this.#told.delete(game))
      this.#told.set(game, r)
    }
    return r
  }

  /** Returns the rules of a game in short. */
  rules = (game: string): Promise<Rules> => this.#tell(game).then((m) => m.rules)

  /** Returns what there is to choose of a game, also of one that the host does not list. */
  game = (game: string): Promise<GameOffer> => this.#tell(game).then((m) => ({ ...m, title: m.rules.title }))

  /** Makes a table and sits down at it. Returns the id of the table. */
  async open(message: { game: string; seats: NewSeat[]; [k: string]: any }): Promise<string> {
    const table = message.guided && inBrowser() && (await this.#begin(message.game, message.seats))
    if (table) return table
    const m = await this.ask<Joined>({ type: 'new', every: memory.wishes.moves() !== 'off', ...message })
    return this.sit(m)
  }

  // Begins a first game from its opening, while the host loads. Returns the name of the opening, none where there is none.
  async #begin(game: string, seats: NewSeat[]): Promise<string> {
    const seat = seats.findIndex((s) => 'person' in s)
    const table = openingOf(nameOf(game), seat)
    if (this.sittings.get(table)?.early) return table // somebody comes back to it
    const opening = await loadOpening(nameOf(game), String(seat)).catch(() => undefined)
    if (!opening) return ''
    this.#became.delete(table)
    this.#play(this.#seat(table, { [seat]: '' }), opening, (seats[seat] as { person: string }).person)
    return table
  }

  #play(s: Sitting, opening: Opening, person: string) {
    s.early = new Early(opening, person)
    s.joined = true
    this.#told.set(opening.rules.game, Promise.resolve(opening.rules))
    this.#show(s, s.early.taken(0)!.messages)
    s.here = this.#catchUp(s, s.early)
    s.here.catch((err) => {
      s.error = err.message
      this.changed()
    })
  }

  #show(s: Sitting, all: Told[]) {
    for (const m of all) {
      if (m.type === 'view') this.#onView({ ...m, table: s.table })
      else this.#onEvents({ ...m, table: s.table })
    }
    this.changed()
  }

  // Lets the host begin the game that its opening showed, with the answers that were given meanwhile. What it says is compared
  // with the opening, word for word; where they differ the host is right.
  async #catchUp(s: Sitting, early: Early) {
    const m = await this.ask<Joined>(early.request)
    const { table } = m
    let heard: Told[] = []
    let agrees = true
    for (let n = 0, at = early.taken(0); at && agrees; at = early.taken(++n)) {
      const { messages, step, action } = at
      heard = []
      const said = new Promise<boolean>((resolve) =>
        this.#checks.set(table, (m) => {
          heard.push(m)
          if (!same(messages[heard.length - 1], m)) resolve(false)
          else if (heard.length === messages.length) resolve(true)
        }),
      )
      if (n) await this.ask({ type: 'act', table, key: m.keys[early.seat], step, action })
      agrees = await said
    }
    this.#checks.delete(table)
    const before = s.table
    const shown = s.views.get(early.seat)
    Object.assign(s, { table, keys: m.keys, watch: m.watch?.[early.seat], early: undefined })
    this.sittings.delete(before)
    this.sittings.set(table, s)
    this.#became.set(before, table)
    this.#holds.set(table, this.#holds.get(before) ?? 0)
    this.#holds.delete(before)
    memory.saveTable({ table, keys: m.keys, game: m.game, at: Date.now(), guided: true })
    if (shown) memory.noteTable({ ...shown, table })
    if (location.hash === to.table(before)) history.replaceState(history.state, '', to.table(table))
    if (!agrees) {
      s.error = words.fault.otherDeal
      this.#show(s, heard)
    }
    if (memory.wishes.moves() === 'off') this.tell(s, { type: 'pace', every: false }).catch(() => {})
    if (!this.#holds.get(table)) this.#leave(table)
    this.changed()
  }

  /** Lets agents play a game to its end that nobody sees. Returns how it ended. */
  async playOut(message: { game: string; seats: NewSeat[]; [k: string]: any }): Promise<View> {
    const m = await this.ask<Joined>({ type: 'new', ...message })
    const at = { table: m.table, key: m.keys['-1'] }
    const end = await new Promise<View>((resolve, reject) => {
      const on = (err: Error) => reject(err)
      this.#plays.set(m.table, (v) => {
        if (!v) on(new Refused(words.fault.lostGame))
        else if (v.over) resolve(v)
        else if (v.can.step) this.ask({ type: 'step', ...at, count: 10_000 }).catch(on)
      })
    }).finally(() => this.#plays.delete(m.table))
    this.ask({ type: 'leave', ...at }).catch(() => {})
    return end
  }

  /** Sits down at the next game of the same people, which the same keys open. Returns the id of its table. */
  async again(s: Sitting): Promise<string> {
    const m = await this.tell<Joined>(s, { type: 'again' })
    return this.sit({ ...m, keys: s.keys })
  }

  /** Remembers the keys of a table and sits down at it. */
  sit(m: Joined): string {
    memory.saveTable({ table: m.table, keys: m.keys, game: m.game, at: Date.now(), ...(Object.keys(m.invites ?? {}).length && { invites: m.invites }) })
    this.sitting(m.table)
    return m.table
  }

  /** Returns the sitting of a table whose keys this browser holds, and joins the table where needed. */
  sitting(name: string): Sitting | undefined {
    const table = this.#became.get(name) ?? name
    let s = this.sittings.get(table)
    if (!s) {
      const keys = memory.keysOf(table)
      if (!keys) return this.#reopen(table)
      this.#join((s = this.#seat(table, keys)))
    }
    return s
  }

  #seat(table: string, keys: Record<string, string>): Sitting {
    const shown = Number(Object.keys(keys)[0] ?? -1)
    const s: Sitting = { table, keys, reels: new Map(), views: new Map(), scenes: new Map(), logs: new Map(), heard: new Map(), shown, curtain: false, joined: false }
    this.sittings.set(table, s)
    return s
  }

  // A page that was loaded again before the host had the game: it begins anew, as it began.
  #reopen(table: string): Sitting | undefined {
    const [name, seat] = (inBrowser() && openedBy(table)) || []
    if (!name || !seat) return undefined
    const s = this.#seat(table, { [seat]: '' })
    s.joined = true
    loadOpening(name, seat)
      .then((o) => this.#play(s, o, memory.wishes.name() || words.player(1)))
      .catch(() => {
        s.error = words.fault.noTable
        this.changed()
      })
    return s
  }

  /** Keeps the seats at a table until the page that shows them is gone. Returns what lets them go. */
  hold(name: string): () => void {
    const table = () => this.#became.get(name) ?? name
    const count = (n: number) => this.#holds.set(table(), (this.#holds.get(table()) ?? 0) + n)
    count(1)
    return () => {
      count(-1)
      setTimeout(() => this.#holds.get(table()) || this.#leave(table())) // the next page may show the same table
    }
  }

  #leave(table: string) {
    const s = this.sittings.get(table)
    if (s?.early) return // when the host has it
    this.#holds.delete(table)
    this.sittings.delete(table)
    if (!s?.joined || this.status !== 'open') return
    for (const key of Object.values(s.keys)) this.ask({ type: 'leave', table, key }).catch(() => {}) // it is gone with the connection too
  }

  async #join(s: Sitting) {
    if (this.status !== 'open' || s.joined) return
    s.joined = true
    for (const [seat, key] of Object.entries(s.keys)) {
      try {
        const m = await this.ask<Joined>({ type: 'join', table: s.table, key, after: s.heard.get(Number(seat)) ?? 0, every: memory.wishes.moves() !== 'off' })
        s.watch = m.watch?.[seat] ?? s.watch
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
    if (status !== this.status) this.#since = performance.now()
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
      for (const s of this.sittings.values()) {
        s.joined = false
        this.finish(s)
      }
      const lost = new Refused(words.fault.lostBefore)
      for (const w of this.#waiting.values()) w.reject(lost)
      this.#waiting.clear()
      for (const tell of this.#plays.values()) tell(null)
    }
    this.changed()
  }

  #onMessage(m: any) {
    this.#heard = performance.now()
    const check = this.#checks.get(m.table)
    if (check && (m.type === 'view' || m.type === 'events')) check(m)
    else if (m.type === 'view') this.#onView(m)
    else if (m.type === 'events') this.#onEvents(m)
    const w = m.id !== undefined ? this.#waiting.get(String(m.id)) : undefined
    if (w && m.type === 'progress') w.progress?.(m)
    else if (w) {
      this.#waiting.delete(String(m.id))
      if (m.type === 'error') w.reject(new Refused(refusal(m.error)))
      else w.resolve(m)
    } else if (m.type === 'error' && m.table) {
      const s = this.sittings.get(m.table)
      if (s) s.error = refusal(m.error) // the table cannot go on
    }
    this.changed()
  }

  #onView(v: View) {
    this.#plays.get(v.table)?.(v)
    const s = this.sittings.get(v.table)
    if (!s) return
    const people = Object.keys(s.keys).length
    if (v.scene.ask && v.you !== s.shown) {
      // Several people at one screen: nobody sees the cards of the next one by accident.
      // The next one sees what happened since when the curtain is up.
      this.#reel(s, s.shown).held = true
      s.curtain = people > 1 && v.you >= 0
      s.shown = v.you
    } else if (!s.views.has(s.shown)) {
      s.shown = v.you
    }
    const r = this.#reel(s, v.you)
    r.held = s.views.has(v.you) && (s.curtain || v.you !== s.shown)
    v = shown(v)
    memory.noteTable(v)
    r.show(v, this.#paceOf(s, v.you))
  }

  #onEvents(m: { table: string; events: TableEvent[] | null; you?: number }) {
    const s = this.sittings.get(m.table)
    if (!s || !m.events?.length) return
    const you = m.you ?? s.shown
    s.heard.set(you, m.events.at(-1)!.n)
    this.#reel(s, you).tell(m.events, this.#paceOf(s, you))
  }

  // A table of bots goes on when its spectator says so; nobody waits for one that is not seen.
  #paceOf(s: Sitting, you: number): number {
    return you < 0 || !s.views.has(you) || document.hidden ? 0 : paces[memory.wishes.moves()]
  }

  #reel(s: Sitting, you: number): Reel {
    let r = s.reels.get(you)
    if (!r) s.reels.set(you, (r = new Reel(you, (f) => this.#draw(s, you, f))))
    return r
  }

  // Draws a frame, and returns whether it marks anything on the table.
  #draw(s: Sitting, you: number, f: Frame): boolean {
    let looks = false
    if (f.events.length) {
      const log = s.logs.get(you) ?? []
      const from = f.events[0]!.n
      // Events that were taken back are told no more: new ones take their numbers.
      s.logs.set(you, [...(log.length && log.at(-1)!.n >= from ? log.filter((e) => e.n < from) : log), ...f.events].slice(-longest))
    }
    const old = s.views.get(you)
    const v = f.view ?? old
    if (v) {
      const news = f.events.length ? f.events : old?.news
      const was = s.scenes.get(you)
      const before = (f.events.length ? was?.last : was?.before) ?? v.scene
      const last = f.view ? v.scene : (was?.last ?? v.scene)
      const scene = v.over ? last : marked(before, last)
      looks = v.over || hasMarks(scene)
      s.scenes.set(you, { before, last })
      s.views.set(you, { ...v, news: old && news, scene })
    }
    this.changed()
    return looks
  }

  /** Draws all at once that has come of the seat that is shown. */
  finish(s: Sitting) {
    s.reels.get(s.shown)?.finish()
  }

  /** How many things of the seat that is shown wait to be drawn. */
  waiting = (s: Sitting) => (s.curtain ? 0 : (s.reels.get(s.shown)?.waiting ?? 0))

  /** Shows the seat whose turn it is to the person at the screen. */
  lift(s: Sitting) {
    s.curtain = false
    s.reels.get(s.shown)?.release()
    this.changed()
  }

  /** Changes how what the others do is shown. */
  setMoves(m: memory.Moves) {
    memory.wishes.setMoves(m)
    for (const s of this.sittings.values()) {
      if (m === 'off') this.finish(s)
      if (s.joined && !s.early) for (const key of Object.values(s.keys)) this.ask({ type: 'pace', table: s.table, key, every: m !== 'off' }).catch(() => {})
    }
    this.changed()
  }
}

/** Returns a view as it is drawn: without marks of secrets where all is open. */
export function shown(v: View): View {
  const scene = structuredClone(v.scene)
  if (v.you < 0 || v.over) for (const z of scene.zones ?? []) for (const t of z.things ?? []) if (t.face !== 'down') delete t.face
  return { ...v, scene }
}

const longest = 2000 // events of a seat
const patience = 3000 // milliseconds after which a host that says nothing is asked, and one that does not answer is late
const long = new Set(['hint', 'review']) // what takes its time
