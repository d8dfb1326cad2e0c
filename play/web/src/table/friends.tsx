// What several people at their own screens have to say to each other at a table: come, wait, may I take that back, I give up.

import { useState } from 'preact/hooks'
import type { Client, Sitting } from '../client'
import { Sign } from '../icons'
import { words } from '../language'
import { knownTable } from '../memory'
import type { View } from '../protocol'
import { to } from '../words'
import { Badge } from './seat'
import { nameIn } from './table'

const names = (view: View, seats: number[]) => seats.map((n) => nameIn(view, n))

const command = 'ringer serve --addr 0.0.0.0:8080'

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
    <section class="friends" aria-label={words.friends.people}>
      {view.eyes !== undefined && (
        <p>
          <Sign id="look" size={18} /> {words.friends.eyes(<b>{nameIn(view, view.eyes)}</b>)}
        </p>
      )}
      {free.some((n) => invites[n.seat]) && <p>{words.friends.free(free.length)}</p>}
      {free.map((n) => (
        <div class="free" key={n.seat}>
          <p>
            <Badge seat={n.seat} size={18} /> <b>{n.name}</b> {invites[n.seat] ? '' : words.friends.notYet}
          </p>
          {invites[n.seat] && <Link label={words.friends.linkTo(n.name)} to={linkTo(client, to.join(view.table, invites[n.seat]!))} />}
        </div>
      ))}
      {free.some((n) => invites[n.seat]) && local(client) && (
        <p class="small">{words.friends.local(<code>{command}</code>)}</p>
      )}
      {away.length > 0 && (
        <p role="status">{words.friends.away(names(view, away))}</p>
      )}
      {back && (
        <div class="takeback" role={asked.length && !mine ? 'alertdialog' : 'status'} aria-label={words.friends.takeback}>
          <p>{mine ? words.friends.asked(names(view, back.waits)) : words.friends.asks(nameIn(view, back.seat))}</p>
          {mine ? (
            <button type="button" onClick={() => say(false)}>
              {words.friends.withdraw}
            </button>
          ) : (
            asked.length > 0 && (
              <>
                <button type="button" onClick={() => say(true)}>
                  {words.friends.agree}
                </button>
                <button type="button" onClick={() => say(false)}>
                  {words.friends.no}
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
      <summary>{!looks ? words.friends.giveUp : view.can.resign ? words.friends.lookOrGiveUp : words.friends.lookOn}</summary>
      {looks && (
        <div>
          <p class="small">{words.friends.lookWhy}</p>
          <Link label={words.friends.lookLink} to={linkTo(client, to.look(view.table, s.watch!))} />
        </div>
      )}
      {view.can.resign &&
        (sure ? (
          <div class="sure" role="alertdialog" aria-label={words.friends.sure}>
            <p>{ends ? words.friends.ends : words.friends.botPlays}</p>
            <button type="button" class="final" onClick={resign}>
              {words.friends.yes}
            </button>
            <button type="button" onClick={() => setSure(false)}>
              {words.friends.playOn}
            </button>
          </div>
        ) : (
          <button type="button" onClick={() => setSure(true)}>
            {words.friends.giveUpGame}
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
        <Sign id={copied ? 'check' : 'copy'} size={18} /> {copied ? words.friends.copied : words.friends.copy}
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
