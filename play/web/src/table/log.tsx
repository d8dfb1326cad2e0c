import { useEffect, useRef } from 'preact/hooks'
import type { TableEvent } from '../protocol'
import { Badge } from './seat'

/** What happened, in words, the newest last. */
export function Log({ events, onStep }: { events: TableEvent[]; onStep?: (step: number) => void }) {
  const list = useRef<HTMLOListElement>(null)
  const last = events.at(-1)?.n
  useEffect(() => {
    const l = list.current
    if (l) l.scrollTop = l.scrollHeight
  }, [last])
  return (
    <section class="log" aria-label="What happened">
      <h2>What happened</h2>
      <ol ref={list} tabIndex={0}>
        {events.slice(-300).map((e) => (
          <li key={e.n}>
            {e.seat !== undefined && e.seat !== null && e.seat >= 0 ? <Badge seat={e.seat} size={18} /> : <span class="dot" />}
            {onStep ? (
              <button type="button" class="plain" onClick={() => onStep(e.step)}>
                <Line of={e} />
              </button>
            ) : (
              <span>
                <Line of={e} />
              </span>
            )}
          </li>
        ))}
        {events.length === 0 && <li class="nothing">Nothing yet.</li>}
      </ol>
    </section>
  )
}

// What the table itself does has no subject: "deals 2 cards to everybody".
function Line({ of: e }: { of: TableEvent }) {
  if (e.seat < 0) return <>{e.text.charAt(0).toUpperCase() + e.text.slice(1)}</>
  return (
    <>
      <b>{e.who}</b> {e.text}
    </>
  )
}

/** Reads new events aloud, for people who cannot see them. */
export function Spoken({ events, also }: { events: TableEvent[]; also?: string }) {
  return (
    <div class="unseen" aria-live="polite" role="log">
      {events.slice(-3).map((e) => (
        <p key={e.n}>
          <Line of={e} />
        </p>
      ))}
      {also && <p>{also}</p>}
    </div>
  )
}
