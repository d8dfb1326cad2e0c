// Results of the deal of a day, and the file that a player takes along. evenings.ts reads both.

import type { KnownTable, Tally } from './memory'

/** What somebody got on the deal of a day, as they say it. */
export interface DealResult {
  game: string
  date: string
  name: string
  got: string // in the game's own units
  points: number // its return, by which results are compared
  mine?: boolean
}

/** The name under which the ringer's own result of a deal is kept. */
export const ringer = 'The ringer'

export const dealFormat = 'deal1'

/** Writes a result as a part of an address. */
export const dealText = (r: DealResult) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify([dealFormat, r.game, r.date, r.name, r.got, r.points]))))
    .replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** All that a player takes along. */
export interface Evenings {
  format: typeof format
  games: KnownTable[]
  deals: DealResult[]
  tally: Record<string, Record<string, Tally>> // that an older page kept
}

export const format = 'ringer-evenings/1'
