// A table: what is drawn, what is picked, and the keys. The board comes from the
// arrangement of the game; everything else is the same for all games.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { arrangementOf } from '../games/registry'
import { theirs, words } from '../language'
import type { View } from '../protocol'
import { thingsOf, type Choice, type Rules } from '../scene'
import { Table as Context, type Enlarged, type TableContext } from './context'
import { EnlargedView } from './enlarged'
import { still, useFlip } from './flip'
import { useKeys } from './keys'
import { motion } from './news'
import { deliberate } from './presses'
import * as pick from './pick'
import { Board as Plain } from './board'
import type { ComponentChildren, ComponentType } from 'preact'
import type { BoardProps } from './board'

export interface TableProps {
  view: View
  rules?: Rules | null
  act?: (c: Choice) => void
  /** Draws what lies beside the board, and below it on phones and tablets. */
  side?: (t: TableContext) => ComponentChildren
  /** Draws the foot of the page, which covers nothing. */
  children?: (t: TableContext, clear: (h?: pick.Handle) => void) => ComponentChildren
}

/** The board of a view, with what can be picked on it. */
export function TableView({ view, rules, act, side, children }: TableProps) {
  const scene = view.scene
  const [big, setBig] = useState<Enlarged | null>(null)
  const key = `${view.table}/${view.you}/${view.step}/${scene.ask?.text ?? ''}/${scene.ask?.choices.length ?? 0}`
  // A pick belongs to its question: the next question begins without any, in its first picture already.
  const [picks, setPicks] = useState<{ of: string; list: pick.Handle[] }>({ of: key, list: [] })
  const picked = picks.of === key ? picks.list : []
  const setPicked = (list: pick.Handle[]) => setPicks({ of: key, list })
  useEffect(() => setBig(null), [key])
  const things = useMemo(() => thingsOf(scene), [scene])
  const entries = useMemo(() => new Map([...(rules?.entries ?? []), ...(rules?.signs ?? [])].map((e) => [e.id, e])), [rules])
  const choices = act ? (scene.ask?.choices ?? []) : []
  const state = pick.picking(choices, picked)
  const board = useRef<HTMLDivElement>(null)
  const actors = new Set(view.news?.map((e) => e.seat).filter((n) => n >= 0))
  const by = actors.size === 1 ? [...actors][0] : undefined // what several did has no one colour
  useFlip(board, view, motion(), by)

  const clear = (h?: pick.Handle) => setPicked(h ? picked.filter((o) => o !== h) : [])
  const t: TableContext = {
    view,
    scene,
    picking: state,
    things,
    pointed: big?.thing.id ?? null,
    press(h) {
      setBig(null)
      if (!deliberate()) return
      if (state.picked.includes(h)) return clear(h)
      const c = pick.decides(state, h)
      setPicked([...state.picked, h])
      if (c) act?.(c)
    },
    notes: (h) => [...new Set(state.left.filter((c) => c.note && pick.handles(c).includes(h)).map((c) => c.note!))],
    entry: (id) => (id ? entries.get(id) : undefined),
    nameOf: (n) => nameIn(view, n),
    enlarge: (what) => setBig((was) => (what === null && was?.stays ? was : what)),
  }
  useKeys({ escape: () => (big ? setBig(null) : clear()) })
  const Board = useArrangement(scene.layout)
  useEffect(() => {
    if (scene.ask && board.current) bringIntoSight(board.current)
  }, [key, Board])
  return (
    <Context.Provider value={t}>
      <div class="upper">
        <div lang={theirs} class={`board-of layout-${scene.layout}${by === undefined ? '' : ` by-${by % 7}`}`} ref={board} onPointerDown={() => big?.stays && setBig(null)}>
          <Board scene={scene} />
        </div>
        {side && <aside class="side">{side(t)}</aside>}
      </div>
      {children?.(t, clear)}
      {big && <EnlargedView what={big} close={() => setBig(null)} />}
    </Context.Provider>
  )
}

// Scrolls the table when a question comes: all that can be done is in sight, or its beginning where that is too much.
function bringIntoSight(board: HTMLElement) {
  const all = [...board.querySelectorAll<HTMLElement>('[data-go]')].map((e) => e.getBoundingClientRect()).filter((r) => r.width)
  if (!all.length) return
  const scroller = getComputedStyle(board).overflowY === 'auto' ? board : board.parentElement!
  const room = scroller.getBoundingClientRect()
  const above = Math.min(...all.map((r) => r.top)) - beside - room.top
  const below = Math.max(...all.map((r) => r.bottom)) + beside - room.bottom
  const by = above < 0 ? above : Math.max(0, Math.min(above, below))
  if (by) scroller.scrollBy({ top: by, behavior: still() ? 'auto' : 'smooth' })
}

const beside = 16 // pixels of the table around what can be done

/** Returns the name of a seat of a table, with its number where two have the same; -1 is the table itself. */
export function nameIn(view: View, n: number): string {
  if (n < 0) return words.theTable
  const name = view.seats.find((s) => s.seat === n)?.name
  if (name === undefined) return words.seat(n + 1)
  return view.seats.filter((s) => s.name === name).length > 1 ? `${name} (${n + 1})` : name
}

/** Returns the board of a layout, once it is loaded, and until then the one for any game. */
export function useArrangement(layout: string): ComponentType<BoardProps> {
  const [found, setFound] = useState<{ layout: string; Board: ComponentType<BoardProps> } | null>(null)
  useEffect(() => {
    let here = true
    arrangementOf(layout).then((Board) => here && Board && setFound({ layout, Board }))
    return () => {
      here = false
    }
  }, [layout])
  return found?.layout === layout ? found.Board : Plain
}
