// DUEL: the map in inches with the area that can be reached, lines of sight and cover, the
// Duel under way, and the models with their feats.

import { useState } from 'preact/hooks'
import { addIcons } from '../icons'
import { ours, words } from '../language'
import type { Base, Choice, Point, Scene, SeatFacts, Shape, Zone } from '../scene'
import { zoneOf, zonesOf } from '../scene'
import type { BoardProps } from '../table/board'
import { MapView, SeatPanel, ThingView, useTable } from '../table/pieces'
import { Die } from './die'
import './duel.css'

addIcons({
  'ranged-thrown': 'M5 19l9-9M12 6l6-2l-2 6z',
  'ranged-one_handed': 'M4 8h14v4h-8l-2 6h-3l1.500-6h-2.500zM12 12v2.500',
  'ranged-two_handed': 'M2.500 10h19v2.500h-9l-3 2h-3l-1 3.500h-3z',
  'melee-one_handed': 'M18 4l-9 9M7 11l4 4M6.500 17.500l3-3',
  'melee-two_handed': 'M20 3l-12 12M5 13l6 6M4 20l3.500-3.500',
  'melee-pair': 'M4 4l14 14M20 4l-14 14M4 15l5 5M20 15l-5 5',
  shield: 'M12 3l8 3v6c0 4.500-3.500 7.500-8 9c-4.500-1.500-8-4.500-8-9v-6z',
  light: 'M7 20c-2-8 2-14 11-16c-1 9-5 13-11 13M7 20l5-8',
  heavy: 'M6 8h12v12h-12zM9 8v-4h6v4M10 12h4',
  brawler: 'M6 11v-3a2 2 0 0 1 4 0v-1.500a2 2 0 0 1 4 0v1.500a2 2 0 0 1 4 0v6c0 4-3 6-6 6s-6-2-6-6z',
  gunslinger: 'M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16zM12 2v5M12 17v5M2 12h5M17 12h5',
})

export function Board({ scene }: BoardProps) {
  const { view } = useTable()
  const [at, setAt] = useState<Point | null>(null)
  const you = view.you
  const mine = scene.seats.find((s) => s.seat === you)
  const others = scene.seats.filter((s) => s !== mine)
  const loose = zonesOf(scene, { seat: null, in: null }).filter((z) => z.id.startsWith('models:'))
  return (
    <div class="board duel">
      <div class="field">
        {scene.map && <MapView map={scene.map} look={look} over={(flip) => <Over scene={scene} at={at} flip={flip} />} onPoint={setAt} />}
        <Legend scene={scene} />
      </div>
      <div class="bands">
        <Looked scene={scene} at={at} />
        <Fight of={zoneOf(scene, 'duel')} />
        <Shop of={zoneOf(scene, 'shop')} />
        {mine && <Band scene={scene} facts={mine} />}
        {others.map((s) => (
          <Band key={s.seat} scene={scene} facts={s} />
        ))}
        {loose.map((z) => (
          <section class="seat" key={z.id} aria-label={z.title}>
            <h3>{z.title}</h3>
            <Models scene={scene} of={z} />
          </section>
        ))}
        <Tokens of={zoneOf(scene, 'tokens')} />
      </div>
    </div>
  )
}

/** What a place that is looked at would mean: whom the model would meet there, and the odds. */
function Looked({ scene, at }: { scene: Scene; at: Point | null }) {
  const { picking } = useTable()
  const places = picking.left.filter((c) => c.point && !c.things?.length)
  if (!places.length) return null
  const here = at && places.find((c) => c.point!.x === at.x && c.point!.y === at.y)
  const sees = scene.map?.shapes?.filter((s) => s.kind.startsWith('sight')) ?? []
  return (
    <section class="seat looked" aria-live="polite">
      {here ? (
        <>
          <b>{here.label}</b>
          <p>{here.note}</p>
        </>
      ) : (
        <>
          <b lang={ours}>{words.game.lookAt}</b>
          {sees.map((s) => (
            <p key={s.id}>{s.name}</p>
          ))}
        </>
      )}
    </section>
  )
}

function look(s: Shape): string | null {
  return s.kind === 'corner' ? 'faint' : ''
}

/** Draws the reach over the terrain, and the lines from the place that is looked at. */
function Over({ scene, at, flip }: { scene: Scene; at: Point | null; flip: (y: number) => number }) {
  const { picking, things } = useTable()
  const places = picking.left.filter((c) => c.point && !c.things?.length)
  const step = stepOf(places)
  const here = at && places.find((c) => c.point!.x === at.x && c.point!.y === at.y)
  const met = here ? namesIn(here, scene) : []
  const actor = scene.map?.bases?.find((b) => b.marks?.includes('acts'))
  return (
    <g class="over">
      {places.length > 1 && <path class="reach-area" d={places.map((c) => `M${c.point!.x - step / 2} ${flip(c.point!.y) - step / 2}h${step}v${step}h${-step}z`).join('')} />}
      {here && actor && <circle class="ghost" cx={here.point!.x} cy={flip(here.point!.y)} r={actor.radius} />}
      {here &&
        met.map(({ base, cover }) => (
          <g key={base.thing} class={'aim ' + (cover ? 'cover' : 'clear')}>
            <line x1={here.point!.x} y1={flip(here.point!.y)} x2={base.at.x} y2={flip(base.at.y)} />
          </g>
        ))}
      {scene.map?.bases?.map((b) => <Facing key={b.thing} of={b} flip={flip} down={!!things.get(b.thing)?.marks?.includes('prone')} />)}
    </g>
  )
}

