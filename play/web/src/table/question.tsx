import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { ours, theirs, words } from '../language'
import type { Hint, HintOption } from '../protocol'
import type { Choice } from '../scene'
import { useTable } from './context'
import { useNarrow } from './media'
import * as pick from './pick'
import type { Handle } from './pick'
import { estimate, winning, worse } from '../words'

const many = 24 // choices of one group that are shown at once
const places = 12 // places on a map that are listed beside it

export interface QuestionProps {
  /** Takes a choice, or asks once more where it is final. */
  take: (c: Choice) => void
  /** The choice that is asked about once more: it was pressed on the table, or it is final. */
  asked?: Choice
  sure: (c: Choice) => void
  /** Chooses anew: without what was picked there, or without all. */
  clear: (h?: Handle) => void
  hint?: Hint
}

/** What the viewer is asked. Things on the table are chosen there; the rest, and all of it as a list, are buttons. */
export function Question({ take, asked, sure, clear, hint }: QuestionProps) {
  const t = useTable()
  const q = t.scene.ask
  const narrow = useNarrow()
  const [all, setAll] = useState(false)
  const onTable = useOnTable(narrow)
  useEffect(() => setAll(false), [t.view.step])
  if (!q) return null
  const { left, picked, lit } = t.picking
  const confirmed = asked && left.find((c) => c.action === asked.action)
  if (confirmed) return <Sure of={confirmed} sure={sure} clear={clear} />
  const best = new Map((hint?.options ?? []).map((h, i) => [h.action, { ...h, rank: i + 1 }]))
  const there = (c: Choice) => pick.handles(c).filter((h) => lit.has(h) && (onTable.has(h) || (c.point && !narrow)))
  const crowd = left.filter((c) => c.point).length > places
  const folds = (c: Choice) => !all && !best.has(c.action) && (narrow || (c.point && crowd)) && there(c).length > 0
  const shown = left.filter((c) => !c.final && !folds(c))
  const folded = left.filter((c) => !c.final && folds(c))
  const finals = left.filter((c) => c.final)
  const groups = new Map<string, Choice[]>()
  for (const c of shown) groups.set(c.group ?? '', [...(groups.get(c.group ?? '') ?? []), c])
  let n = 0
  const button = (c: Choice) => {
    if (!c.final) n++
    const h = best.get(c.action)
    return (
      <button type="button" class={'choice' + (c.final ? ' final' : '') + (h ? ` hinted rank-${h.rank}` : '')} key={c.action} data-go data-action={c.action} title={c.name !== c.label ? c.name : undefined} lang={theirs} onClick={() => take(c)}>
        {n < 10 && !c.final && <kbd>{n}</kbd>}
        <span>{c.label}</span>
        {c.note && <small>{c.note}</small>}
        {h && (
          <small class="chance" lang={ours}>
            {standing(h, hint!)}
          </small>
        )}
      </button>
    )
  }
  return (
    <section class="question" aria-label={words.question.yours}>
      <h2 id="asked" lang={theirs}>
        {q.text}
      </h2>
      {q.help && (
        <p class="help" lang={theirs}>
          {q.help}
        </p>
      )}
      {picked.length > 0 && (
        <p class="sofar">
          {picked.map((h) => (
            <button type="button" class="chosen" onClick={() => clear(h)}>
              <span lang={theirs}>{nameOfHandle(t, h)}</span> <span aria-hidden="true">×</span>
              <span class="unseen">{words.question.another}</span>
            </button>
          ))}
          {!narrow && <small>{words.question.escape}</small>}
        </p>
      )}
      {folded.length > 0 && (
        <p class="how">
          <span>{words.question.press(whatGlows(folded.flatMap(there)))}</span>
          <button type="button" class="more" onClick={() => setAll(true)}>
            {words.question.asList}
          </button>
        </p>
      )}
      <div class="choices" role="group" aria-labelledby="asked">
        {[...groups].map(([group, choices]) => (
          <div class="group">
            {group && groups.size > 1 && <h3 lang={theirs}>{group}</h3>}
            <div class="buttons">
              {(all ? choices : choices.slice(0, many)).map(button)}
              {!all && choices.length > many && (
                <button type="button" class="more" onClick={() => setAll(true)}>
                  {words.question.more(choices.length - many)}
                </button>
              )}
            </div>
          </div>
        ))}
        {finals.length > 0 && (
          <details class="finals">
            <summary lang={finals[0]!.group && theirs}>{finals[0]!.group ?? words.question.finals}…</summary>
            <p class="help" lang={theirs}>
              {finals[0]!.final}
            </p>
            <div class="buttons">{finals.map(button)}</div>
          </details>
        )}
      </div>
    </section>
  )
}

