// Tic-tac-toe: three by three cells.

import { zoneOf } from '../scene'
import type { BoardProps } from '../table/board'
import { SeatPanel, ThingView } from '../table/pieces'
import './small.css'

export function Board({ scene }: BoardProps) {
  return (
    <div class="board tictactoe">
      <div class="others">
        {scene.seats.map((s) => (
          <SeatPanel key={s.seat} facts={s} />
        ))}
      </div>
      <div class="cells">
        {zoneOf(scene, 'board')?.things?.map((t) => (
          <ThingView key={t.id} of={t} size="chip" class="cell" />
        ))}
      </div>
    </div>
  )
}
