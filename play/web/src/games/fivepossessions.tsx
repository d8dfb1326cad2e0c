// 5 Possessions: the field with the yards, the lanes with the defense above and the offense
// below, and the hands.

import { ours, words } from '../language'
import type { Scene, Thing, Zone } from '../scene'
import { zoneOf, zonesOf } from '../scene'
import type { BoardProps } from '../table/board'
import { Pile, SeatPanel, useTable, ZoneView } from '../table/pieces'
import { Formation } from './formation'
import { Yards } from './yards'
import './fivepossessions.css'

const card = (t: Thing) => <Formation key={t.id} of={t} />
const chip = (t: Thing) => <Formation key={t.id} of={t} size="chip" />

export function Board({ scene }: BoardProps) {
  const { view } = useTable()
  const mine = scene.seats.find((s) => s.seat === view.you)
  const others = scene.seats.filter((s) => s !== mine)
  const lanes = zonesOf(scene, { kind: 'lane' })
  const lines = (scene.zones ?? []).filter((z) => z.id.startsWith('line:'))
  const last = (scene.zones ?? []).filter((z) => z.id.startsWith('last:'))
  return (
    <div class="board fivepossessions">
      <div class="aside">
        {mine && (
          <SeatPanel facts={mine}>
            <Of scene={scene} id={`hand:${mine.seat}`} draw={card} />
            <Seen of={zoneOf(scene, `seen:${mine.seat}`)} />
          </SeatPanel>
        )}
        {others.map((s) => (
          <SeatPanel key={s.seat} facts={s}>
            {zoneOf(scene, `hand:${s.seat}`)?.things?.length ? <Of scene={scene} id={`hand:${s.seat}`} draw={chip} /> : null}
            <Seen of={zoneOf(scene, `seen:${s.seat}`)} />
          </SeatPanel>
        ))}
      </div>
      <div class="middle">
        {lanes.length > 0 && (
          <section class="lanes" aria-label={words.game.lanes} style={{ '--n': lanes.length }}>
            {lanes.map((z) => (
              <Lane key={z.id} of={z} role={mine?.role} />
            ))}
          </section>
        )}
        <section class="field" aria-label={words.game.yards}>
          <Yards scene={scene} words={words.game.yards} />
        </section>
        {(lines.length ? lines : last).length > 0 && (
          <section class="lines" aria-label={words.game.opened}>
            {(lines.length ? lines : last).map((z) => (
              <p key={z.id}>
                <b>{z.title}</b> {z.note}
              </p>
            ))}
          </section>
        )}
        <Possessions of={zoneOf(scene, 'possessions')} />
      </div>
    </div>
  )
}

function Of({ scene, id, draw }: { scene: Scene; id: string; draw: (t: Thing) => preact.ComponentChildren }) {
  const z = zoneOf(scene, id)
  if (!z || (!z.things?.length && !z.hidden)) return null
  return <ZoneView of={z} draw={draw} />
}

const sideOf = (t: Thing) => t.icons?.find((i) => i.id === 'offense' || i.id === 'defense')?.id

/** A lane from the defense's end to the offense's, with the line of scrimmage between. */
function Lane({ of: z, role }: { of: Zone; role?: string }) {
  const things = z.things ?? []
  const slots = things.filter((t) => t.kind === 'slot')
  const of = (side: string) => [...things.filter((t) => sideOf(t) === side), ...(role === side ? slots : [])]
  const closed = z.note === 'closed'
  return (
    <section class={'lane' + (closed ? ' closed' : '')} data-zone={z.id} aria-label={`${z.title}, ${z.note}`}>
      <header>
        <h3>{z.title}</h3>
        <small>{z.note}</small>
      </header>
      <div class="end defense">{of('defense').map(card)}</div>
      <hr />
      <div class="end offense">{of('offense').map(card)}</div>
    </section>
  )
}

function Seen({ of: z }: { of?: Zone }) {
  if (!z) return null
  return (
    <Pile
      class="seen"
      things={z.things}
      title={
        <>
          {z.title}: {z.things?.length ?? 0} <small>{z.note}</small>
        </>
      }
    >
      <div class="things">{z.things?.map(chip)}</div>
    </Pile>
  )
}

function Possessions({ of: z }: { of?: Zone }) {
  if (!z?.things?.length) return null
  return (
    <details class="seen">
      <summary lang={ours}>{words.game.possessions(z.things.length)}</summary>
      <ol>
        {z.things.map((t) => (
          <li key={t.id}>{t.text}</li>
        ))}
      </ol>
    </details>
  )
}
