import { render } from 'preact'
import { App } from './app'
import { Client } from './client'
import { preferred, speak } from './language'
import { wishes } from './memory'
import { applyTheme } from './pages/top'
import { findTransport } from './transport'

applyTheme(wishes.theme())
const client = new Client(findTransport())
const start = () => {
  const page = document.getElementById('page')!
  page.textContent = '' // it said how to see more
  render(<App client={client} />, page)
}
// A language that does not load leaves English, which is here.
speak(preferred([wishes.language(), ...navigator.languages])).then(start, start)
