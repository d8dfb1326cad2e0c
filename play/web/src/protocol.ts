// The messages of ringer-table/1 that the page sends and reads: docs/table-protocol.md says all of it.

import type { Rules, Scene } from './scene'

export const protocol = 'ringer-table/1'

export interface Opponent {
  agent: string
  name: string
  words?: string
  rating?: number
  low?: number
  high?: number
  games?: number // behind the rating
  stands?: 'level' | 'weaker' | 'stronger' // of a style, beside the ringer
  default?: boolean
  first?: boolean // good for a first game
}

export interface GameOffer {
  game: string
  name: string
  title: string
  seats: number
  label: string
  words?: string
  opponents: Opponent[] | null
  puzzles?: Puzzle[]
  odds?: HeadStart[]
  decisions?: number // that a seat takes in a game
  guides?: Guide[] // one a seat
  picture?: Scene // a table under way: of the first offer of each game
}

/** A first game that teaches, from one seat. */
export interface Guide {
  seat: number
  role?: string // whom the seat plays, where there are several
  agent: string // for all other seats
  lessons: number
}

/** A new thing, explained at a question. */
export interface Lesson {
  id: string
  says: string
  why: string
  rule: string
  n: number // how many were told so far, with this one
  of: number
}

/** What answers rules: a game, whether the host lists it or not. */
export interface RulesTold extends Omit<GameOffer, 'title' | 'words' | 'puzzles'> {
  rules: Rules
}

/** What a seat can begin with besides what the rules give it. */
export interface HeadStart {
  name: string
  step: number // the least, and what all are multiples of
  most: number
  words: string // with %d for the number
}

export interface Puzzle {
  id: string
  title: string
  words?: string
  seat?: number
}

export interface Welcome {
  type: 'welcome'
  protocol: string
  ringer: string
  games: GameOffer[]
  daily?: string // the date of the daily deal
  puzzles?: (Puzzle & { game: string })[]
  reach?: string[] // addresses of the page for others, with what admits them
}

export interface SeatName {
  seat: number
  name: string
  agent?: string
  person?: boolean
  team?: number
  invited?: boolean // nobody has claimed the seat yet
  away?: boolean // its person is not connected
  resigned?: boolean // its person gave up
}

/** Where an invitation leads. */
export interface Invitation {
  table: string
  game: string
  seat: number
  seats: SeatName[]
  taken: boolean
  over: boolean
}

/** A puzzle as its solver sees it. */
export interface Task {
  id: string
  title: string
  words?: string
  state: 'open' | 'solved' | 'failed' // by the first decision
  verdict?: string
}

/** The return that the agent of a seat expected when it decided last. */
export interface SeatValue {
  seat: number
  value: number
  least: number
  most: number
  source: string
}

export interface View {
  type: 'view'
  table: string
  game: string
  step: number
  seats: SeatName[]
  you: number // -1: an open table
  scene: Scene
  over?: boolean
  returns?: number[]
  verdict?: string
  can: { undo?: boolean; retry?: boolean; hint?: boolean; record?: boolean; review?: boolean; step?: boolean; resign?: boolean; takeback?: boolean }
  values?: SeatValue[]
  practice?: boolean
  odds?: { given: string; words: string } // the seats began unequal
  daily?: string
  puzzle?: string
  branch?: boolean // it plays on from a record
  task?: Task
  guided?: boolean
  lesson?: Lesson
  eyes?: number // of somebody who looks on: the seat whose view it is
  takeback?: { seat: number; waits: number[] } // what somebody would like to take back
  resigned?: number // the seat that ended the game
  next?: string // the table of the next game, which the same keys open
  news?: TableEvent[] // what has just happened: of the page, beside its marks in the scene
}

export interface TableEvent {
  n: number
  step: number
  seat: number // -1: the table itself
  who?: string // the seat as the reader reads it
  text: string
  idle?: boolean // nothing came of it
}

/** An estimate with its 95% interval. */
export interface Chance {
  chance: number
  low: number
  high: number
}

export interface HintOption extends Chance {
  action: number
  name: string
  behind: Chance // the chance of the first option less the chance of this one
  probability: number
  reason?: string
}

/** The best actions of a seat, the best first. */
export interface Hint {
  source: string
  seat: number
  unit: string // "chance to win" or "return"
  worlds: number
  value: Chance
  options: HintOption[]
}

export interface ReviewChoice {
  action: number
  name: string
  label?: string // as the seat reads it
  chance?: number
  low?: number
  high?: number
  probability?: number
}

export interface Decision {
  step: number
  phase?: string
  value: Chance
  chosen: ReviewChoice
  better?: ReviewChoice
  loss: Chance // what it cost; clearly where better is there
  luck: number
  worlds: number
  why?: string
}

/** A game from the eyes of one seat: start − errors − unclear + luck = result. */
export interface Review {
  game: string
  seat: number
  source: string
  unit: string
  open?: boolean
  partial?: boolean // it was given up: the result is the value after the last decision
  start: Chance
  errors: Chance // clear ones
  unclear: Chance // what all other decisions cost together
  luck: Chance
  result: number
  decisions: Decision[] | null
  costliest: number[] | null
}

export type NewSeat = { person: string; invited?: boolean } | { agent: string }