/** The distance of neighbouring places. */
function stepOf(places: Choice[]): number {
  const xs = [...new Set(places.map((c) => c.point!.x))].sort((a, b) => a - b)
  let step = 1
  for (let i = 1; i < xs.length; i++) step = Math.min(step, xs[i]! - xs[i - 1]!)
  return step
}

/** The enemies that the note of a place names, and whether they are in cover there. */
function namesIn(c: Choice, scene: Scene): { base: Base; cover: boolean }[] {
  const signs = new Map<string, Base>()
  for (const b of scene.map?.bases ?? []) {
    const t = scene.zones?.flatMap((z) => z.things ?? []).find((t) => t.id === b.thing)
    if (t?.kind === 'model' && t.corner) signs.set(t.corner, b)
  }
  const list = (c.note ?? '').match(/^(?:a Duel with|sees) ([^:]*)/)?.[1] ?? ''
  return list
    .split(', ')
    .map((part) => ({ base: signs.get(part.split(' ')[0]!)!, cover: part.includes('cover') }))
    .filter((x) => x.base)
}

const turns: Record<string, number> = { east: 0, northeast: -45, north: -90, northwest: -135, west: 180, southwest: 135, south: 90, southeast: 45 }

/** The front of a shield, and the bar of a model that lies. */
function Facing({ of: b, flip, down }: { of: Base; flip: (y: number) => number; down: boolean }) {
  const faces = b.marks?.find((m) => m.startsWith('faces '))?.slice(6)
  if (!faces && !down) return null
  const r = b.radius
  return (
    <g transform={`translate(${b.at.x} ${flip(b.at.y)})`} class="facing">
      {faces && <path class="front" transform={`rotate(${turns[faces] ?? 0})`} d={`M0 ${-(r + 0.12)}A${r + 0.12} ${r + 0.12} 0 0 1 0 ${r + 0.12}`} />}
      {down && <path class="down" d={`M${-r - 0.15} ${r + 0.12}h${2 * r + 0.3}`} />}
    </g>
  )
}

/** The kinds of terrain that lie on the map, with what they do. */
function Legend({ scene }: { scene: Scene }) {
  const kinds = new Map<string, Shape>()
  for (const s of scene.map?.shapes ?? []) if (s.name && s.text && !s.kind.startsWith('sight') && !kinds.has(s.name)) kinds.set(s.name, s)
  if (!kinds.size) return null
  return (
    <details class="legend">
      <summary lang={ours}>{words.game.onMap}</summary>
      <dl>
        {[...kinds.values()].map((s) => (
          <div>
            <dt>
              <svg viewBox="-0.1 -0.1 1.700 1.200" width="34" height="24" aria-hidden="true">
                <g class={`shape ${s.kind}${s.seat != null ? ` seat-${s.seat % 7}` : ''}`}>
                  <polygon points="0,0 1.500,0 1.500,1 0,1" />
                </g>
              </svg>
              {s.name}
            </dt>
            <dd>{s.text}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** A seat with its models. */
function Band({ scene, facts }: { scene: Scene; facts: SeatFacts }) {
  const z = zoneOf(scene, `models:${facts.seat}`)
  return <SeatPanel facts={facts}>{z && <Models scene={scene} of={z} />}</SeatPanel>
}

function Models({ scene, of: z }: { scene: Scene; of: Zone }) {
  return (
    <ul class="models">
      {z.things?.map((t) => {
        const kit = zonesOf(scene, { in: z.id }).flatMap((k) => (k.things ?? []).filter((f) => f.under === t.id))
        return (
          <li key={t.id} class={t.marks?.includes('removed') ? 'gone' : ''}>
            <ThingView of={t} size="chip" class="figure" />
            {t.icons && (
              <span class="arms">
                {t.icons.map((i) => (
                  <small key={i.id} title={i.words}>
                    {i.words.split(':')[0]}
                  </small>
                ))}
              </span>
            )}
            {kit.length > 0 && (
              <span class="kit">
                {kit.map((f) => (
                  <ThingView key={f.id} of={f} size="chip" />
                ))}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The Duel under way: scores as cards, dice as dice. */
function Fight({ of: z }: { of?: Zone }) {
  const { things } = useTable()
  if (!z) return null
  const scores = z.things?.filter((t) => t.kind === 'score') ?? []
  const dice = z.things?.filter((t) => t.kind === 'die') ?? []
  return (
    <section class="seat fight" aria-label={z.title}>
      <h3>{z.title}</h3>
      <p>{z.note}</p>
      <div class="things">
        {scores.map((t) => (
          <figure key={t.id} class="score">
            <ThingView of={t} size="small" />
            <figcaption>{things.get(t.under ?? '')?.corner ?? ''}</figcaption>
          </figure>
        ))}
        {dice.map((t) => (
          <ThingView key={t.id} of={t} size="small" class="rolled">
            <Die face={Number(t.corner)} />
          </ThingView>
        ))}
      </div>
    </section>
  )
}

function Shop({ of: z }: { of?: Zone }) {
  if (!z) return null
  return (
    <section class="seat shop" aria-label={z.title}>
      <h3>{z.title}</h3>
      <div class="things">
        {z.things?.map((t) => (
          <ThingView key={t.id} of={t} size="chip" />
        ))}
      </div>
    </section>
  )
}

function Tokens({ of: z }: { of?: Zone }) {
  if (!z?.things?.length) return null
  return (
    <section class="seat" aria-label={z.title}>
      <h3>{z.title}</h3>
      <div class="things">
        {z.things.map((t) => (
          <ThingView key={t.id} of={t} size="chip" />
        ))}
      </div>
    </section>
  )
}

