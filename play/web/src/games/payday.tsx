// PAYDAY DUEL: columns of objectives with the police on them, the heisters in front, the
// other side above and one's own below.

import { addIcons } from '../icons'
import { ours, words } from '../language'
import { zoneOf, zonesOf, type Meter, type Scene, type SeatFacts, type Thing, type Zone } from '../scene'
import { Hidden, IconView, Pile, SeatPanel, Sign, ThingView, Words, useTable, type BoardProps } from '../table/pieces'
import './payday.css'

addIcons({
  damage: 'M4 4l11 11M4 4v4M4 4h4M12.500 17.500l5-5M16 16l4 4',
  health: 'M12 20c-6-4-9-7.500-9-11a4.500 4.500 0 0 1 9-1.500a4.500 4.500 0 0 1 9 1.500c0 3.500-3 7-9 11z',
  armor: 'M12 3l8 3v6c0 4.500-3.500 7.500-8 9c-4.500-1.500-8-4.500-8-9v-6z',
  targets: 'M12 4.500a7.500 7.500 0 1 0 0 15a7.500 7.500 0 1 0 0-15zM12 2v5M12 17v5M2 12h5M17 12h5',
  uses: 'M7 3.500h10v17h-10zM10 7h4M10 10.500h4',
  progress: 'M12 8.500a3.500 3.500 0 1 0 0 7a3.500 3.500 0 1 0 0-7zM12 3v3M12 18v3M3 12h3M18 12h3M5.600 5.600l2.200 2.200M16.200 16.200l2.200 2.200M5.600 18.400l2.200-2.200M16.200 7.800l2.200-2.200',
  heisters: 'M9 5.500a3 3 0 1 0 0 6a3 3 0 1 0 0-6zM3.500 19c0-4 2.500-5.500 5.500-5.500s5.500 1.500 5.500 5.500M15.500 6a2.600 2.600 0 1 1 0 5.200M17 13.700c2.300.600 3.500 2.300 3.500 5.300',
  clear: 'M12 3.500a8.500 8.500 0 1 0 0 17a8.500 8.500 0 1 0 0-17zM6 6l12 12',
  cash: 'M3 7h18v10h-18zM12 9.500a2.500 2.500 0 1 0 0 5a2.500 2.500 0 1 0 0-5zM5.500 9.500v.010M18.500 14.500v.010',
  key: 'M8 8.500a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM12 12.500h9M18 12.500v3.500M21 12.500v3',
  combat: 'M4 4l11 11M20 4l-11 11M12.500 17.500l5-5M11.500 17.500l-5-5M16 16l4 4M8 16l-4 4',
  skull: 'M12 3.500a7.500 7.500 0 0 0-4.500 13.500v3h9v-3a7.500 7.500 0 0 0-4.500-13.500zM9 11.500v.010M15 11.500v.010M10.500 20v-2.500M13.500 20v-2.500',
})

export function Board({ scene }: BoardProps) {
  const { view } = useTable()
  const you = view.you
  const facts = (n: number) => scene.seats.find((s) => s.seat === n)!
  const columns = zonesOf(scene, { kind: 'column', in: null })
  const supply = zoneOf(scene, 'supply')
  const own = you < 0 ? 0 : you
  return (
    <div class={'board payday ' + (own === 1 ? 'from-police' : 'from-criminal')}>
      <Side scene={scene} facts={facts(1 - own)} own={false} />
      <div class={'pd-columns of-' + columns.length}>
        {columns.map((c) => (
          <Column key={c.id} scene={scene} zone={c} />
        ))}
        {!columns.length && <p class="nothing" lang={ours}>{words.game.notLaidOut}</p>}
      </div>
      {supply && <Cards zone={supply} title />}
      <Side scene={scene} facts={facts(own)} own={you >= 0} />
      <Words />
    </div>
  )
}

/** A column, from its end to its top, and the heisters in front of it. */
function Column({ scene, zone }: { scene: Scene; zone: Zone }) {
  const inner = zonesOf(scene, { in: zone.id })
  const places = inner.filter((z) => z.seat === 1)
  const ground = inner.find((z) => z.seat === 0)
  return (
    <section class="zone pd-column" data-zone={zone.id} aria-label={zone.title}>
      <h3>
        {zone.title} {zone.note && <small>{zone.note}</small>}
      </h3>
      {places.map((p) => (
        <Place key={p.id} zone={p} />
      ))}
      {ground && (
        <div class="pd-ground" data-zone={ground.id}>
          <Group things={ground.things ?? []} />
          {!ground.things?.length && <span class="nothing" lang={ours}>{words.game.noHeister}</span>}
        </div>
      )}
    </section>
  )
}

/** An objective with the police on it. */
function Place({ zone }: { zone: Zone }) {
  const [objective, ...police] = zone.things ?? []
  const gone = zone.title.startsWith('Gone')
  const top = zone.title.includes('(top)')
  return (
    <div class={'pd-place' + (top ? ' is-top' : '')} data-zone={zone.id}>
      <small class="pd-at" lang={gone ? ours : undefined}>{gone ? words.game.gone : zone.title.replace('Place ', '').replace(' (top)', '')}</small>
      {objective && !gone && (
        <ThingView of={objective} size="chip" class="pd-objective">
          {objective.face === 'down' ? <span class="pd-what">{objective.name}</span> : <span class="skills">{objective.icons?.map((i) => <IconView of={i} size={16} />)}</span>}
        </ThingView>
      )}
      <div class="pd-police">
        <Group things={gone ? (zone.things ?? []) : police} />
      </div>
    </div>
  )
}

