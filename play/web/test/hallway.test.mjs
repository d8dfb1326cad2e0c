// A stranger comes in from the hallway, with a profile that has never been here, and plays. From the lobby to the first
// own decision, in each game with a rule book, by real clicks on what the page puts first.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as lib from './lib.mjs'

let s, b
before(async () => {
  s = await lib.serve()
  b = await lib.browser()
})
after(async () => {
  await b?.close()
  await s?.stop()
})

for (const game of ['heat', 'heist', 'payday', 'duel', 'fourdowns', 'fivepossessions'])
  for (const [name, size] of [['wide', lib.wide], ['phone', lib.phone]])
    test(`${game}, ${name}: from the lobby to the first own decision`, { timeout: 120_000 }, async (t) => {
      const page = await lib.open(b, 'about:blank', size, { still: false })
      const cdp = await page.createCDPSession()
      await cdp.send('Performance.enable', { timeDomain: 'threadTicks' }) // not the clock: others may use the processor too
      const work = async () => (await cdp.send('Performance.getMetrics')).metrics.find((m) => m.name === 'TaskDuration').value
      await page.goto(s.url, { waitUntil: 'load' })
      await page.waitForSelector('.tile')
      await lib.shoot(page, `hallway-${game}-${name}-1-lobby`)
      let clicks = 0
      const before = await work()
      const began = performance.now()
      const click = async (selector) => {
        await page.waitForSelector(selector)
        await page.click(selector)
        clicks++
      }
      await click(`a.tile[href="#/g/${game}"]`)
      await page.waitForSelector('form.setup button.primary')
      const asked = performance.now()
      await lib.shoot(page, `hallway-${game}-${name}-2-setup`)
      const looked = performance.now() - asked
      await click('form.setup button.primary')
      await page.waitForSelector('.question h2', { timeout: 60_000 })
      const seconds = (performance.now() - began - looked) / 1000
      await lib.shoot(page, `hallway-${game}-${name}-3-question`)
      const spent = (await work()) - before
      t.diagnostic(`${clicks} clicks; ${seconds.toFixed(1)} s by the clock, ${spent.toFixed(1)} s of the page's processor`)
      assert.ok(clicks <= 2, `${clicks} clicks`)
      assert.ok(spent < 5, `${spent} s of the processor`)
      const { asks, help, ways } = await page.evaluate(() => ({
        asks: document.querySelector('.question h2').innerText,
        help: document.querySelector('.question .help')?.innerText ?? '',
        ways: document.querySelectorAll('button.choice, [data-go]').length,
      }))
      assert.match(asks, /\p{L}{3}/u)
      assert.ok(ways > 0, 'something can be chosen')
      t.diagnostic(`${asks} / ${help || 'no help'}`)
      assert.deepEqual(page.faults, [])
      await page.browserContext().close()
    })
