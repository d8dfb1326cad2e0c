// The lobby: which game, against whom, and the tables one can return to.

import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { Client } from '../client'
import { Sign } from '../icons'
import { theirs, words } from '../language'
import * as memory from '../memory'
import type { GameOffer } from '../protocol'
import { inBrowser } from '../transport'
import { keepPage } from '../transport/offline'
import { ago, to } from '../words'
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
            <h1>{words.chooseGame}</h1>
            {!client.welcome && <p role="status">{client.status === 'lost' ? words.lobby.noHost(client.why) : words.connecting}</p>}
            <ul class="tiles">
              {names.map((n) => (
                <Tile key={n} offers={games.filter((g) => g.name === n)} />
              ))}
            </ul>
            {memory.finished().length > 0 && (
              <p>
                <a class="button" href={to.evenings}>
                  <Sign id="chart" /> {words.lobby.evenings}
                </a>
              </p>
            )}
            <p class="small">
              {words.lobby.fair((text) => (
                <a href={to.fair}>{text}</a>
              ))}{' '}
              {inBrowser() && words.lobby.inBrowser} {kept && <span class="kept">{words.lobby.kept}</span>} {words.gamesSpeak}
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
        {g.words && <span lang={theirs}>{g.words}</span>}
        <Facts of={offers} />
        {offers.some((o) => o.guides) && (
          <span class="teaches">
            <Sign id="hint" size={16} /> {words.lobby.learn}
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
        <Sign id="play" size={16} /> <b>{titles.get(t.game ?? '') ?? t.game ?? words.lobby.aTable}</b> {t.guided && `${words.lobby.firstGame} · `}
        <span lang={theirs}>{t.phase}</span> <small>{t.names && `${t.names.join(', ')}, `}{ago(t.at)}</small>
      </a>
      {asked === t.table ? (
        <span class="sure" role="alertdialog" aria-label={words.lobby.forgetAsk}>
          {words.lobby.forgetWarn}
          <button
            type="button"
            onClick={() => {
              memory.forgetTable(t.table)
              setAsked('')
            }}
          >
            {words.lobby.forgetYes}
          </button>
          <button type="button" onClick={() => setAsked('')}>
            {words.lobby.forgetNo}
          </button>
        </span>
      ) : (
        <button type="button" class="plain" aria-label={words.lobby.forget} title={words.lobby.forget} onClick={() => setAsked(t.table)}>
          ×
        </button>
      )}
    </li>
  )
  return (
    <section class="resume">
      <h2>{words.lobby.goOn}</h2>
      <ul>{open.slice(0, most).map(line)}</ul>
      {open.length > most && (
        <details>
          <summary>{words.lobby.moreTables(open.length - most)}</summary>
          <ul>{open.slice(most).map(line)}</ul>
        </details>
      )}
    </section>
  )
}

const most = 6 // tables that are listed unfolded
