import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { Client } from './client'
import { Fair } from './pages/fair'
import { Lobby } from './pages/lobby'
import { ReviewPage } from './pages/review'
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

export function App({ client }: { client: Client }) {
  useChanges(client)
  const [page, what] = useRoute()
  useEffect(() => {
    if (page !== 't') document.title = 'Ringer'
  }, [page])
  switch (page) {
    case 't':
      return <TablePage key={what} client={client} id={what ?? ''} />
    case 'r':
      return <ReviewPage key={what} client={client} id={what ?? ''} />
    case 'g':
      return <Lobby client={client} chosen={what} />
    case 'rules':
      return <RulesPage client={client} game={what ?? ''} />
    case 'fair':
      return <Fair client={client} />
    default:
      return <Lobby client={client} />
  }
}
