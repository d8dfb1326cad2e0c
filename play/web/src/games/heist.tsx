// HEIST: a panel for each seat with its Job, the line of the Job and its crew; one's own
// below with the hand; the decks between them.

import { addIcons } from '../icons'
import { ours, words } from '../language'
import { zoneOf, zonesOf, type Meter, type Scene, type SeatFacts, type Thing, type Zone } from '../scene'
import { Hidden, IconView, Pile, SeatPanel, Sign, ThingView, Words, ZoneView, useTable, type BoardProps } from '../table/pieces'
import './heist.css'

addIcons({
  info: 'M12 3.500a8.500 8.500 0 1 0 0 17a8.500 8.500 0 1 0 0-17zM12 11v6M12 7.500v.010',
  sleight: 'M7 11.500V6a1.500 1.500 0 0 1 3 0v4.500M10 10V4.500a1.500 1.500 0 0 1 3 0V10M13 10V5.500a1.500 1.500 0 0 1 3 0V13M16 10.500a1.500 1.500 0 0 1 3 0c0 6-2 10-6.500 10c-3 0-4.500-1.500-6-4.500l-2-4a1.400 1.400 0 0 1 2.500-1.200',
  acrobat: 'M15.500 3.500a2 2 0 1 0 0 4a2 2 0 1 0 0-4zM4 7.500l5-1.500l4 3l-3 5l4 2.500l-1.500 4.500M13 9l4 2.500l3-1M10 14l-5 3',
  engineering: 'M14.500 4a5 5 0 0 0-5 6.500l-6 6l3 3.500l6.500-6.500a5 5 0 0 0 6.500-6l-3 3l-3-.500l-.500-3z',
  tech: 'M7 7h10v10h-10zM10 3.500v3.500M14 3.500v3.500M10 17v3.500M14 17v3.500M3.500 10h3.500M3.500 14h3.500M17 10h3.500M17 14h3.500',
  confidence: 'M4 13.500V7l8-2l8 2v6.500c0 4-4 6-8 6.500c-4-.500-8-2.500-8-6.500zM8.500 10.500h1.500M14 10.500h1.500M8.500 14.500c2 1.700 5 1.700 7 0',
  crew_limit: 'M9 5.500a3 3 0 1 0 0 6a3 3 0 1 0 0-6zM3.500 19c0-4 2.500-5.500 5.500-5.500s5.500 1.500 5.500 5.500M18.500 7v6M15.500 10h6',
  hand_limit: 'M6 4h9v14h-9zM18.500 9v6M15.500 12h6',
  discard_personnel: 'M9 5.500a3 3 0 1 0 0 6a3 3 0 1 0 0-6zM3.500 19c0-4 2.500-5.500 5.500-5.500s5.500 1.500 5.500 5.500M16 7.500l5 5M21 7.500l-5 5',
  steal_personnel: 'M9 5.500a3 3 0 1 0 0 6a3 3 0 1 0 0-6zM3.500 19c0-4 2.500-5.500 5.500-5.500s5.500 1.500 5.500 5.500M21 10h-6M17.500 7l-3 3l3 3',
  discard_job: 'M4 6h16v12h-16zM9 9.500l6 5M15 9.500l-6 5',
  execute_other: 'M4 6h10v12h-10zM14 12h7M18 8.500l3.500 3.500l-3.500 3.500',
  exchange: 'M4 9h14l-4-4M20 15h-14l4 4',
  discard_random: 'M5 5h14v14h-14zM9 9h.010M15 9h.010M12 12h.010M9 15h.010M15 15h.010',
  add_security: 'M6 11h9v9h-9zM8 11v-3a2.500 2.500 0 0 1 5 0v3M19 4v6M16 7h6',
  add_points: 'M10 5l2 5l5.500.500l-4 3.500l1.500 5.500l-5-3l-5 3l1.500-5.500l-4-3.500l5.500-.500zM19.500 3v6M16.500 6h6',
  unspend: 'M4 12a8 8 0 1 1 3 6.200M4 7v5h5',
  spend_random: 'M12 3.500a8.500 8.500 0 1 0 0 17a8.500 8.500 0 1 0 0-17zM8 12h8',
  yes: 'M4.500 12.500l5 5l10-11',
})

export function Board({ scene }: BoardProps) {
  const { view } = useTable()
  const n = scene.seats.length
  const others = Array.from({ length: n }, (_, i) => scene.seats[(Math.max(view.you, 0) + (view.you < 0 ? i : i + 1)) % n]!).filter((s) => s.seat !== view.you)
  const mine = scene.seats.find((s) => s.seat === view.you)
  return (
    <div class="board heist">
      <div class={'heist-others many-' + others.length}>
        {others.map((s) => (
          <Place key={s.seat} scene={scene} facts={s} />
        ))}
      </div>
      <Piles scene={scene} />
      {mine && <Place scene={scene} facts={mine} own />}
      <Words />
    </div>
  )
}

const shown = new Set(['points', 'low', 'kept'])

