// A finished game, step by step: the table as it stood, the chance to win as a curve, the
// costliest decisions, luck against errors, and playing on from any step.

import { useEffect, useRef, useState } from 'preact/hooks'
import { paces, shown, type Client } from '../client'
import { noteReview, wishes } from '../memory'
import { Sign } from '../icons'
import { theirs, words } from '../language'
import type { Chance, NewSeat, Review, TableEvent, View } from '../protocol'
import { marked } from '../fresh'
import type { Rules, Scene } from '../scene'
import { Log } from '../table/log'
import { useKeys } from '../table/keys'
import { Meters } from '../table/meter'
import { News } from '../table/news'
import { nameIn, TableView } from '../table/table'
import { amount, change, cost, estimate, to, winning } from '../words'
import { Curve } from './curve'
import { RulesDialog } from './rules'
import { Top } from './top'

interface Moment {
  step: number
  steps: number
  view: View
  events?: TableEvent[]
}

export function ReviewPage({ client, id }: { client: Client; id: string }) {
  const s = client.sitting(id)
  useEffect(() => client.hold(id), [client, id])
  const last = s?.views.get(s.shown)
  const [step, setStep] = useState(-1)
  const [open, setOpen] = useState(false)
  const [moment, setMoment] = useState<Moment | null>(null)
  const [review, setReview] = useState<Review | null>(null)
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const [error, setError] = useState('')
  const [rules, setRules] = useState<Rules | null>(null)
  const [reading, setReading] = useState(false)
  const [playing, setPlaying] = useState(false)
  const game = last?.game
  const ready = client.welcome !== null && last !== undefined
  useEffect(() => {
    if (game) client.rules(game).then(setRules, () => {})
  }, [game])
  const wanted = useRef(0)
  const drawn = useRef<{ step: number; open: boolean; scene: Scene } | null>(null)
  useEffect(() => {
    if (!s || !ready) return
    const n = ++wanted.current
    const ask = async (at: number) => client.tell<Moment>(s, { type: 'moment', step: at, ...(open && { open }) })
    ;(async () => {
      try {
        const m = await ask(Math.max(step, 0))
        if (step < 0 && n === wanted.current) return setStep(m.steps)
        if (n !== wanted.current) return
        const view = { ...shown({ ...m.view, over: m.view.over || open }), over: m.view.over }
        const was = drawn.current
        // One step on is shown as it happened; a leap is not.
        const next = was && was.open === open && was.step === m.step - 1
        drawn.current = { step: m.step, open, scene: view.scene }
        setMoment({ ...m, view: next ? { ...view, news: m.events ?? [], scene: view.over ? view.scene : marked(was.scene, view.scene) } : view })
      } catch (err) {
        if (n === wanted.current) setError((err as Error).message)
      }
    })()
  }, [step, open, ready])
  const steps = moment?.steps ?? 0
  const go = (n: number) => setStep(Math.max(0, Math.min(steps, n)))
  useEffect(() => {
    if (!playing || !moment || moment.step !== step) return
    if (step >= steps) return setPlaying(false)
    // What the seat was not told of is passed over.
    const timer = setTimeout(() => go(step + 1), moment.events?.length ? paces[wishes.moves()] || paces.normal : 30)
    return () => clearTimeout(timer)
  }, [playing, moment, step])
  useKeys({
    letters: {
      ArrowLeft: () => go(step - 1),
      ArrowRight: () => go(step + 1),
      Home: () => go(0),
      End: () => go(steps),
      '?': () => setReading(!reading),
    },
  })
  const start = (more: object = {}) => {
    if (!s) return
    setError('')
    setProgress({ done: 0, total: 1 })
    client
      .tell(s, { type: 'review', ...more }, (p) => setProgress(p))
      .then((m) => {
        setReview(m.review)
        const part = (c: Chance): [number, number, number] => [c.chance, c.low, c.high]
        if (m.review.seat === last?.you && !m.review.open) noteReview(s.table, { unit: m.review.unit, errors: part(m.review.errors), luck: part(m.review.luck) })
      })
      .catch((err) => setError(err.message))
      .finally(() => setProgress(null))
  }
  const playOn = async () => {
    if (!s || !moment) return
    const seats: NewSeat[] = moment.view.seats.map((n) => (n.agent ? { agent: n.agent } : { person: n.name }))
    if (s.shown < 0) seats[0] = { person: words.player(1) }
    try {
      const m = await client.ask({ type: 'branch', table: s.table, key: s.keys[s.shown], step, seats, every: wishes.moves() !== 'off' })
      location.hash = to.table(client.sit(m))
    } catch (err) {
      setError((err as Error).message)
    }
  }
  if (!s || !last) return <main class="notice">{s ? <p role="status">{words.review.opens}</p> : <h1>{words.noSeat}</h1>}</main>
  const view = moment?.view
  const decision = review?.decisions?.find((d) => d.step === step + 1)
  return (
    <>
      <Top client={client} title={words.review.title(rules?.title ?? '')} phase={view?.scene.phase} clock={<Meters of={view?.scene.clock} />} onRules={() => setReading(true)} />
      <main class="table review">
        {view && (
          <TableView
            view={view}
            rules={rules}
            side={(t) => (
              <>
                  {review ? (
                    <Findings review={review} nameOf={t.nameOf} go={go} />
                  ) : (
                    <section class="findings">
                      <h2>{words.review.question}</h2>
                      {progress ? (
                        <>
                          <progress max={progress.total} value={progress.done} aria-label={words.review.progress} />
                          <p class="small">{words.review.how}</p>
                          <button type="button" onClick={() => client.tell(s, { type: 'stop' }).catch((err) => setError(err.message))}>
                            {words.review.stop}
                          </button>
                        </>
                      ) : s.shown >= 0 ? (
                        <button type="button" class="primary" onClick={() => start()}>
                          <Sign id="chart" /> {words.review.mine}
                        </button>
                      ) : (
                        view.seats.map((n) => (
                          <button type="button" onClick={() => start({ seat: n.seat })}>
                            {words.review.of(nameIn(view, n.seat))}
                          </button>
                        ))
                      )}
                    </section>
                  )}
                  {error && (
                    <p class="error" role="alert">
                      {error}
                    </p>
                  )}
                  <Log events={moment?.events ?? []} />
              </>
            )}
          >
            {() => (
                <div class="foot">
                  <News view={view} />
                  {view.scene.ask && (
                    <p class="then">
                      <b lang={theirs}>{view.scene.ask.text}</b>
                      {decision && (
                        <>
                          {' '}
                          {words.review.chosen(<span lang={theirs}>{labelOf(view, decision.chosen)}</span>)} {decision.better && words.review.better(<b lang={theirs}>{labelOf(view, decision.better)}</b>)}
                        </>
                      )}
                    </p>
                  )}
                  {review && <Curve review={review} steps={steps} step={step} go={go} />}
                  <div class="scrub">
                    <button type="button" aria-label={words.review.back} onClick={() => go(step - 1)} disabled={step <= 0}>
                      <Sign id="back" />
                    </button>
                    <button type="button" aria-label={playing ? words.review.pause : words.review.play} onClick={() => setPlaying(!playing)} disabled={step >= steps}>
                      <Sign id={playing ? 'pause' : 'play'} />
                    </button>
                    <input type="range" min={0} max={steps} value={step} aria-label={words.review.stepIs(step, steps)} onInput={(e) => go(Number(e.currentTarget.value))} />
                    <button type="button" aria-label={words.review.on} onClick={() => go(step + 1)} disabled={step >= steps}>
                      <Sign id="step" />
                    </button>
                    <span class="num">{words.review.stepOf(step, steps)}</span>
                  </div>
                  <div class="tools">
                    <button type="button" onClick={playOn} disabled={step >= steps}>
                      <Sign id="branch" /> {words.review.playOn}
                    </button>
                    {s.shown >= 0 && (
                      <label class="check">
                        <input type="checkbox" checked={open} onChange={(e) => setOpen(e.currentTarget.checked)} /> {words.review.open}
                      </label>
                    )}
                    <a class="button" href={to.table(id)}>
                      {words.review.end}
                    </a>
                  </div>
                </div>
            )}
          </TableView>
        )}
        {!view && <p role={error ? 'alert' : 'status'}>{error || words.review.opens}</p>}
      </main>
      {reading && <RulesDialog rules={rules} close={() => setReading(false)} />}
    </>
  )
}

