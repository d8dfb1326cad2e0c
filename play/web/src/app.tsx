import { useEffect, useState } from 'preact/hooks'
import type { Client } from './client'
import { Fair } from './pages/fair'
import { Lobby } from './pages/lobby'
import { ReviewPage } from './pages/review'
import { RulesPage } from './pages/rules'
import { TablePage } from './pages/table'

const route = () => location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent)

export function App({ client }: { client: Client }) {
  const [, redraw] = useState(0)
  const [at, setAt] = useState(route)
  useEffect(() => client.subscribe(() => redraw((n) => n + 1)), [client])
  useEffect(() => {
    const on = () => {
      setAt(route())
      scrollTo(0, 0)
    }
    addEventListener('hashchange', on)
    return () => removeEventListener('hashchange', on)
  }, [])
  const [page, what] = at
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