/** People with what they carry; assets, mandates and Loot beside them. */
function Group({ things }: { things: Thing[] }) {
  return (
    <>
      {things
        .filter((t) => !t.under)
        .map((t) => {
          const carried = things.filter((o) => o.under === t.id)
          const person = t.meters?.some((m) => m.id === 'armor')
          return (
            <span class={'pd-one' + (person ? ' person' : '')} key={t.id}>
              {person ? (
                <Person of={t} />
              ) : (
                <ThingView of={{ ...t, marks: t.marks?.filter((m) => !m.startsWith('slot ')) }} size="chip">{t.face === 'down' && <span class="pd-what">{t.name}</span>}</ThingView>
              )}
              {carried.map((o) => (
                <ThingView key={o.id} of={o} size="chip" class="pd-item" />
              ))}
            </span>
          )
        })}
    </>
  )
}

/** A heister or an officer: damage, health, armor as pips, and whether it would die. */
function Person({ of: t }: { of: Thing }) {
  const meter = (id: string) => t.meters?.find((m) => m.id === id)
  const damage = meter('damage')
  const health = meter('health')
  const armor = meter('armor')
  const attacks = meter('targets')
  const doomed = t.marks?.includes('would die')
  return (
    <ThingView of={{ ...t, marks: t.marks?.filter((m) => !m.startsWith('slot ') && m !== 'face down') }} size="small" class={'pd-person' + (doomed ? ' doomed' : '') + (t.marks?.includes('face down') ? ' turned' : '')}>
      <span class="pd-numbers">
        <Number sign="damage" of={damage} />
        {attacks && <Number sign="targets" of={attacks} />}
        {armor && armor.value > 0 && <Number sign="armor" of={armor} />}
      </span>
      {health && <Pips of={health} sign="health" />}
      {doomed && <Sign id="skull" size={20} />}
      {t.marks?.includes('face down') && <small lang={ours}>{words.game.faceDown}</small>}
    </ThingView>
  )
}

function Number({ sign, of: m }: { sign: string; of?: Meter }) {
  if (!m) return null
  return (
    <span class={'pd-number ' + sign} title={`${m.name} ${m.value}`}>
      <Sign id={sign} size={15} />
      <b>{m.value}</b>
    </span>
  )
}

function Pips({ of: m, sign }: { of: Meter; sign: string }) {
  const max = m.max ?? m.value
  return (
    <span class={'pd-pips ' + sign} role="img" aria-label={`${m.name} ${words.play.of(String(m.value), max)}`} title={`${m.name} ${words.play.of(String(m.value), max)}`}>
      {Array.from({ length: max }, (_, i) => (
        <i class={i < m.value ? 'full' : 'gone'} />
      ))}
    </span>
  )
}

const listed = new Set(['cash', 'secured', 'loot'])

/** A side: who it is, its hand, its Funding and its piles. */
function Side({ scene, facts, own }: { scene: Scene; facts: SeatFacts; own: boolean }) {
  const zones = zonesOf(scene, { seat: facts.seat, in: null }).filter((z) => z.id !== 'supply')
  const hand = zones.find((z) => z.kind === 'hand')
  const pile = zones.find((z) => z.id.startsWith('pile'))
  const piles = zones.filter((z) => z.kind === 'pile' && z !== pile)
  const rows = zones.filter((z) => z.kind === 'row')
  return (
    <div class={'pd-side' + (own ? ' own' : '')}>
      <SeatPanel facts={{ ...facts, meters: facts.meters?.filter((m) => listed.has(m.id)) }}>
        {rows.map((z) => (
          <div class="pd-row" key={z.id} data-zone={z.id}>
            <small>{z.title}</small>
            {z.things?.map((t) => <ThingView key={t.id} of={t} size="chip" />)}
          </div>
        ))}
        {hand && own && <Cards zone={hand} />}
        {hand && !own && (
          <div class="pd-row" data-zone={hand.id}>
            <small lang={ours}>{words.game.hand}</small>
            {(hand.hidden ?? 0) > 0 && <Hidden n={hand.hidden!} />}
            {hand.things?.map((t) => <ThingView key={t.id} of={t} size="chip" />)}
            {!hand.hidden && !hand.things?.length && <span class="nothing" lang={ours}>{words.game.empty}</span>}
          </div>
        )}
        <div class="pd-row pd-piles">
          {pile && (
            <span class="pd-pile" data-zone={pile.id}>
              <small lang={ours}>{words.game.drawPile}</small> <b>{pile.hidden ?? 0}</b>
            </span>
          )}
          {piles.map((z) => (
            <Pile
              key={z.id}
              things={z.things}
              title={
                <>
                  {z.title.replace(/ (of|by) the (Criminal|Police)/, '')} <b>{z.things?.reduce((n, t) => n + (t.meters?.find((m) => m.id === 'count')?.value ?? 1), 0) || z.hidden}</b>
                </>
              }
            >
              <div class="pd-row" data-zone={z.id}>
                {z.things?.map((t) => <ThingView key={t.id} of={t} size="chip" />)}
                {(z.hidden ?? 0) > 0 && <Hidden n={z.hidden!} />}
              </div>
            </Pile>
          ))}
        </div>
      </SeatPanel>
    </div>
  )
}

/** Cards with all that they say. */
function Cards({ zone, title = false }: { zone: Zone; title?: boolean }) {
  return (
    <section class="zone hand pd-hand" data-zone={zone.id} aria-label={zone.title}>
      {title && <h3>{zone.title}</h3>}
      <div class="things">
        {zone.things?.map((t) => (
          <ThingView key={t.id} of={t} size="small">
            <span class="says">{t.text}</span>
          </ThingView>
        ))}
        {(zone.hidden ?? 0) > 0 && <Hidden n={zone.hidden!} />}
        {!zone.things?.length && !zone.hidden && <span class="nothing" lang={ours}>{words.game.noCards}</span>}
      </div>
    </section>
  )
}