const labelOf = (v: View, c: { action: number; name: string }) => v.scene.ask?.choices.find((o) => o.action === c.action)?.label ?? c.name

/** What a review found: the sum, and the costliest decisions. */
function Findings({ review: r, nameOf, go }: { review: Review; nameOf: (n: number) => string; go: (n: number) => void }) {
  const u = r.unit
  const worst = (r.costliest ?? []).map((i) => r.decisions![i]!)
  const last = r.partial ? r.decisions?.at(-1)?.chosen : undefined
  const sum = [
    [words.review.atFirst, estimate(r.start, u)],
    [words.review.errorsCost(worst.length), worst.length ? cost(r.errors, u) : words.review.nothing],
    [words.review.unclear, cost(r.unclear, u)],
    [words.review.luck, change(r.luck, u)],
    last ? [words.review.afterLast, estimate({ chance: r.result, low: last.low ?? r.result, high: last.high ?? r.result }, u)] : [words.review.result, amount(r.result, u)],
  ] as const
  return (
    <section class="findings">
      <h2>
        {worst.length === 0
          ? words.review.noError(nameOf(r.seat))
          : words.review.errors(worst.length, nameOf(r.seat), cost(r.errors, u))}
      </h2>
      {r.partial && <p>{words.review.gaveUp}</p>}
      <table class="parts">
        <tbody>
          {sum.map(([w, x]) => (
            <tr>
              <th scope="row">{w}</th>
              <td>{x}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ol class="costly">
        {worst.slice(0, 8).map((d) => (
          <li key={d.step}>
            <button type="button" onClick={() => go(d.step - 1)}>
              <span>
                {words.review.cost(<b lang={d.phase && theirs}>{d.phase || words.review.step(d.step)}</b>, cost(d.loss, u))}
              </span>
              <span>
                <span lang={theirs}>{d.chosen.label ?? d.chosen.name}</span>
                {d.better && words.review.betterWas(<b lang={theirs}>{d.better.label ?? d.better.name}</b>)}
              </span>
              {d.why && <small lang={theirs}>{d.why}</small>}
            </button>
          </li>
        ))}
      </ol>
      <p class="small">
        {words.review.source(u === winning ? words.review.unit.win : words.review.unit.other, nameOf(r.seat), !!r.open, <span lang={theirs}>{r.source}</span>)} {words.review.clear}
      </p>
    </section>
  )
}
