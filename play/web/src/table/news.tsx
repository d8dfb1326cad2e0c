// Shows what has just happened, where the next question stands, and how to have all of it at once.

import { useEffect } from 'preact/hooks'
import type { Client, Sitting } from '../client'
import { Sign } from '../icons'
import { theirs, words } from '../language'
import { wishes, type Moves } from '../memory'
import type { TableEvent, View } from '../protocol'
import { Badge } from './seat'

const shownAtOnce = 2 // events of the line

/** The last things that happened, in a line. It is read aloud by the log. */
export function News({ view }: { view: View }) {
  const all = view.news ?? []
  if (!all.length || view.over) return null
  const others = all.filter((e) => e.seat !== view.you)
  const list = (others.length ? others : all).slice(-shownAtOnce)
  return (
    <p class="news" aria-hidden="true">
      {all.length > list.length && <small>{words.play.before(all.length - list.length)}</small>}
      {list.map((e) => (
        <span key={e.n} lang={theirs}>
          {e.seat >= 0 && <Badge seat={e.seat} size={18} />} <Told of={e} />
        </span>
      ))}
    </p>
  )
}

function Told({ of: e }: { of: TableEvent }) {
  return (
    <>
      {e.who && <b>{e.who} </b>}
      {e.text}
    </>
  )
}

/** How many things wait to be shown, with the button that shows them. */
export function Skip({ client, sitting }: { client: Client; sitting: Sitting }) {
  const n = client.waiting(sitting)
  if (!n) return null
  return (
    <button type="button" class="skip" onClick={() => client.finish(sitting)}>
      <Sign id="step" size={18} /> {words.play.skip(n)} <kbd>{words.play.anyKey}</kbd>
    </button>
  )
}

/**
 * Lets any key and any press on the table draw at once what waits. That key or press does nothing else:
 * whoever gives it has not seen the question yet.
 */
export function useSkip(client: Client, s: Sitting | undefined) {
  useEffect(() => {
    if (!s) return
    let pressed = 0
    const onKey = (e: KeyboardEvent) => {
      if (!client.waiting(s) || e.ctrlKey || e.metaKey || e.altKey || /^(Tab|Shift|Control|Alt|Meta|F\d+|\?)$/.test(e.key)) return
      if ((e.target as Element).closest?.('input, textarea, select, [role=dialog], dialog, .side, .top')) return
      e.preventDefault()
      e.stopImmediatePropagation()
      client.finish(s)
    }
    const onPress = (e: PointerEvent) => {
      if (!client.waiting(s) || !(e.target as Element).closest?.('.board-of, .foot')) return
      pressed = e.timeStamp
      client.finish(s)
    }
    const onClick = (e: MouseEvent) => {
      if (!pressed || e.timeStamp - pressed > 1000) return
      pressed = 0
      e.preventDefault()
      e.stopImmediatePropagation()
    }
    addEventListener('keydown', onKey, true)
    addEventListener('pointerdown', onPress, true)
    addEventListener('click', onClick, true)
    return () => {
      removeEventListener('keydown', onKey, true)
      removeEventListener('pointerdown', onPress, true)
      removeEventListener('click', onClick, true)
    }
  }, [s])
}

/** How what the others do is shown. */
export function MovesChoice({ client }: { client: Client }) {
  return (
    <label class="moves">
      {words.play.moves}{' '}
      <select value={wishes.moves()} onChange={(e) => client.setMoves(e.currentTarget.value as Moves)}>
        {(['normal', 'fast', 'off'] as const).map((m) => (
          <option value={m}>{words.play.movesHow[m]}</option>
        ))}
      </select>
    </label>
  )
}

/** How long a thing moves, in milliseconds, where what the others do is shown as people wish. */
export const motion = () => ({ normal: 280, fast: 150, off: 0 })[wishes.moves()]
