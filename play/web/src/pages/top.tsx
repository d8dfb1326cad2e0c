import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Client } from '../client'
import { Sign } from '../icons'
import { wishes, type Theme } from '../memory'
import { count, to } from '../words'

export function applyTheme(t: Theme) {
  if (t === 'auto') document.documentElement.removeAttribute('data-theme')
  else document.documentElement.dataset.theme = t
}

/** What there is to say of the connection: nothing where all is well. */
function Connection({ client }: { client: Client }) {
  const l = client.loading
  if (l)
    return (
      <span class="loads" role="status">
        Loading {l.what}: {megabytes(l.loaded)}
        {l.total > 0 && ` of ${megabytes(l.total)}`} MB
        {l.total > 0 && <progress max={l.total} value={l.loaded} aria-hidden="true" />}
      </span>
    )
  if (client.status === 'open' && !client.late) return null
  const long = client.late > 0 && ` for ${count(client.late, 'second')}`
  return (
    <span class="lost" role="status">
      {client.status === 'lost' ? 'The connection is lost' : client.status === 'open' ? 'The host has not answered' : 'Connecting…'}
      {long}
      {client.status === 'lost' && ': trying again…'}
    </span>
  )
}

const megabytes = (n: number) => (n / 1e6).toFixed(1)

/** The line at the top of every page. */
export function Top({ client, title, phase, clock, onRules }: { client: Client; title: string; phase?: string; clock?: ComponentChildren; onRules?: () => void }) {
  const [theme, setTheme] = useState(wishes.theme())
  const turn = () => {
    const next = ({ auto: 'light', light: 'dark', dark: 'auto' } as const)[theme]
    wishes.setTheme(next)
    applyTheme(next)
    setTheme(next)
  }
  return (
    <header class="top">
      <a class="home" href={to.lobby} aria-label="All games">
        <Sign id="home" />
      </a>
      <span class="title">{title || 'Ringer'}</span>
      {phase && <span class="phase">{phase}</span>}
      {clock}
      <span class="gap" />
      <Connection client={client} />
      {onRules && (
        <button type="button" class="plain" onClick={onRules} aria-label="Rules" title="Rules (?)">
          <Sign id="rules" />
        </button>
      )}
      <button type="button" class="plain" onClick={turn} aria-label={`Colours: ${theme}`} title={`Colours: ${theme}`}>
        <Sign id={theme === 'auto' ? 'auto' : theme === 'dark' ? 'moon' : 'sun'} />
      </button>
    </header>
  )
}
