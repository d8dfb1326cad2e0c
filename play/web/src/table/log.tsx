import { useEffect, useRef } from 'preact/hooks'
import { ours, theirs, words } from '../language'
import type { TableEvent } from '../protocol'
import { Badge } from './seat'

/** What happened, in words, the newest last. What one seat does on end is one line; what it left undone is gone with the next event. */
export function Log({ events, onStep }: { events: TableEvent[]; onStep?: (step: number) => void }) {
  const list = useRef<HTMLOListElement>(null)
  const last = events.at(-1)?.n
  useEffect(() => {
    const l = list.current
    if (l) l.scrollTop = l.scrollHeight
  }, [last])
  return (
    <section class="log" aria-label={words.play.happened}>
      <h2>{words.play.happened}</h2>
      <ol ref={list} tabIndex={0} lang={theirs}>
        {turns(events.slice(-300).filter((e, i, all) => !e.idle || i === all.length - 1)).map((line) => (
          <li key={line[0]!.n}>
            {line[0]!.seat >= 0 ? <Badge seat={line[0]!.seat} size={18} /> : <span class="dot" />}
            <span>
              {line.map((e, i) => {
                const text = <Line of={e} again={i > 0} />
                return onStep ? (
                  <button type="button" class="plain" onClick={() => onStep(e.step)}>
                    {text}
                  </button>
                ) : (
                  text
                )
              })}
            </span>
          </li>
        ))}
        {events.length === 0 && (
          <li class="nothing" lang={ours}>
            {words.play.nothingYet}
          </li>
        )}
      </ol>
    </section>
  )
}

// Parts events where another seat, or the table itself, goes on.
function turns(events: TableEvent[]): TableEvent[][] {
  const lines: TableEvent[][] = []
  for (const e of events) {
    const last = lines.at(-1)
    if (last && e.seat >= 0 && last[0]!.seat === e.seat && last[0]!.who === e.who) last.push(e)
    else lines.push([e])
  }
  return lines
}

// What the table itself does has no subject: "deals 2 cards to everybody".
function Line({ of: e, again = false }: { of: TableEvent; again?: boolean }) {
  if (e.seat < 0) return <>{e.text.charAt(0).toUpperCase() + e.text.slice(1)}</>
  if (again) return <>; {e.text}</>
  return (
    <>
      <b>{e.who}</b> {e.text}
    </>
  )
}

/** Reads new events aloud, for people who cannot see them. */
export function Spoken({ events, also }: { events: TableEvent[]; also?: string }) {
  return (
    <div class="unseen" aria-live="polite" role="log" lang={theirs}>
      {events.slice(-3).map((e) => (
        <p key={e.n}>
          <Line of={e} />
        </p>
      ))}
      {also && <p>{also}</p>}
    </div>
  )
}
