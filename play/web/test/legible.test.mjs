// What can be read and reached on every table: letters of 12 pixels at least, words in one piece, a foot that covers
// nothing, and what can be chosen in sight. GAME=heat looks at that one alone.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as lib from './lib.mjs'

const games = ['heat', 'heist', 'payday', 'duel', 'fourdowns', 'fivepossessions'].filter((g) => !process.env.GAME || g === process.env.GAME)
const tablet = { width: 768, height: 1024, isMobile: true, hasTouch: true }

let server, b
before(async () => {
  server = await lib.serve()
  b = await lib.browser()
})
after(async () => {
  await b?.close()
  await server?.stop()
})

for (const game of games)
  for (const [name, size] of Object.entries({ phone: lib.phone, tablet, wide: lib.wide }))
    test(`${game}, ${name}: all of it can be read and reached`, { timeout: 200_000 }, async () => {
      const page = await lib.open(b, server.url, size)
      await page.evaluate(() => localStorage.setItem('ringer.moves', '"off"'))
      await lib.sit(page, game)
      await lib.settled(page, '')
      const seen = new Set()
      const look = async (n) => {
        const at = await lib.stands(page)
        if (at.now !== 'ask') return
        let found = await lib.illegible(page)
        for (let n = 0; found.length && n < 30; n++) {
          await new Promise((r) => setTimeout(r, 100)) // the table is scrolled after it is drawn
          found = await lib.illegible(page)
        }
        if (found.length) await lib.shoot(page, `legible-fault-${game}-${name}`)
        assert.deepEqual(found, [], `${game} ${name} after ${n} turns: ${at.words}`)
        const kind = at.words.split(' ').slice(0, 3).join(' ')
        if (!seen.has(kind)) await lib.shoot(page, `legible-${game}-${name}-${n}`)
        seen.add(kind)
      }
      await look(0)
      await lib.playOn(page, lib.dice(7), { turns: 12, after: look }).catch((err) => assert.match(err.message, /did not end/))
      assert.deepEqual(page.faults, [])
      await page.browserContext().close()
    })

test('a hint tells apart only what its worlds do', { timeout: 60_000 }, async () => {
  const page = await lib.open(b, 'about:blank', lib.laptop)
  await page.evaluateOnNewDocument(() => {
    const parse = JSON.parse
    const around = (chance, half) => ({ chance, low: chance - half, high: chance + half })
    JSON.parse = (text, ...more) => {
      const m = parse(text, ...more)
      if (m?.type === 'hint') {
        const [best, level, worse] = m.hint.options
        Object.assign(best, { probability: 0.06, behind: { chance: 0, low: 0, high: 0 } })
        Object.assign(level, { probability: 0.94, behind: around(0.03, 0.05) })
        if (worse) worse.behind = around(0.04, 0.02)
        window.hinted = m.hint.options.map((o) => o.action)
      }
      return m
    }
  })
  await page.goto(server.url, { waitUntil: 'load' })
  await lib.sit(page, 'fivepossessions')
  await lib.settled(page, '')
  await page.keyboard.press('h')
  await page.waitForSelector('.hint li', { timeout: 60_000 })
  const rows = await page.$$eval('.hint li .num', (all) => all.map((e) => e.textContent))
  assert.deepEqual(rows, ['as good', 'as good', '−4 ± 2 points'])
  const labels = await page.$$eval('.hint li b', (all) => all.map((e) => e.textContent))
  const buttons = await page.evaluate(() => window.hinted.map((a) => document.querySelector(`.choice[data-action="${a}"] span`).textContent))
  assert.deepEqual(labels, [buttons[1], buttons[0], buttons[2]], 'of what is level, what the adviser plays most is first')
  assert.deepEqual(await page.evaluate(() => window.hinted.map((a) => document.querySelector(`.choice[data-action="${a}"] .chance`).textContent)), ['as good', 'as good', '−4 ± 2 points'])
  await lib.shoot(page, 'hint-level')
  await page.browserContext().close()
})

test('who watches is never called you, and what a seat does on end is one line', { timeout: 240_000 }, async () => {
  for (const game of games) {
    const page = await lib.open(b, server.url, lib.wide)
    await page.evaluate(() => localStorage.setItem('ringer.pace', '0'))
    await page.waitForSelector('.tile')
    await lib.press(page, `a.tile[href="#/g/${game}"]`)
    await page.waitForSelector('form.setup')
    await page.evaluate(() => [...document.querySelectorAll('form.setup button')].find((e) => /Watch/.test(e.textContent)).click())
    await page.waitForFunction(() => document.querySelectorAll('.log li').length > 12, { timeout: 30_000 })
    const words = await page.evaluate(() => [document.querySelector('.foot'), document.querySelector('.top'), document.querySelector('.log')].map((e) => e.innerText).join('\n'))
    assert.doesNotMatch(words.replace(/\([^()]*\)/g, ''), /\b(you|your)\b/i, game) // what stands in brackets is the text of a card
    const who = await page.$$eval('.log li', (all) => all.map((e) => e.querySelector('.badge text')?.textContent ?? ''))
    if (game === 'heist') assert.deepEqual(who.filter((w, i) => w && w === who[i - 1]), [], 'each seat has a line of its own')
    await page.browserContext().close()
  }
})