/** A seat: its Job with its line, its crew and its hand. */
function Place({ scene, facts, own = false }: { scene: Scene; facts: SeatFacts; own?: boolean }) {
  const { nameOf } = useTable()
  const meters = facts.meters?.filter((m): m is Meter => shown.has(m.id))
  const job = zoneOf(scene, 'job' + facts.seat)
  const crew = zoneOf(scene, 'crew' + facts.seat)
  const hand = zoneOf(scene, 'hand' + facts.seat)
  const more = zonesOf(scene, { seat: facts.seat }).filter((z) => z !== job && z !== crew && z !== hand)
  return (
    <div class={'heist-place' + (own ? ' own' : '')}>
      <SeatPanel facts={{ ...facts, meters }}>
        {job && <Job zone={job} of={nameOf(facts.seat)} />}
        {crew && (
          <section class="zone heist-crew" data-zone={crew.id} aria-label={words.game.of(crew.title, nameOf(facts.seat))}>
            <header>
              <h3>{crew.title}</h3>
              <small>{crew.note}</small>
            </header>
            <div class="things">
              {crew.things?.map((t) => <Tile key={t.id} of={t} />)}
              {!crew.things?.length && <span class="nothing" lang={ours}>{words.game.nobodyYet}</span>}
            </div>
          </section>
        )}
        {hand && (
          <section class="zone hand heist-hand" data-zone={hand.id} aria-label={`${hand.title}: ${nameOf(facts.seat)}`}>
            <header>
              <h3>{hand.title}</h3>
              <small>{hand.note}</small>
            </header>
            <div class="things">
              {(hand.hidden ?? 0) > 0 && <Hidden n={hand.hidden!} />}
              {hand.things?.map((t) => (own ? <ThingView key={t.id} of={t} size="small" class="with-kind"><span class="says">{t.text}</span></ThingView> : <Tile key={t.id} of={t} />))}
              {!hand.hidden && !hand.things?.length && <span class="nothing" lang={ours}>{words.game.empty}</span>}
            </div>
          </section>
        )}
        {more.map((z) => (
          <ZoneView key={z.id} of={z} size="chip" />
        ))}
      </SeatPanel>
    </div>
  )
}

/** A thing in a line of its own: its skills, its name, and what is the matter with it. */
function Tile({ of: t }: { of: Thing }) {
  const mark = t.marks?.find((m) => m in states)
  const state = mark && states[mark]!
  const c = ['heist-tile', state, t.marks?.includes('spent') && 'spent', t.marks?.includes('next') && 'next', t.marks?.includes('attached') && 'attached']
  return (
    <ThingView of={t} size="chip" class={c.filter(Boolean).join(' ')}>
      <span class="skills">{t.icons?.map((i) => <IconView of={i} size={18} />)}</span>
      {state && <Sign id={signs[state]!} size={14} />}
    </ThingView>
  )
}

const states: Record<string, string> = { overcome: 'overcome', 'covered by the crew': 'crew', 'covered by a Con': 'con', missing: 'missing' }
const signs: Record<string, string> = { overcome: 'yes', crew: 'yes', con: 'card', missing: 'close' }

/** A Job: its points, what covers its line and what is missing, and the line itself. */
function Job({ zone, of: owner }: { zone: Zone; of: string }) {
  const job = zone.things?.find((t) => !t.under)
  const line = zone.things?.filter((t) => t.under) ?? []
  return (
    <section class="zone heist-job" data-zone={zone.id} aria-label={words.game.of(words.game.job, owner)}>
      {job ? (
        <>
          <div class="heist-title">
            <ThingView of={job} size="chip" class="the-job" />
            <small>{zone.note}</small>
          </div>
          <div class="heist-line">
            {line.map((t) => (
              <Tile key={t.id} of={t} />
            ))}
          </div>
        </>
      ) : (
        <span class="nothing">{zone.note}</span>
      )}
    </section>
  )
}

/** The decks and what was discarded. */
function Piles({ scene }: { scene: Scene }) {
  const z = (id: string) => zoneOf(scene, id)
  const decks = ['deck', 'security', 'jobs'].map(z).filter((x): x is Zone => !!x)
  const rest = ['discards', 'security-discards', 'gone'].map(z).filter((x): x is Zone => !!x?.things?.length)
  return (
    <section class="heist-piles" aria-label={words.game.decks}>
      {decks.map((d) => (
        <span class="heist-deck" data-zone={d.id} key={d.id}>
          {(d.hidden ?? 0) > 0 && <Hidden n={d.hidden!} />}
          <span>
            <b>{d.title}</b> <small>{d.note}</small>
          </span>
        </span>
      ))}
      {rest.map((d) => (
        <Pile
          key={d.id}
          things={d.things}
          title={
            <>
              {d.title} <small>{d.note || d.things?.length}</small>
            </>
          }
        >
          <div class="things" data-zone={d.id}>
            {d.things?.map((t) => <Tile key={t.id} of={t} />)}
          </div>
        </Pile>
      ))}
    </section>
  )
}
