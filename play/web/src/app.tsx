import type { ComponentType } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { Client } from './client'
import { words } from './language'
import { Lobby } from './pages/lobby'
import { RulesPage } from './pages/rules'
import { TablePage } from './pages/table'

const route = (hash: string) => hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent)

// Both read while they are drawn, and again when they begin to listen: what comes between is not lost.
function useChanges(client: Client) {
  const [, redraw] = useState(0)
  const { version } = client
  useLayoutEffect(() => client.subscribe(() => redraw((n) => n + 1), version), [client])
}

function useRoute(): string[] {
  const [hash, setHash] = useState(location.hash)
  useLayoutEffect(() => {
    const on = () => setHash(location.hash)
    on()
    addEventListener('hashchange', on)
    return () => removeEventListener('hashchange', on)
  }, [])
  useEffect(() => scrollTo(0, 0), [hash])
  return route(hash)
}

// Pages that a first visit does not need.
const loadJoin = () => import('./pages/join').then((m) => m.JoinPage)
const loadLook = () => import('./pages/join').then((m) => m.LookOn)
const loadFair = () => import('./pages/fair').then((m) => m.Fair)
const loadReview = () => import('./pages/review').then((m) => m.ReviewPage)
const loadEvenings = () => import('./pages/evenings').then((m) => m.EveningsPage)
const loadDeal = () => import('./pages/evenings').then((m) => m.DealPage)

function Later({ load, ...props }: { load: () => Promise<ComponentType<any>>; client: Client; [k: string]: any }) {
  const [Page, setPage] = useState<ComponentType<any> | null>(null)
  const [error, setError] = useState('')
  useEffect(() => {
    load().then((p) => setPage(() => p), (err) => setError(String(err?.message ?? err)))
  }, [load])
  if (Page) return <Page {...props} />
  return <main class="notice">{error ? <p role="alert">{words.fault.noPart(error)}</p> : <p role="status">{words.loading}</p>}</main>
}

export function App({ client }: { client: Client }) {
  useChanges(client)
  const [page, what, key] = useRoute()
  useEffect(() => {
    if (page !== 't') document.title = 'Ringer'
  }, [page])
  switch (page) {
    case 't':
      return <TablePage key={what} client={client} id={what ?? ''} />
    case 'r':
      return <Later load={loadReview} key={what} client={client} id={what ?? ''} />
    case 'g':
      return <Lobby client={client} chosen={what} />
    case 'j':
      return <Later load={loadJoin} key={what} client={client} table={what ?? ''} invite={key ?? ''} />
    case 'w':
      return <Later load={loadLook} key={what} client={client} table={what ?? ''} watch={key ?? ''} />
    case 'evenings':
      return <Later load={loadEvenings} client={client} />
    case 'd':
      return <Later load={loadDeal} client={client} text={what ?? ''} key={what} />
    case 'rules':
      return <RulesPage client={client} game={what ?? ''} />
    case 'fair':
      return <Later load={loadFair} client={client} />
    default:
      return <Lobby client={client} />
  }
}
