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

// How long it goes on stands at the top.
const told = {
  heat: /Heist 1 of 3 · draft 1 of 3/,
  heist: /Round 1 of at most 200[\s\S]*Jobs gone/,
  payday: /Laying out the heist/,
  duel: /Round 1 of at most 30/,
  fourdowns: /Hand 1 · down 1 of 4/,
  fivepossessions: /Possession 1 · line 1 of 4|Toss/,
}

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
      const goal = await page.$eval('.foot > .goal', (e) => e.innerText)
      assert.match(goal, /^How to win: \p{Lu}.{20,}\.$/u)
      assert.match(await page.evaluate(() => document.querySelector('.top').innerText), told[game])
      if (size === lib.wide) assert.match(await page.$eval('.top button.plain', (e) => e.innerText), /Rules/)
      const over = await page.evaluate(() => {
        const box = (e) => e.getBoundingClientRect()
        const [title, map] = [document.querySelector('.top .title'), document.querySelector('.map > svg')]
        const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
        return [...document.querySelectorAll('.top button, .top .phase')].filter((e) => meet(box(e), box(title))).length + (map ? [...document.querySelectorAll('.map .zoom button')].filter((e) => meet(box(e), box(map))).length : 0)
      })
      assert.equal(over, 0, 'nothing lies over the title or the map')
      assert.ok(ways > 0, 'something can be chosen')
      t.diagnostic(`${asks} / ${help || 'no help'} / ${goal}`)
      await lib.press(page, 'button.choice, [data-go].thing, .spot')
      await page.waitForSelector('button.confirm', { timeout: 1000 }).then(() => lib.press(page, 'button.confirm')).catch(() => {}) // on a phone it asks once more
      await page.waitForFunction(() => !document.querySelector('.foot > .goal'), { timeout: 30_000 })
      assert.deepEqual(page.faults, [])
      await page.browserContext().close()
    })
