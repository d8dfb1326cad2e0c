// The picture of a game: its own table under way, drawn small.

import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { theirs, words } from '../language'
import type { View } from '../protocol'
import { thingsOf, type Scene } from '../scene'
import { Table, type TableContext } from '../table/context'
import { picking } from '../table/pick'
import { useArrangement } from '../table/table'

const wide = 960 // pixels of the table that is drawn small; less on phones, whose tables are narrow
const nothing = () => {}

// Tables are drawn one after the other, when nothing else is to be done: whoever presses meanwhile does not wait.
let turn = Promise.resolve()
const idle = () => new Promise<void>((r) => ('requestIdleCallback' in window ? requestIdleCallback(() => r(), { timeout: 2000 }) : setTimeout(r, 50)))
const inTurn = () => (turn = turn.then(idle))

/** A table that can be looked at only. It fills the width of what it is in. */
export function Picture({ of: scene }: { of?: Scene }) {
  const box = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(0)
  const width = Math.min(innerWidth, wide)
  useLayoutEffect(() => {
    const look = () => box.current && setScale(box.current.clientWidth / width)
    const o = new ResizeObserver(look)
    inTurn().then(() => box.current && o.observe(box.current))
    return () => o.disconnect()
  }, [width])
  return (
    <div class="picture" ref={box} aria-hidden="true" inert>
      {scene && scale > 0 && <Small scene={scene} width={width} scale={scale} />}
    </div>
  )
}

function Small({ scene, width, scale }: { scene: Scene; width: number; scale: number }) {
  const Board = useArrangement(scene.layout)
  const view = { you: scene.viewer, seats: scene.seats.map((s) => ({ seat: s.seat, name: words.player(s.seat + 1) })), scene } as unknown as View
  const t: TableContext = { view, scene, picking: picking([], []), things: thingsOf(scene), pointed: null, press: nothing, notes: () => [], entry: () => undefined, nameOf: (n) => words.player(n + 1), enlarge: nothing }
  return (
    <Table.Provider value={t}>
      <div lang={theirs} class={`small-board layout-${scene.layout}`} style={{ width: `${width}px`, transform: `scale(${scale})` }}>
        <Board scene={scene} />
      </div>
    </Table.Provider>
  )
}
