// The task of a puzzle: what is asked, and whether it was found.

import { useState } from 'preact/hooks'
import type { Client, Sitting } from '../client'
import { Sign } from '../icons'
import { theirs, words } from '../language'
import { forgetTable } from '../memory'
import type { NewSeat, View } from '../protocol'
import { to } from '../words'

/** Says what is to be found, then whether it was, with another try, the solution and the next puzzle. */
export function TaskPanel({ client, sitting, view }: { client: Client; sitting: Sitting; view: View }) {
  const [solution, setSolution] = useState('')
  const [error, setError] = useState('')
  const t = view.task
  if (!t) return null
  const all = (client.welcome?.puzzles ?? []).filter((p) => p.game === view.game)
  const next = all[all.findIndex((p) => p.id === t.id) + 1]
  const pose = async (id: string) => {
    try {
      const seat = (client.welcome?.puzzles ?? []).find((p) => p.id === id)?.seat ?? view.you
      const mine = view.seats.find((s) => s.seat === view.you)?.name ?? words.player(1)
      const agent = view.seats.find((s) => s.agent)?.agent ?? 'random'
      const seats: NewSeat[] = view.seats.map((s) => (s.seat === seat ? { person: mine } : { agent: s.agent ?? agent }))
      const table = await client.open({ game: view.game, seats, puzzle: id })
      forgetTable(sitting.table)
      location.hash = to.table(table)
    } catch (err) {
      setError((err as Error).message)
    }
  }
  const tell = () => client.tell<{ text: string }>(sitting, { type: 'solution' }).then((m) => setSolution(m.text), (err) => setError(err.message))
  return (
    <section class={`task ${t.state}`} aria-label={words.task.is} aria-live="polite">
      {t.state === 'open' ? (
        <p>
          <Sign id="star" size={18} /> <span lang={theirs}>
            <b>{t.title}.</b> {t.words ?? ''}
          </span>
        </p>
      ) : (
        <p class="told">
          <Sign id={t.state === 'solved' ? 'check' : 'close'} size={22} /> <b lang={theirs}>{t.verdict ?? ''}</b>
        </p>
      )}
      {solution && t.state !== 'solved' && <p class="told" lang={theirs}>{solution}</p>}
      {t.state !== 'open' && (
        <div class="buttons">
          {t.state === 'failed' && (
            <button type="button" class="primary" onClick={() => pose(t.id)}>
              <Sign id="undo" /> {words.tryAgain}
            </button>
          )}
          {t.state === 'failed' && !solution && (
            <button type="button" onClick={tell}>
              <Sign id="look" /> {words.task.solution}
            </button>
          )}
          {next && (
            <button type="button" class={t.state === 'solved' ? 'primary' : ''} onClick={() => pose(next.id)}>
              <Sign id="step" /> {words.task.next}
            </button>
          )}
          <a class="button" href={`#/g/${encodeURIComponent(view.game.replace(/\(.*/, ''))}`}>
            {words.task.all}
          </a>
        </div>
      )}
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </section>
  )
}
