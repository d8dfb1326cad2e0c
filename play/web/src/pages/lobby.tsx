// The lobby: which game, against whom, and the tables one can return to.

import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { Client } from '../client'
import { Sign } from '../icons'
import * as memory from '../memory'
import type { GameOffer } from '../protocol'
import { inBrowser } from '../transport'
import { keepPage } from '../transport/offline'
import { ago, count, to } from '../words'
import { Facts } from './facts'
import { Picture } from './picture'
import { Chosen } from './chosen'
import { Setup } from './setup'
import { Top } from './top'

export function Lobby({ client, chosen }: { client: Client; chosen?: string }) {
  const games = client.welcome?.games ?? []
  const [kept, setKept] = useState(false)
  useEffect(() => {
    if (client.welcome && !client.loading) keepPage().then(setKept)
  }, [!client.welcome, !client.loading])
  const names = [...new Set(games.map((g) => g.name))]
  const exact = games.findIndex((g) => g.game === chosen)
  const offers = games.filter((g) => g.name === (games[exact]?.name ?? chosen))
  return (
    <>
      <Top client={client} title="" />
      <main class="lobby">
        {offers.length ? (
          <Setup key={chosen} client={client} offers={offers} first={Math.max(0, offers.indexOf(games[exact]!))} />
        ) : chosen && client.welcome ? (
          <Chosen key={chosen} client={client} game={chosen} />
        ) : (
          <>
            <Resume client={client} />
            <h1>Choose a game</h1>
            {!client.welcome && <p role="status">{client.status === 'lost' ? `There is no host at this address${client.why ? ': ' + client.why : ''}. The page tries again by itself.` : 'Connecting…'}</p>}
            <ul class="tiles">
              {names.map((n) => (
                <Tile key={n} offers={games.filter((g) => g.name === n)} />
              ))}
            </ul>
            {memory.finished().length > 0 && (
              <p>
                <a class="button" href={to.evenings}>
                  <Sign id="chart" /> Your evenings
                </a>
              </p>
            )}
            <p class="small">
              <a href={to.fair}>Is it fair?</a> How to check that no bot sees your cards.
              {inBrowser() && ' This page needs no server: rules, bots and all cards are in your own browser.'}
              {kept && <span class="kept"> It is kept here, and works without a network now, with the opponents that you have met.</span>}
            </p>
          </>
        )}
      </main>
    </>
  )
}

function Tile({ offers }: { offers: GameOffer[] }) {
  const g = offers[0]!
  return (
    <li>
      <a class="tile" href={`#/g/${encodeURIComponent(g.name)}`}>
        <Picture of={g.picture} />
        <b>{g.title}</b>
        {g.words && <span>{g.words}</span>}
        <Facts of={offers} />
        {offers.some((o) => o.guide) && (
          <span class="teaches">
            <Sign id="hint" size={16} /> learn it by playing
          </span>
        )}
      </a>
    </li>
  )
}

function Resume({ client }: { client: Client }) {
  const [, redraw] = useState(0)
  const [asked, setAsked] = useState('') // the table that is forgotten with the next press
  useLayoutEffect(() => {
    const on = () => redraw(Date.now())
    addEventListener('storage', on) // another tab plays too
    return () => removeEventListener('storage', on)
  }, [])
  const open = memory.tables().filter((t) => !t.over)
  if (!open.length) return null
  const titles = new Map(client.welcome?.games.map((g) => [g.game, g.title]))
  const line = (t: memory.KnownTable) => (
    <li key={t.table}>
      <a href={to.table(t.table)}>
        <Sign id="play" size={16} /> <b>{titles.get(t.game ?? '') ?? t.game ?? 'A table'}</b> {t.guided && 'first game · '}{t.phase} <small>{t.names && `${t.names.join(', ')}, `}{ago(t.at)}</small>
      </a>
      {asked === t.table ? (
        <span class="sure" role="alertdialog" aria-label="Forget this table?">
          Nobody can go on with it then.
          <button
            type="button"
            onClick={() => {
              memory.forgetTable(t.table)
              setAsked('')
            }}
          >
            Forget it
          </button>
          <button type="button" onClick={() => setAsked('')}>
            Keep it
          </button>
        </span>
      ) : (
        <button type="button" class="plain" aria-label="Forget this table" title="Forget this table" onClick={() => setAsked(t.table)}>
          ×
        </button>
      )}
    </li>
  )
  return (
    <section class="resume">
      <h2>Go on playing</h2>
      <ul>{open.slice(0, most).map(line)}</ul>
      {open.length > most && (
        <details>
          <summary>{count(open.length - most, 'more table')}</summary>
          <ul>{open.slice(most).map(line)}</ul>
        </details>
      )}
    </section>
  )
}

const most = 6 // tables that are listed unfolded
