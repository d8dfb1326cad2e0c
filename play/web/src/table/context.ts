// What the pieces of a table ask for: what is lit, what was picked, and what a click does.
// Arrangements of games need none of it; the pieces take it from here.

import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { View } from '../protocol'
import type { Entry, Scene, Thing } from '../scene'
import type { Handle, Picking } from './pick'

export interface TableContext {
  view: View
  scene: Scene
  picking: Picking
  /** Picks what is lit; of anything else, shows what it says. */
  press(h: Handle): void
  /** Notes of the choices that a handle would leave: odds, costs. */
  notes(h: Handle): string[]
  entry(id: string | undefined): Entry | undefined
  things: Map<string, Thing>
  nameOf(seat: number): string
  /** Shows a thing enlarged beside an element; null takes it away. */
  enlarge(what: Enlarged | null): void
  /** What a hovered thing is: arrangements may outline what belongs to it. */
  pointed: string | null
}

export interface Enlarged {
  thing: Thing
  at: DOMRect
  stays?: boolean // until something else is pressed
}

export const Table = createContext<TableContext>(null!)
export const useTable = () => useContext(Table)
