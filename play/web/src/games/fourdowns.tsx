// 4 Downs: the field with the yards lost, the cards of the down in the middle, and your
// hand below.

import { ours, words } from '../language'
import type { Scene, Thing } from '../scene'
import { zoneOf } from '../scene'
import type { BoardProps } from '../table/board'
import { SeatPanel, useTable, ZoneView } from '../table/pieces'
import { Formation } from './formation'
import { Yards } from './yards'
import './fourdowns.css'

const card = (t: Thing) => <Formation key={t.id} of={t} />
const chip = (t: Thing) => <Formation key={t.id} of={t} size="chip" />

export function Board({ scene }: BoardProps) {
  const { view } = useTable()
  const order = around(scene, view.you)
  const mine = scene.seats.find((s) => s.seat === view.you)
  return (
    <div class="board fourdowns">
      <div class="aside">
        <div class="others">
          {order
            .filter((s) => s.seat !== view.you)
            .map((s) => (
              <SeatPanel key={s.seat} facts={s}>
                {zoneOf(scene, `hand:${s.seat}`)?.things?.length ? <Of scene={scene} id={`hand:${s.seat}`} draw={chip} /> : null}
                <Of scene={scene} id={`played:${s.seat}`} draw={chip} />
              </SeatPanel>
            ))}
        </div>
        <section class="field" aria-label={words.game.yardsLost}>
          <h3 lang={ours}>{words.game.yardsLost}</h3>
          <Yards scene={scene} words={words.game.yardsLost} />
        </section>
        <Story scene={scene} id="story:last" />
      </div>
      <div class="middle">
        <Trick scene={scene} seats={order.map((s) => s.seat)} />
        {mine && (
          <SeatPanel facts={mine}>
            <Of scene={scene} id={`hand:${mine.seat}`} draw={card} />
            <Of scene={scene} id={`played:${mine.seat}`} draw={chip} />
          </SeatPanel>
        )}
      </div>
    </div>
  )
}

/** The seats, from the one after the viewer on. */
function around(scene: Scene, you: number) {
  const n = scene.seats.length
  return scene.seats.map((_, i) => scene.seats[(Math.max(you, -1) + 1 + i) % n]!)
}

function Of({ scene, id, draw }: { scene: Scene; id: string; draw: (t: Thing) => preact.ComponentChildren }) {
  const z = zoneOf(scene, id)
  if (!z || (!z.things?.length && !z.hidden)) return null
  return <ZoneView of={z} draw={draw} />
}

/** Tells what was done in a hand, on request: the log has it too. */
function Story({ scene, id }: { scene: Scene; id: string }) {
  const z = zoneOf(scene, id)
  if (!z?.note) return null
  return (
    <details class="story">
      <summary>{z.title}</summary>
      <p>{z.note}</p>
    </details>
  )
}

function Trick({ scene, seats }: { scene: Scene; seats: number[] }) {
  const { nameOf } = useTable()
  const trick = zoneOf(scene, 'trick')
  const places = seats.filter((s) => zoneOf(scene, `trick:${s}`))
  if (!places.length) return null
  return (
    <section class="zone trick" aria-label={trick?.title}>
      <header>
        <h3>{trick?.title}</h3>
        {trick?.note && <small>{trick.note}</small>}
      </header>
      <div class="things">
        {places.map((s) => {
          const t = zoneOf(scene, `trick:${s}`)?.things?.[0]
          return (
            <div class={`place seat-${s % 7}${t?.marks?.includes('leads') ? ' leads' : ''}`}>
              {t ? <Formation of={t} size="small" /> : <span class="empty" role="img" lang={ours} aria-label={words.game.noCardYet(nameOf(s))} />}
              <small>{nameOf(s)}</small>
            </div>
          )
        })}
      </div>
    </section>
  )
}
