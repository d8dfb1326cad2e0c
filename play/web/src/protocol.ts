// The messages of ringer-table/1 that the page sends and reads: docs/table.md says all of it.

import type { Scene } from './scene'

export const protocol = 'ringer-table/1'

export interface Opponent {
  agent: string
  name: string
  words?: string
  rating?: number
  low?: number
  high?: number
  default?: boolean
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
}

export interface SeatName {
  seat: number
  name: string
  agent?: string
  person?: boolean
  team?: number
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
  can: { undo?: boolean; retry?: boolean; hint?: boolean; record?: boolean; review?: boolean; step?: boolean }
  values?: SeatValue[]
  practice?: boolean
  daily?: string
}

export interface TableEvent {
  n: number
  step: number
  seat: number // -1: the table itself
  text: string
}

export interface HintAction {
  action: number
  label?: string
  name?: string
  chance?: number
  low?: number
  high?: number
  reason?: string
}

export interface Hint {
  actions: HintAction[]
  source?: string
}

export type NewSeat = { person: string } | { agent: string }
