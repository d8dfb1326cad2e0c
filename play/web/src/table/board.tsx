// The arrangement for any game: the others above, what is everybody's in the middle, the
// viewer's own below with the hand last. Games with an arrangement of their own replace it.

import { ours, words } from '../language'
import type { Scene } from '../scene'
import { zonesOf } from '../scene'
import { useTable } from './context'
import { MapView } from './map'
import { SeatPanel } from './seat'
import { ZoneView } from './zone'

export interface BoardProps {
  scene: Scene
}

const handsLast = (a: { kind: string }, b: { kind: string }) => Number(a.kind === 'hand') - Number(b.kind === 'hand')

export function Board({ scene }: BoardProps) {
  const { view } = useTable()
  const you = view.you
  const others = scene.seats.filter((s) => s.seat !== you)
  const mine = scene.seats.find((s) => s.seat === you)
  const shared = zonesOf(scene, { seat: null, in: null })
  return (
    <div class="board">
      <div class="others">
        {others.map((s) => (
          <SeatPanel key={s.seat} facts={s}>
            {zonesOf(scene, { seat: s.seat, in: null }).map((z) => (
              <ZoneView key={z.id} of={z} size="small" />
            ))}
          </SeatPanel>
        ))}
      </div>
      {(scene.map || shared.length > 0) && (
        <div class="shared">
          {scene.map && <MapView map={scene.map} />}
          {shared.map((z) => (
            <ZoneView key={z.id} of={z} />
          ))}
        </div>
      )}
      <Words />
      {mine && (
        <div class="own">
          <SeatPanel facts={mine}>
            {zonesOf(scene, { seat: you, in: null })
              .sort(handsLast)
              .map((z) => (
                <ZoneView key={z.id} of={z} />
              ))}
          </SeatPanel>
        </div>
      )}
    </div>
  )
}

/** The table in words: all there is to see where a game has no zones. */
export function Words() {
  const { scene } = useTable()
  const bare = !scene.zones?.length && !scene.map
  if (!scene.words) return null
  if (bare) return <pre class="words" tabIndex={0} aria-label={words.play.words}>{scene.words}</pre>
  return (
    <details class="words">
      <summary lang={ours}>{words.play.words}</summary>
      <pre>{scene.words}</pre>
    </details>
  )
}
