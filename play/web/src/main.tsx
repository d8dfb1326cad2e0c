import { render } from 'preact'
import { App } from './app'
import { Client } from './client'
import { wishes } from './memory'
import { applyTheme } from './pages/top'
import { findTransport } from './transport'

applyTheme(wishes.theme())
const page = document.getElementById('page')!
page.textContent = '' // it said how to see more
render(<App client={new Client(findTransport())} />, page)
