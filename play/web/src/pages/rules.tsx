import { useEffect, useRef, useState } from 'preact/hooks'
import type { Client } from '../client'
import { theirs, words } from '../language'
import type { Entry, Rules } from '../scene'
import { Top } from './top'

/** The game in short, over the table. */
export function RulesDialog({ rules, close }: { rules: Rules | null; close: () => void }) {
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => box.current?.showModal(), [])
  return (
    <dialog class="rules" ref={box} onClose={close} onClick={(e) => e.target === box.current && box.current?.close()} aria-label={words.rules}>
      <button type="button" class="plain close" aria-label={words.close} onClick={() => box.current?.close()}>
        ×
      </button>
      {rules ? <RulesText rules={rules} /> : <p>{words.rulesPage.notHere}</p>}
      <h2>{words.rulesPage.keys}</h2>
      <Keys />
    </dialog>
  )
}

export function Keys() {
  const keys = [
    ['1 … 9', words.rulesPage.take],
    [words.rulesPage.arrows, words.rulesPage.goTo],
    ['Enter', words.rulesPage.takeIt],
    ['Esc', words.rulesPage.anew],
    ['h', words.rulesPage.hint],
    ['u', words.rulesPage.undo],
    ['?', words.rulesPage.rules],
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
      {words.gamesSpeak && <p class="small">{words.gamesSpeak}</p>}
      {rules.goal && (
        <p class="goal" lang={theirs}>
          {rules.goal}
        </p>
      )}
      {!!rules.course?.length && (
        <ol lang={theirs}>
          {rules.course.map((c) => (
            <li>{c}</li>
          ))}
        </ol>
      )}
      {!!rules.signs?.length && (
        <>
          <h2>{words.rulesPage.signs}</h2>
          <Entries of={rules.signs} />
        </>
      )}
      {entries.length > 0 && (
        <>
          <h2>{words.rulesPage.everything}</h2>
          {entries.length > 8 && (
            <label class="find">
              {words.rulesPage.find} <input type="search" value={find} onInput={(e) => setFind(e.currentTarget.value)} />
            </label>
          )}
          {kinds.map((k) => (
            <>
              {k && <h3 lang={theirs}>{k}</h3>}
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
    <dl class="entries" lang={theirs}>
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
      <Top client={client} title={rules?.title ?? words.rules} />
      <main class="page">
        {rules && <RulesText rules={rules} />}
        {error && <p role="alert">{error}</p>}
      </main>
    </>
  )
}
