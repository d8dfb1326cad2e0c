// The page of one table: the board, the question, the log, and what one may ask for.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { paces, type Client, type Sitting } from '../client'
import { tally, wishes } from '../memory'
import { Sign } from '../icons'
import { theirs, words } from '../language'
import type { Hint, View } from '../protocol'
import type { Choice, Rules } from '../scene'
import { LessonPanel, LessonsAgain } from '../table/lesson'
import { Beside, Friends } from '../table/friends'
import { Log, Spoken } from '../table/log'
import { tableKeys, useKeys } from '../table/keys'
import { useNarrow } from '../table/media'
import { Meters } from '../table/meter'
import { MovesChoice, News, Skip, useSkip } from '../table/news'
import { deliberate } from '../table/presses'
import { HintPanel, Question } from '../table/question'
import { Badge } from '../table/seat'
import { nameIn, TableView } from '../table/table'
import { TaskPanel } from '../table/task'
import { to } from '../words'
import { Over } from './over'
import { RulesDialog } from './rules'
import { SpectatorBar, Values } from './spectator'
import { Top } from './top'

export function TablePage({ client, id }: { client: Client; id: string }) {
  const s = client.sitting(id)
  useEffect(() => client.hold(id), [client, id])
  const seen = s?.views.get(s.shown)
  const view = seen && s?.early ? { ...seen, can: {} } : seen // the host does not have the game yet
  const [rules, setRules] = useState<Rules | null>(null)
  const [reading, setReading] = useState(false)
  const [hint, setHint] = useState<{ of: string; hint: Hint } | null>(null)
  const [busy, setBusy] = useState('')
  const [error, setError] = useState('')
  const game = view?.game
  useEffect(() => {
    if (game) client.rules(game).then(setRules, () => setRules(null))
  }, [game])
  useEffect(() => {
    document.addEventListener('keydown', tableKeys)
    return () => document.removeEventListener('keydown', tableKeys)
  }, [])
  const at = view ? `${view.you}/${view.step}` : ''
  useEffect(() => setError(''), [at, client.status])
  useEffect(() => {
    if (view) document.title = `${view.scene.ask ? '● ' : ''}${rules?.title ?? view.game} · Ringer`
  }, [view, rules])

  const request = (type: string, more: object = {}, what = type) => {
    if (!s || busy) return Promise.resolve(null)
    client.finish(s)
    setBusy(what)
    setError('')
    return client
      .tell(s, { type, ...more })
      .catch((err) => (setError(err.message), null))
      .finally(() => setBusy(''))
  }
  // The answer to a question is sent once: the next view may come later than the host's "done".
  const sent = useRef('')
  const [under, setUnder] = useState('') // the question whose answer is sent
  const answered = (at: string) => setUnder((sent.current = at))
  const tall = useRef(0) // pixels of the foot with the last question
  const began = useRef('') // the first question on this page, at which a stranger asks how one wins
  const send = (c: Choice) => {
    if (!view || sent.current === at || busy) return
    answered(at)
    request('act', { step: view.step, action: c.action }).then((m) => m || answered(''))
  }
  const [asked, setAsked] = useState<{ of: string; choice: Choice } | null>(null) // once more
  const narrow = useNarrow()
  const sure = (c: Choice) => deliberate() && send(c)
  const take = (c: Choice) => (c.final ? deliberate() && setAsked({ of: at, choice: c }) : sure(c))
  const onTable = (c: Choice) => (narrow ? setAsked({ of: at, choice: c }) : take(c))
  const ask = () => view && request('hint', { step: view.step }).then((m) => m && setHint({ of: at, hint: m.hint }))
  const backwards = useRef(false) // what has no choice is taken back too
  const undo = () => {
    if (!view) return
    backwards.current = true
    request('undo', { step: view.step }).then(() => answered(''))
  }
  const only = !error && !view?.task && s && !s.curtain && client.status === 'open' ? onlyChoice(view) : undefined
  useEffect(() => {
    if (!view?.scene.ask) return
    if (!only) backwards.current = false
    if (!only || sent.current === at) return
    const timer = setTimeout(() => (backwards.current && view.can.undo ? undo() : send(only)), paces[wishes.moves()])
    return () => clearTimeout(timer)
  }, [at, only?.action])
  useKeys({
    escape: () => setAsked(null),
    letters: {
      '?': () => setReading(!reading),
      ...(view?.can.hint && { h: ask }),
      ...(view?.can.undo && { u: undo }),
    },
  })

  useSkip(client, s)
  const foot = useRef<HTMLDivElement>(null)
  const asks = !!view?.scene.ask
  useLayoutEffect(() => {
    // Between two questions the table keeps its place.
    const f = foot.current
    if (f) f.style.minHeight = asks || view?.over ? '' : `${Math.max(tall.current, 0)}px`
    if (f && asks) tall.current = f.offsetHeight
  }, [view])

  if (!s) return <Missing />
  if (!view) return <Waiting client={client} s={s} />
  if (s.curtain) return <Curtain client={client} s={s} />
  const scene = view.scene
  const shown = hint?.of === at ? hint.hint : undefined
  const hintPanel = shown && <HintPanel hint={shown} close={() => setHint(null)} />
  const beside = !narrow
  if (scene.ask && !only && !began.current) began.current = at
  const told = !!scene.ask && !!view.lesson && wishes.lessons()
  const goal = began.current === at && !told && !view.task && Object.keys(tally(view.game)).length === 0 ? rules?.goal : ''
  const log = s.logs.get(s.shown) ?? []
  return (
    <>
      <Top client={client} title={rules?.title ?? ''} phase={scene.phase} clock={<Meters of={scene.clock} />} onRules={() => setReading(true)} />
      <main class={'table' + (view.over ? ' over' : '')} data-turn={`${view.you}/${view.step}`} data-busy={busy || (scene.ask && sent.current === at) || undefined}>
        <TableView
          view={view.eyes === undefined ? view : { ...view, you: view.eyes } /* their place is drawn below */}
          rules={rules}
          act={scene.ask && !only ? onTable : undefined}
          side={() => (
            <>
              {beside && hintPanel}
              <Values view={view} />
              {scene.notes?.map((n) => <p class="fact" lang={theirs}>{n}</p>)}
              <Log events={log} />
              {view.you >= 0 && <MovesChoice client={client} />}
              <Beside client={client} sitting={s} view={view} />
              {words.gamesSpeak && <p class="small">{words.gamesSpeak}</p>}
            </>
          )}
        >
          {(_, clear) => (
              <div class={'foot' + (scene.ask && under === at ? ' sent' : '')} ref={foot}>
                <Friends client={client} sitting={s} view={view} />
                <TaskPanel client={client} sitting={s} view={view} />
                {goal && (
                  <p class="goal">
                    <b>{words.question.goal}</b> <span lang={theirs}>{goal}</span>
                  </p>
                )}
                {told ? <LessonPanel client={client} view={view} key={view.lesson!.id} /> : <News view={view} />}
                {view.over && <Over client={client} view={view} sitting={s} />}
                {scene.ask && !only && (
                  <Question
                    take={take}
                    asked={asked?.of === at ? asked.choice : undefined}
                    sure={sure}
                    clear={(h) => {
                      setAsked(null)
                      clear(h)
                    }}
                    hint={shown}
                  />
                )}
                {only && <p class="waits">{words.play.only(<span lang={theirs}>{only.label}</span>)}</p>}
                {(!scene.ask || under === at) && !only && !view.over && <Waits view={view} sent={!!scene.ask} early={!!s.early} key={at} />}
                {!beside && hintPanel}
                {(error || s.error) && (
                  <p class="error" role="alert">
                    {error || s.error}
                  </p>
                )}
                <div class="tools" role="group" aria-label={words.play.tools}>
                  <Skip client={client} sitting={s} />
                  <LessonsAgain client={client} view={view} />
                  {view.can.hint && (
                    <button type="button" title={words.play.hintWhy} onClick={ask} disabled={!!busy}>
                      <Sign id="hint" /> <span>{busy === 'hint' ? words.play.thinking : words.hint}</span> <kbd>h</kbd>
                    </button>
                  )}
                  {view.can.undo && (
                    <button type="button" onClick={undo} disabled={!!busy}>
                      <Sign id="undo" /> <span>{words.play.undo}</span> <kbd>u</kbd>
                    </button>
                  )}
                  {view.can.takeback && !view.can.undo && (
                    <button type="button" onClick={() => request('takeback', { step: view.step })} disabled={!!busy}>
                      <Sign id="undo" /> <span>{words.play.askTakeback}</span>
                    </button>
                  )}
                  {view.can.retry && !view.can.undo && view.task?.state !== 'failed' && (
                    <button type="button" onClick={() => request('retry', { step: view.step }).then(() => answered(''))} disabled={!!busy}>
                      <Sign id="undo" /> <span>{words.tryAgain}</span>
                    </button>
                  )}
                  {view.you < 0 && view.eyes === undefined && !view.over && <SpectatorBar client={client} sitting={s} view={view} />}
                </div>
              </div>
          )}
        </TableView>
      </main>
      <Spoken events={log} also={scene.ask ? scene.ask.text : view.verdict} />
      {reading && <RulesDialog rules={rules} close={() => setReading(false)} />}
    </>
  )
}

