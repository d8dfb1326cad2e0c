// What the page says of its connection, and what it keeps of tables.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as lib from './lib.mjs'

let server, b
before(async () => {
  server = await lib.serve()
  b = await lib.browser()
})
after(async () => {
  await b?.close()
  await server?.stop()
})

test('the games are there when the host answers before the first picture', async () => {
  for (let i = 0; i < 3; i++) {
    const page = await lib.open(b, 'about:blank')
    await page.evaluateOnNewDocument(() => {
      const real = window.setTimeout
      window.requestAnimationFrame = (f) => real(() => f(performance.now()), 400)
      window.setTimeout = (f, ms, ...more) => real(f, (ms ?? 0) + 400, ...more)
    })
    await page.goto(server.url, { waitUntil: 'load' })
    await page.waitForSelector('.tile', { timeout: 5000 })
    await page.browserContext().close()
  }
})
