import { useEffect, useRef, useState } from 'preact/hooks'
import type { Client } from '../client'
import type { Entry, Rules } from '../scene'
import { Top } from './top'

/** The game in short, over the table. */
export function RulesDialog({ rules, close }: { rules: Rules | null; close: () => void }) {
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => box.current?.showModal(), [])
  return (
    <dialog class="rules" ref={box} onClose={close} onClick={(e) => e.target === box.current && box.current?.close()} aria-label="Rules">
      <button type="button" class="plain close" aria-label="Close" onClick={() => box.current?.close()}>
        ×
      </button>
      {rules ? <RulesText rules={rules} /> : <p>The rules are not here yet.</p>}
      <h2>Keys</h2>
      <Keys />
    </dialog>
  )
}

export function Keys() {
  const keys = [
    ['1 … 9', 'take that choice'],
    ['arrows', 'go to the next thing that can be done'],
    ['Enter', 'take it'],
    ['Esc', 'choose anew, close'],
    ['h', 'hint'],
    ['u', 'undo'],
    ['?', 'rules'],
  ]
  return (
    <dl class="keys">
      {keys.map(([k, w]) => (
        <div>
          <dt>
            <kbd>{k}</kbd>
          </dt>
          <dd>{w}</dd>
        </div>
      ))}
    </dl>
  )
}

export function RulesText({ rules }: { rules: Rules }) {
  const [find, setFind] = useState('')
  const entries = rules.entries ?? []
  const fit = (e: Entry) => !find || `${e.name} ${e.text} ${e.kind}`.toLowerCase().includes(find.toLowerCase())
  const kinds = [...new Set(entries.filter(fit).map((e) => e.kind))]
  return (
    <article class="rules-text">
      <h1>{rules.title}</h1>
      {rules.goal && <p class="goal">{rules.goal}</p>}
      {!!rules.course?.length && (
        <ol>
          {rules.course.map((c) => (
            <li>{c}</li>
          ))}
        </ol>
      )}
      {!!rules.signs?.length && (
        <>
          <h2>Words and signs</h2>
          <Entries of={rules.signs} />
        </>
      )}
      {entries.length > 0 && (
        <>
          <h2>Everything in the game</h2>
          {entries.length > 8 && (
            <label class="find">
              Find <input type="search" value={find} onInput={(e) => setFind(e.currentTarget.value)} />
            </label>
          )}
          {kinds.map((k) => (
            <>
              {k && <h3>{k}</h3>}
              <Entries of={entries.filter((e) => e.kind === k && fit(e))} />
            </>
          ))}
        </>
      )}
    </article>
  )
}

function Entries({ of }: { of: Entry[] }) {
  return (
    <dl class="entries">
      {of.map((e) => (
        <div key={e.id}>
          <dt>{e.name}</dt>
          <dd>{e.text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The rules of a game on a page of their own. */
export function RulesPage({ client, game }: { client: Client; game: string }) {
  const [rules, setRules] = useState<Rules | null>(null)
  const [error, setError] = useState('')
  const ready = client.welcome !== null
  useEffect(() => {
    if (ready) client.rules(game).then(setRules, (e) => setError(e.message))
  }, [game, ready])
  return (
    <>
      <Top client={client} title={rules?.title ?? 'Rules'} />
      <main class="page">
        {rules && <RulesText rules={rules} />}
        {error && <p role="alert">{error}</p>}
      </main>
    </>
  )
}
