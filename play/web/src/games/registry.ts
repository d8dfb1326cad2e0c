// The arrangements of games: one line a game. A layout without a line, and one that cannot
// be loaded, is drawn by the arrangement for any game in ../table/board.tsx.

import type { ComponentType } from 'preact'
import type { BoardProps } from '../table/board'

type Load = () => Promise<{ Board: ComponentType<BoardProps> }>

const arrangements: Record<string, Load> = {
  duel: () => import('./duel'),
  fivepossessions: () => import('./fivepossessions'),
  fourdowns: () => import('./fourdowns'),
  heat: () => import('./heat'),
  heist: () => import('./heist'),
  liarsdice: () => import('./liarsdice'),
  payday: () => import('./payday'),
  tictactoe: () => import('./tictactoe'),
}

const loaded = new Map<string, Promise<ComponentType<BoardProps> | null>>()

/** Returns the board of a layout, and null for the one for any game. */
export function arrangementOf(layout: string): Promise<ComponentType<BoardProps> | null> {
  let b = loaded.get(layout)
  if (!b) {
    b = arrangements[layout]?.().then((m) => m.Board, () => null) ?? Promise.resolve(null)
    loaded.set(layout, b)
  }
  return b
}