// Returns the choice of a question that leaves none: it is played by itself, and the log tells it.
function onlyChoice(view: View | undefined): Choice | undefined {
  const choices = view?.scene.ask?.choices ?? []
  return choices.length === 1 && !choices[0]!.final ? choices[0] : undefined
}

/** For whom the table waits, and for how long, once that is worth a word. */
function Waits({ view, sent, early }: { view: View; sent: boolean; early: boolean }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((n) => n + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  const thinks = sent ? [] : view.seats.filter((n) => n.agent && view.scene.seats.find((f) => f.seat === n.seat)?.acts)
  if (sent && !seconds) return null // the next question is nearly always there sooner
  return (
    <p class="waits" role="status">
      {!sent && (view.scene.waits ? <span lang={theirs}>{view.scene.waits}</span> : view.you >= 0 && words.play.waits)}
      {sent && (early ? words.play.kept : words.play.sent)}
      {thinks.length > 0 && seconds > 1 && ` ${words.play.thinks(thinks.map((n) => nameIn(view, n.seat)))}`}
      {seconds > 2 && ` ${words.play.seconds(seconds)}`}
    </p>
  )
}

function Missing() {
  return (
    <main class="notice">
      <h1>{words.noSeat}</h1>
      <p>{words.play.keyStays}</p>
      <a class="button" href={to.lobby}>
        {words.chooseGame}
      </a>
    </main>
  )
}

function Waiting({ client, s }: { client: Client; s: Sitting }) {
  return (
    <>
      <Top client={client} title="" />
      <main class="notice">
        {s.error ? (
          <>
            <h1>{words.play.cannotOpen}</h1>
            <p role="alert">{s.error}</p>
            <a class="button" href={to.lobby}>
              {words.chooseGame}
            </a>
          </>
        ) : (
          <p role="status">{client.loading ? words.play.tablesLoad : client.status === 'open' ? words.play.dealt : client.status === 'lost' ? words.play.lost : words.connecting}</p>
        )}
      </main>
    </>
  )
}

/** Hides everything until the next person at the screen says that they look. */
function Curtain({ client, s }: { client: Client; s: Sitting }) {
  const view = s.views.get(s.shown)!
  const name = view.seats.find((n) => n.seat === s.shown)?.name ?? words.seat(s.shown + 1)
  return (
    <main class="curtain notice">
      <Badge seat={s.shown} size={64} />
      <h1>{words.play.turn(name)}</h1>
      <p>{words.play.giveScreen(name)}</p>
      <button
        type="button"
        class="primary"
        autofocus
        ref={(b) => b?.focus()}
        onClick={() => client.lift(s)}
      >
        {words.play.iAm(name)}
      </button>
    </main>
  )
}

