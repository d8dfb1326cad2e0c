// What several people at their own screens have to say to each other at a table: come, wait, may I take that back, I give up.

import { useState } from 'preact/hooks'
import type { Client, Sitting } from '../client'
import { Sign } from '../icons'
import { knownTable } from '../memory'
import type { View } from '../protocol'
import { to } from '../words'
import { Badge } from './seat'
import { nameIn } from './table'

const names = (view: View, seats: number[]) => seats.map((n) => nameIn(view, n)).join(' and ')

/** The people who are missing, and the decision that somebody would like to take back. */
export function Friends({ client, sitting: s, view }: { client: Client; sitting: Sitting; view: View }) {
  const [error, setError] = useState('')
  if (view.over) return null
  const invites = knownTable(view.table)?.invites ?? {}
  const free = view.seats.filter((n) => n.invited)
  const away = view.seats.filter((n) => n.away && !(n.seat in s.keys)).map((n) => n.seat)
  const back = view.takeback
  const mine = back && String(back.seat) in s.keys
  const asked = back?.waits.filter((n) => String(n) in s.keys) ?? []
  const say = async (yes: boolean) => {
    setError('')
    try {
      for (const n of mine ? [back!.seat] : asked) await client.ask({ type: 'agree', table: s.table, key: s.keys[n], yes })
    } catch (err) {
      setError((err as Error).message)
    }
  }
  if (!free.length && !away.length && !back && !error && view.eyes === undefined) return null
  return (
    <section class="friends" aria-label="The people at this table">
      {view.eyes !== undefined && (
        <p>
          <Sign id="look" size={18} /> You look on with the eyes of <b>{nameIn(view, view.eyes)}</b>. You decide nothing here.
        </p>
      )}
      {free.some((n) => invites[n.seat]) && <p>{free.length > 1 ? 'Some seats are' : 'One seat is'} free yet. Send each friend the link to one:</p>}
      {free.map((n) => (
        <div class="free" key={n.seat}>
          <p>
            <Badge seat={n.seat} size={18} /> <b>{n.name}</b> {invites[n.seat] ? '' : 'has not sat down yet.'}
          </p>
          {invites[n.seat] && <Link label={`The link to the seat of ${n.name}`} to={linkTo(client, to.join(view.table, invites[n.seat]!))} />}
        </div>
      ))}
      {free.some((n) => invites[n.seat]) && local(client) && (
        <p class="small">
          This server answers this computer alone. For others in your network start it with <code>ringer serve --addr 0.0.0.0:8080</code>.
        </p>
      )}
      {away.length > 0 && (
        <p role="status">
          {names(view, away)} {away.length > 1 ? 'are' : 'is'} not connected. The table waits: each can come back by opening it again.
        </p>
      )}
      {back && (
        <div class="takeback" role={asked.length && !mine ? 'alertdialog' : 'status'} aria-label="Takeback">
          <p>{mine ? `You asked to take your last decision back. ${names(view, back.waits)} ${back.waits.length > 1 ? 'have' : 'has'} not answered yet.` : `${nameIn(view, back.seat)} would like to take back the last decision, and what came after it.`}</p>
          {mine ? (
            <button type="button" onClick={() => say(false)}>
              Withdraw
            </button>
          ) : (
            asked.length > 0 && (
              <>
                <button type="button" onClick={() => say(true)}>
                  Agree
                </button>
                <button type="button" onClick={() => say(false)}>
                  No
                </button>
              </>
            )
          )}
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

/** What one seldom wants: to let others look on, and to give up. */
export function Beside({ client, sitting: s, view }: { client: Client; sitting: Sitting; view: View }) {
  const [sure, setSure] = useState(false)
  const [error, setError] = useState('')
  const looks = !view.over && view.eyes === undefined && client.welcome?.reach && s.watch
  if (!looks && !view.can.resign) return null
  const resign = () => client.tell(s, { type: 'resign' }).then(() => setSure(false), (err) => setError(err.message))
  const ends = view.seats.length === 2 || !view.seats.some((n) => n.person && n.seat !== view.you && !n.invited)
  return (
    <details class="beside-game">
      <summary>{looks ? 'Let others look on, or give up' : 'Give up'}…</summary>
      {looks && (
        <div>
          <p class="small">Whoever opens this link sees your hand, and can do nothing:</p>
          <Link label="The link that looks on" to={linkTo(client, to.look(view.table, s.watch!))} />
        </div>
      )}
      {view.can.resign &&
        (sure ? (
          <div class="sure" role="alertdialog" aria-label="Give up?">
            <p>{ends ? 'The game is over then, and lost for you.' : 'A bot plays on in your seat then, and you look on.'}</p>
            <button type="button" class="final" onClick={resign}>
              Yes, give up
            </button>
            <button type="button" onClick={() => setSure(false)}>
              No, play on
            </button>
          </div>
        ) : (
          <button type="button" onClick={() => setSure(true)}>
            Give up this game
          </button>
        ))}
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </details>
  )
}

/** An address to send to somebody: shown, and copied by a press. */
export function Link({ label, to: address }: { label: string; to: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async (e: MouseEvent) => {
    const field = (e.currentTarget as HTMLElement).parentElement!.querySelector('input')!
    field.select()
    // Pages of a network without encryption have no clipboard of the new kind.
    await navigator.clipboard?.writeText(address).catch(() => document.execCommand('copy')) ?? document.execCommand('copy')
    setCopied(true)
  }
  return (
    <span class="link">
      <input readOnly aria-label={label} value={address} onFocus={(e) => e.currentTarget.select()} />
      <button type="button" onClick={copy}>
        <Sign id={copied ? 'check' : 'copy'} size={18} /> {copied ? 'Copied' : 'Copy'}
      </button>
    </span>
  )
}

// The address of a part of the page as others reach it.
function linkTo(client: Client, part: string): string {
  const reach = client.welcome?.reach ?? []
  const known = reach.find((r) => new URL(r).host === location.host) ?? reach[0]
  return (known ?? location.href).replace(/#.*/, '') + part
}

const local = (client: Client) => /^(localhost|127\.|\[::1\])/.test(new URL(client.welcome?.reach?.[0] ?? location.href).hostname)
