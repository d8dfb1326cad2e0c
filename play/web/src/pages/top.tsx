import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Client } from '../client'
import { Sign } from '../icons'
import { language, languages, speak, theirs, words, type Language } from '../language'
import { wishes, type Theme } from '../memory'
import { digits } from '../numbers'
import { to } from '../words'

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
        {words.top.loads(l.what, megabytes(l.loaded), l.total > 0 ? megabytes(l.total) : '')}
        {l.total > 0 && <progress max={l.total} value={l.loaded} aria-hidden="true" />}
      </span>
    )
  if (client.status === 'open' && !client.late) return null
  return (
    <span class="lost" role="status">
      {words.top[client.status === 'lost' ? 'lost' : client.status === 'open' ? 'silent' : 'connecting'](client.late)}
    </span>
  )
}

const megabytes = (n: number) => digits(n / 1e6, 1)

/** The language of the page. It is not changed in the middle of a game. */
function Tongue({ client }: { client: Client }) {
  const change = (to: Language) =>
    speak(to)
      .then(() => wishes.setLanguage(to))
      .catch(() => {}) // without a network: it stays as it is
      .finally(() => client.changed())
  return (
    <select class="plain tongue" aria-label={words.top.language} value={language} onChange={(e) => change(e.currentTarget.value as Language)}>
      {Object.entries(languages).map(([l, name]) => (
        <option value={l} lang={l}>
          {name}
        </option>
      ))}
    </select>
  )
}

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
      <a class="home" href={to.lobby} aria-label={words.allGames}>
        <Sign id="home" />
      </a>
      <span class="title">{title || 'Ringer'}</span>
      {phase && (
        <span class="phase" lang={theirs}>
          {phase}
        </span>
      )}
      {clock}
      <span class="gap" />
      <Connection client={client} />
      {!clock && <Tongue client={client} />}
      {onRules && (
        <button type="button" class="plain" onClick={onRules} aria-label={words.rules} title={words.top.rulesKey}>
          <Sign id="rules" /> <span class="word">{words.rules}</span>
        </button>
      )}
      <button type="button" class="plain" onClick={turn} aria-label={words.top.colours(theme)} title={words.top.colours(theme)}>
        <Sign id={theme === 'auto' ? 'auto' : theme === 'dark' ? 'moon' : 'sun'} />
      </button>
    </header>
  )
}
