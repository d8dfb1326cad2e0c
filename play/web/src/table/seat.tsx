import type { ComponentChildren } from 'preact'
import { ours, words } from '../language'
import type { SeatFacts } from '../scene'
import { useTable } from './context'
import { Meters } from './meter'
import * as pick from './pick'

// The Okabe–Ito set, each colour with a shape of its own.
const shapes = [
  'M12 1.5a10.5 10.5 0 1 0 0 21a10.5 10.5 0 1 0 0-21z', // circle
  'M2.5 2.5h19v19h-19z', // square
  'M12 .5l11.5 11.5l-11.5 11.5l-11.5-11.5z', // diamond
  'M6.5 2h11l6 10l-6 10h-11l-6-10z', // hexagon
  'M12 1l11.5 8.6l-4.4 13.4h-14.2l-4.4-13.4z', // pentagon
  'M7.5 1.5h9l6 6v9l-6 6h-9l-6-6v-9z', // octagon
  'M1.5 2.5h21v12l-10.5 8.5l-10.5-8.5z', // shield
]

/** A seat's colour and shape with its number, counted from 1. */
export function Badge({ seat, size = 24 }: { seat: number; size?: number }) {
  const n = ((seat % 7) + 7) % 7
  return (
    <svg class={`badge seat-${n}`} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[n]} />
      <text x="12" y="12.5" text-anchor="middle" dominant-baseline="central" font-size="13" font-weight="700">
        {seat + 1}
      </text>
    </svg>
  )
}

/** The head of a seat: who it is, its meters and marks. It is pressed to name the seat. */
export function SeatPanel({ facts, children }: { facts: SeatFacts; children?: ComponentChildren }) {
  const t = useTable()
  const h = pick.seat(facts.seat)
  const lit = t.picking.lit.has(h)
  const who = t.view.seats.find((s) => s.seat === facts.seat)
  const you = facts.seat === t.view.you
  const notes = lit ? t.notes(h) : []
  const head = (
    <>
      <Badge seat={facts.seat} />
      <span class="who">
        <b>{t.nameOf(facts.seat)}</b>
        {you && t.view.eyes === undefined && <small lang={ours}>{words.you}</small>}
        {facts.role && <small>{facts.role}</small>}
        {(facts.team || who?.team) && <small>{facts.team || who?.team}</small>}
      </span>
      {facts.acts && <span class="acts" lang={ours}>{words.play.toAct}</span>}
      {facts.marks?.filter((m) => m !== 'to act').map((m) => <span class="mark">{m}</span>)}
    </>
  )
  return (
    <section class={'seat' + (you ? ' you' : '') + (facts.acts ? ' acting' : '') + (t.view.news?.some((e) => e.seat === facts.seat) ? ' acted' : '')} data-seat={facts.seat} aria-label={words.seatOf(facts.seat + 1, t.nameOf(facts.seat))}>
      {lit ? (
        <button type="button" class={'head lit' + (t.picking.picked.includes(h) ? ' picked' : '')} data-go onClick={() => t.press(h)}>
          {head}
          {notes.length === 1 && <small class="note">{notes[0]}</small>}
        </button>
      ) : (
        <div class="head">{head}</div>
      )}
      <Meters of={facts.meters} />
      {children}
    </section>
  )
}
