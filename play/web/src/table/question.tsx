import { useState } from 'preact/hooks'
import type { Hint } from '../protocol'
import type { Choice } from '../scene'
import { useTable } from './context'
import type { Handle } from './pick'
import { amount, estimate, winning } from '../words'

const many = 24 // choices of one group that are shown at once

/** What the viewer is asked, with the choices that are left as buttons. */
export function Question({ act, clear, hint }: { act: (c: Choice) => void; clear: (h?: Handle) => void; hint?: Hint }) {
  const t = useTable()
  const q = t.scene.ask
  const [all, setAll] = useState(false)
  if (!q) return null
  const { left, picked } = t.picking
  const best = new Map((hint?.options ?? []).map((h, i) => [h.action, { ...h, rank: i + 1 }]))
  // Places are picked on the map; a list of them is one press away.
  const places = left.filter((c) => c.point)
  const folded = places.length > 12 && places.length < left.length + 1 && !all ? left.filter((c) => !c.point || best.has(c.action)) : left
  const groups = new Map<string, Choice[]>()
  for (const c of folded) groups.set(c.group ?? '', [...(groups.get(c.group ?? '') ?? []), c])
  let n = 0
  return (
    <section class="question" aria-label="Your decision">
      <h2 id="asked">{q.text}</h2>
      {q.help && <p class="help">{q.help}</p>}
      {picked.length > 0 && (
        <p class="sofar">
          {picked.map((h) => (
            <button type="button" class="chosen" onClick={() => clear(h)}>
              {nameOfHandle(t, h)} <span aria-hidden="true">×</span>
              <span class="unseen">: choose another</span>
            </button>
          ))}
          <small>Esc chooses anew</small>
        </p>
      )}
      <div class="choices" role="group" aria-labelledby="asked">
        {[...groups].map(([group, choices]) => (
          <div class="group">
            {group && groups.size > 1 && <h3>{group}</h3>}
            <div class="buttons">
              {(all ? choices : choices.slice(0, many)).map((c) => {
                n++
                const h = best.get(c.action)
                return (
                  <button type="button" class={'choice' + (h ? ` hinted rank-${h.rank}` : '')} key={c.action} data-go data-action={c.action} title={c.name !== c.label ? c.name : undefined} onClick={() => act(c)}>
                    {n < 10 && <kbd>{n}</kbd>}
                    <span>{c.label}</span>
                    {c.note && <small>{c.note}</small>}
                    {h && <small class="chance">{amount(h.chance, hint!.unit)}</small>}
                  </button>
                )
              })}
              {!all && choices.length > many && (
                <button type="button" class="more" onClick={() => setAll(true)}>
                  {choices.length - many} more
                </button>
              )}
            </div>
          </div>
        ))}
        {folded.length < left.length && (
          <button type="button" class="more" onClick={() => setAll(true)}>
            {places.length} places as a list
          </button>
        )}
      </div>
    </section>
  )
}

function nameOfHandle(t: ReturnType<typeof useTable>, h: Handle): string {
  const rest = h.slice(2)
  if (h.startsWith('t:')) return t.things.get(rest)?.name ?? rest
  if (h.startsWith('s:')) return t.nameOf(Number(rest))
  return rest.replace(',', ', ')
}

/** The best few actions, with the chance to win, its spread and the reason. */
export function HintPanel({ hint, close }: { hint: Hint; close: () => void }) {
  const t = useTable()
  return (
    <section class="hint" aria-label="Hint">
      <header>
        <h3>Hint</h3>
        <button type="button" class="plain" aria-label="Close the hint" onClick={close}>
          ×
        </button>
      </header>
      <ol>
        {hint.options.map((h) => {
          const c = t.scene.ask?.choices.find((c) => c.action === h.action)
          return (
            <li key={h.action}>
              <b>{c?.label ?? h.name}</b>
              <span class="num">
                {estimate(h, hint.unit)}
              </span>
              {h.reason && <p>{h.reason}</p>}
            </li>
          )
        })}
      </ol>
      <small>{hint.unit === winning ? 'Chance to win' : 'Expected result'} with its 95% interval, by {hint.source}, from what you can see.</small>
    </section>
  )
}
