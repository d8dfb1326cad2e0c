// HEAT: the board of Heat beside the others' Records above and one's own below.

import { addIcons } from '../icons'
import { ours, theirs, words } from '../language'
import { zoneOf, zonesOf, type Meter, type Scene, type SeatFacts, type Zone } from '../scene'
import { Hidden, SeatPanel, Sign, ThingView, Words, ZoneView, useTable, type BoardProps } from '../table/pieces'
import './heat.css'

addIcons({
  'tag-bank': 'M3 9.5L12 4l9 5.5zM5.5 10v8M10 10v8M14 10v8M18.500 10v8M3 20.500h18',
  'tag-shop': 'M4 9.500l1.500-5h13L20 9.500M4 9.500c0 3.500 5.300 3.500 5.300 0c0 3.500 5.400 3.500 5.400 0c0 3.500 5.300 3.500 5.300 0M5.500 13v7h13v-7',
  'tag-casino': 'M5 5h14v14h-14zM9 9h.010M15 9h.010M12 12h.010M9 15h.010M15 15h.010',
  'tag-train': 'M6 4h12v12h-12zM6 10h12M9 13h.010M15 13h.010M8 16l-2.500 4M16 16l2.500 4',
  'tag-crew': 'M9 5.500a3 3 0 1 0 0 6a3 3 0 1 0 0-6zM3.500 19c0-4 2.500-5.500 5.500-5.500s5.500 1.500 5.500 5.500M15.500 6a2.600 2.600 0 1 1 0 5.200M17 13.700c2.300.600 3.500 2.300 3.500 5.300',
  'tag-law': 'M12 3.500v17M7 20.500h10M5 7h14M5 7l-2.500 6.500h5zM19 7l-2.500 6.500h5z',
  'tag-quiet': 'M4 9.500h3.500L12 5.500v13l-4.500-4H4zM16 9.500l5 5M21 9.500l-5 5',
  'tag-wheels': 'M4 15.500v-3l2-5h9l4 5l1.500.500v2.500zM7.500 14a2.200 2.200 0 1 0 0 4.400a2.200 2.200 0 1 0 0-4.400zM16.500 14a2.200 2.200 0 1 0 0 4.400a2.200 2.200 0 1 0 0-4.400z',
  'tag-plan': 'M4 5h16v14h-16zM4 10h9v9M13 5v5M17 14h-4',
})

export function Board({ scene }: BoardProps) {
  const { view } = useTable()
  const n = scene.seats.length
  const others = Array.from({ length: n }, (_, i) => scene.seats[(Math.max(view.you, 0) + (view.you < 0 ? i : i + 1)) % n]!).filter((s) => s.seat !== view.you)
  const mine = scene.seats.find((s) => s.seat === view.you)
  return (
    <div class="board heat">
      <Shared scene={scene} />
      <div class="heat-others">
        {others.map((s) => (
          <Place key={s.seat} scene={scene} facts={s} />
        ))}
      </div>
      {mine && (
        <div class="heat-own">
          <Place scene={scene} facts={mine} own />
        </div>
      )}
      <Words />
    </div>
  )
}

/** The Heat board, what each Heat costs, the direction of passing, and the piles. */
function Shared({ scene }: { scene: Scene }) {
  const board = zoneOf(scene, 'board')
  const value = scene.clock?.find((m) => m.id === 'value')
  const held = scene.clock?.find((m) => m.id === 'held')
  const passing = /passing to the (left|right)/.exec(scene.phase)?.[1] as 'left' | 'right' | undefined
  return (
    <section class="heat-shared" aria-label={words.game.heatBoard}>
      <p class="heat-price">
        <b>${value?.value}</b> <span lang={ours}>{words.game.heatCosts}</span>
      </p>
      <div class="heat-rows" data-zone="board">
        {board?.things?.map((t) => <ThingView key={t.id} of={t} size="chip" />)}
      </div>
      {held && (
        <p class="heat-held" lang={ours}>
          {words.game.heatTaken(<span lang={theirs}>{held.text}</span>)}
        </p>
      )}
      {passing && (
        <p class={'heat-passing ' + passing} lang={ours}>
          <Sign id={passing === 'left' ? 'pass-left' : 'move'} size={26} /> {words.game.passing[passing]}
        </p>
      )}
      <div class="heat-piles">
        {['deck', 'discards'].map((id) => {
          const z = zoneOf(scene, id)
          return z && <ZoneView key={id} of={z} size="chip" />
        })}
      </div>
    </section>
  )
}

addIcons({ 'pass-left': 'M20 12h-15M11 6l-6 6l6 6' })

/** A seat: its money and Heat, its Record, its hand. */
function Place({ scene, facts, own = false }: { scene: Scene; facts: SeatFacts; own?: boolean }) {
  const meters = facts.meters?.map((m): Meter => ({ ...m, name: m.short ?? m.name }))
  const zones = zonesOf(scene, { seat: facts.seat })
  const find = (prefix: string) => zones.find((z) => z.id.startsWith(prefix))
  const record = find('record')
  const hand = find('hand')
  const chosen = find('chosen')
  const memories = zones.filter((z) => z.id === 'passed' || z.id === 'received')
  const row = (z: Zone | undefined, c: string, size: 'card' | 'small' | 'chip') => z && <ZoneView of={z} class={c} size={size} />
  return (
    <SeatPanel facts={{ ...facts, meters }}>
      <div class="heat-cards">
        {record && (record.things?.length || !own) ? row(record, 'heat-record', 'small') : null}
        {row(chosen, 'heat-chosen', 'small')}
        {own && hand && (
          <ZoneView
            of={hand}
            class="heat-hand"
            draw={(t) => (
              <ThingView key={t.id} of={t}>
                <span class="says">{t.text}</span>
              </ThingView>
            )}
          />
        )}
        {!own && hand && (
          <section class="zone hand" data-zone={hand.id} aria-label={hand.title}>
            <div class="things">
              {(hand.hidden ?? 0) > 0 && <Hidden n={hand.hidden!} />}
              {hand.things?.map((t) => <ThingView key={t.id} of={t} size="chip" />)}
              {!hand.hidden && !hand.things?.length && <span class="nothing" lang={ours}>{words.game.noCards}</span>}
            </div>
          </section>
        )}
      </div>
      {memories.length > 0 && (
        <details class="heat-memories">
          <summary lang={ours}>{words.game.passed}</summary>
          {memories.map((z) => (
            <ZoneView key={z.id} of={z} size="chip" />
          ))}
        </details>
      )}
    </SeatPanel>
  )
}

