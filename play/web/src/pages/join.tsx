// What a link leads to that somebody sent: a seat of one's own, or the eyes of somebody else.

import { useEffect, useState } from 'preact/hooks'
import type { Client, Joined } from '../client'
import { words } from '../language'
import * as memory from '../memory'
import type { Invitation } from '../protocol'
import { Badge } from '../table/seat'
import { to } from '../words'
import { Top } from './top'

/** Asks who comes by an invitation, and seats them. A browser that has sat down goes to its table at once. */
export function JoinPage({ client, table, invite }: { client: Client; table: string; invite: string }) {
  const [told, setTold] = useState<Invitation | null>(null)
  const [name, setName] = useState(memory.wishes.name())
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const here = !!memory.keysOf(table)
  useEffect(() => {
    if (!client.welcome) return
    client.ask<Invitation>({ type: 'invitation', table, invite }).then(
      (m) => {
        if (m.taken && here) location.replace(to.table(table))
        else setTold(m)
      },
      (err) => setError(err.message),
    )
  }, [!client.welcome])
  const sit = async (e: Event) => {
    e.preventDefault()
    setBusy(true)
    setError('')
    try {
      const person = name.trim() || told!.seats[told!.seat]!.name
      const m = await client.ask<Joined>({ type: 'claim', table, invite, person, every: memory.wishes.moves() !== 'off' })
      memory.wishes.setName(person)
      location.replace(to.table(client.sit(m)))
    } catch (err) {
      setError((err as Error).message)
      setBusy(false)
    }
  }
  const title = client.welcome?.games.find((g) => g.game === told?.game)?.title ?? told?.game
  const host = told?.seats.find((s) => s.person && !s.invited)?.name
  const free = told && !told.taken && !told.over
  return (
    <>
      <Top client={client} title="" />
      <main class="notice join">
        <h1>{!told ? (error ? words.join.nowhere : words.join.looks) : told.over ? words.join.over : told.taken ? words.join.taken : words.join.invites(host ?? '', title)}</h1>
        {free && (
          <form onSubmit={sit}>
            <ul class="who">
              {told.seats.map((s) => (
                <li class={s.seat === told.seat ? 'mine' : ''}>
                  <Badge seat={s.seat} size={24} /> {s.seat === told.seat ? words.join.yourSeat : s.invited ? words.join.free : s.name}
                </li>
              ))}
            </ul>
            <label>
              {words.join.name} <input maxLength={24} value={name} placeholder={told.seats[told.seat]!.name} onInput={(e) => setName(e.currentTarget.value)} />
            </label>
            <button class="primary" disabled={busy}>
              {busy ? words.join.sits : words.sitDown}
            </button>
            <p class="small">
              {words.join.yours} <a href={to.rules(told.game)}>{words.join.rules}</a>
            </p>
          </form>
        )}
        {told?.taken && !told.over && <p>{words.join.takenWhat}</p>}
        {error && (
          <p class="error" role="alert">
            {error}
          </p>
        )}
        {(!free || error) && (
          <a class="button" href={to.lobby}>
            {words.chooseGame}
          </a>
        )}
      </main>
    </>
  )
}

/** Keeps the key that looks on, and goes to the table. A seat that this browser has there stays its own. */
export function LookOn({ client, table, watch }: { client: Client; table: string; watch: string }) {
  useEffect(() => {
    if (!memory.keysOf(table)) memory.saveTable({ table, keys: { '-1': watch }, at: Date.now() })
    location.replace(to.table(table))
  }, [])
  return <Top client={client} title="" />
}
