// The events that a seat was told and that are not drawn yet. A reel draws one thing that happened after the
// other, each for a while; whoever presses a key has all of it at once.

import type { TableEvent, View } from './protocol'

/** One thing that happened: what the seat was told, and the table after it. */
export interface Frame {
  view?: View // none: the table looks as before
  events: TableEvent[]
}

const longest = 6000 // milliseconds that all that waits may take together
const most = 80 // frames that wait; the oldest are drawn together
const together = 40 // milliseconds within which a view follows its events

export class Reel {
  /** Nothing is drawn while it is held: somebody else looks at the screen. */
  held = false
  #you: number
  #draw: (f: Frame) => boolean
  #frames: Frame[] = []
  #told: TableEvent[] = [] // since the last view
  #late = 0 // timer of events that no view follows
  #timer = 0
  #until = 0 // when the next frame may be drawn
  #pace = 0

  /** The reel of a seat. draw draws a frame, and says whether anything on the table looks otherwise then. */
  constructor(you: number, draw: (f: Frame) => boolean) {
    this.#you = you
    this.#draw = draw
  }

  /** How many things wait to be drawn. */
  get waiting(): number {
    return this.#frames.length
  }

  /** Takes up what the seat was told. Each thing is drawn for pace milliseconds; 0: at once. */
  tell(events: TableEvent[], pace: number) {
    this.#told.push(...events)
    clearTimeout(this.#late)
    if (!pace) return this.finish()
    this.#late = window.setTimeout(() => this.#add({ events: this.#told.splice(0) }, pace), together)
  }

  /** Takes up the table as it stands after what was told. */
  show(view: View, pace: number) {
    clearTimeout(this.#late)
    this.#add({ view, events: this.#told.splice(0) }, pace)
    if (!pace) this.finish()
  }

  /** Draws all that waits together. */
  finish() {
    clearTimeout(this.#timer)
    clearTimeout(this.#late)
    this.#timer = this.#until = 0
    const events = this.#told.splice(0)
    if (events.length) this.#frames.push({ events })
    this.#merge(this.#frames.length)
    this.#next()
  }

  /** Goes on after it was held. */
  release() {
    this.held = false
    this.#next()
  }

  #add(f: Frame, pace: number) {
    this.#pace = pace
    if (!f.events.length && !f.view) return
    this.#frames.push(f)
    if (this.#frames.length > most) this.#merge(this.#frames.length - most + 1)
    this.#next()
  }

  // Makes one frame of the first n.
  #merge(n: number) {
    if (n < 2) return
    const all = this.#frames.splice(0, n)
    this.#frames.unshift({ view: all.findLast((f) => f.view)?.view, events: all.flatMap((f) => f.events) })
  }

  #next() {
    while (!this.held && this.#frames.length) {
      const wait = this.#until - performance.now()
      if (wait > 1 && this.#pace) {
        clearTimeout(this.#timer)
        this.#timer = window.setTimeout(() => this.#next(), wait)
        return
      }
      const f = this.#frames.shift()!
      const looks = this.#draw(f)
      this.#until = performance.now() + this.#pace * this.#weight(f, looks) * Math.min(1, longest / (this.#pace * (this.#frames.length + 1) || 1))
    }
  }

  // What others did is looked at for a whole while; what the table does, and what changes
  // nothing that can be seen, for half of one.
  #weight(f: Frame, looks: boolean): number {
    if (looks && f.events.some((e) => e.seat >= 0 && e.seat !== this.#you)) return 1
    return f.events.some((e) => e.seat !== this.#you) ? 0.5 : 0
  }
}
