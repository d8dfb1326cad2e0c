// Liar's dice: the dice of both, with their pips, and the bids.

import type { Thing } from '../scene'
import { zonesOf } from '../scene'
import type { BoardProps } from '../table/board'
import { SeatPanel, ThingView, ZoneView } from '../table/pieces'
import { Die } from './die'
import './small.css'

const die = (t: Thing) => (
  <ThingView key={t.id} of={t} size="small" class="rolled">
    <Die face={Number(t.corner)} />
  </ThingView>
)

export function Board({ scene }: BoardProps) {
  return (
    <div class="board liarsdice">
      {scene.seats.map((s) => (
        <SeatPanel key={s.seat} facts={s}>
          {zonesOf(scene, { seat: s.seat }).map((z) => (
            <ZoneView key={z.id} of={z} draw={die} />
          ))}
        </SeatPanel>
      ))}
    </div>
  )
}