/** Asks once more: what was pressed on the table is explained, what is final is said. */
function Sure({ of: c, sure, clear }: { of: Choice; sure: (c: Choice) => void; clear: () => void }) {
  const t = useTable()
  const thing = t.things.get(c.things?.[0] ?? '')
  const text = thing && thing.face !== 'down' ? (thing.text ?? t.entry(thing.of)?.text) : ''
  return (
    <section class="question sure" aria-label={words.question.yours}>
      <h2 id="asked" lang={theirs}>
        {t.scene.ask!.text}
      </h2>
      {c.final ? (
        <p class="warning" role="alert" lang={theirs}>
          {c.label}? {c.final}
        </p>
      ) : (
        <p class="help" lang={theirs}>
          {thing && <b>{thing.name}. </b>}
          {text}
        </p>
      )}
      <div class="buttons">
        <button type="button" class={'confirm' + (c.final ? ' final' : ' primary')} data-action={c.action} lang={theirs} onClick={() => sure(c)}>
          <span>{c.label}</span>
          {c.note && <small>{c.note}</small>}
        </button>
        <button type="button" class="another" onClick={() => clear()}>
          {c.final ? words.question.no : words.question.chooseAnother}
        </button>
      </div>
    </section>
  )
}

/** Returns the handles that can be seen and pressed on the table, once it is drawn. */
function useOnTable(narrow: boolean): Set<Handle> {
  const t = useTable()
  const [seen, setSeen] = useState(new Set<Handle>())
  useLayoutEffect(() => {
    const look = () => {
      const now = new Set<Handle>()
      for (const e of document.querySelectorAll<HTMLElement>('.board-of [data-go], .board-of .spot')) {
        if (!e.getClientRects().length) continue
        const [x, y] = (e.dataset.point ?? '').split(',').map(Number)
        if (e.dataset.thing) now.add(pick.thing(e.dataset.thing))
        else if (y !== undefined) now.add(pick.point({ x: x!, y }))
        else if (e.matches('.head')) now.add(pick.seat(Number(e.parentElement!.dataset.seat)))
      }
      setSeen((was) => (was.size === now.size && [...now].every((h) => was.has(h)) ? was : now))
    }
    look()
    // The arrangement of a game may come later than the first question.
    const board = document.querySelector('.board-of')
    const later = new MutationObserver(look)
    if (board) later.observe(board, { childList: true, subtree: true })
    return () => later.disconnect()
  }, [t.scene, t.picking.picked.join(), narrow])
  return seen
}

function whatGlows(handles: Handle[]) {
  const kinds = new Set(handles.map((h) => h[0]))
  return (['thing', 'seat', 'place'] as const).filter((k) => kinds.has(k[0]))
}

function nameOfHandle(t: ReturnType<typeof useTable>, h: Handle): string {
  const rest = h.slice(2)
  if (h.startsWith('t:')) return t.things.get(rest)?.name ?? rest
  if (h.startsWith('s:')) return t.nameOf(Number(rest))
  return rest.replace(',', ', ')
}

// True where the worlds of a hint do not tell an action from the best one.
const level = (h: HintOption) => h.behind.low <= 0

/** Returns how an action stands beside the best one of a hint: "as good", or by how much it is worse. */
function standing(h: HintOption, hint: Hint): string {
  if (!level(h)) return worse(h.behind, hint.unit)
  return hint.options.filter(level).length > 1 ? words.question.asGood : words.question.best
}

/**
 * The best few actions, with the reasons. What the same worlds do not tell apart stands together, and in it first what
 * the adviser itself plays most; of what is worse the difference is told, with its 95% interval.
 */
export function HintPanel({ hint, close }: { hint: Hint; close: () => void }) {
  const t = useTable()
  const list = hint.options.filter(level).sort((a, b) => b.probability - a.probability).concat(hint.options.filter((h) => !level(h)))
  const many = hint.options.filter(level).length > 1
  return (
    <section class="hint" aria-label={words.hint}>
      <header>
        <h3>{words.hint}</h3>
        <button type="button" class="plain" aria-label={words.question.closeHint} onClick={close}>
          ×
        </button>
      </header>
      <ol>
        {list.map((h) => (
          <li key={h.action}>
            <b lang={theirs}>{t.scene.ask?.choices.find((c) => c.action === h.action)?.label ?? h.name}</b>
            <span class="num">{standing(h, hint)}</span>
            {h.reason && <p lang={theirs}>{h.reason}</p>}
          </li>
        ))}
      </ol>
      <small>
        {words.question.source(hint.unit === winning ? words.review.unit.win : words.review.unit.other, estimate(hint.value, hint.unit), <span lang={theirs}>{hint.source}</span>)} {many && words.question.level}
      </small>
    </section>
  )
}
