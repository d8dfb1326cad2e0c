// Whole games on the page, against the bots that ship, by pressing what glows: wide with a mouse
// and with keys alone, on a phone with a finger, by day and by night. Pictures are kept. GAME=heat plays that one alone.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as lib from './lib.mjs'

const games = ['heat', 'heist', 'payday', 'duel', 'fourdowns', 'fivepossessions', 'kuhn', 'liarsdice', 'tictactoe'].filter((g) => !process.env.GAME || g === process.env.GAME)

let server, b
before(async () => {
  server = await lib.serve()
  b = await lib.browser()
})
after(async () => {
  await b?.close()
  await server?.stop()
})

async function check(page, name, touch) {
  assert.deepEqual(await lib.misfits(page, touch), [], `${name}: what does not fit`)
  assert.deepEqual(await lib.axeFaults(page), [], `${name}: axe`)
  assert.deepEqual(page.faults, [], `${name}: console`)
}

const middle = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]

for (const game of games)
  for (const [name, size, dark, by] of [
    ['wide', lib.wide, false, 'mouse'],
    ['keys', lib.laptop, true, 'keys'],
    ['phone', lib.phone, true, 'touch'],
  ]) {
    test(`${game} is played to its end, ${name}, by ${by}`, { timeout: 280_000 }, async (t) => {
      const page = await lib.open(b, server.url, size, { dark })
      await lib.sit(page, game)
      let looked = 0
      const r = await lib.playOn(page, lib.dice(7), {
        turns: 1500,
        by,
        after: async (n) => {
          if (n !== 3 && n !== 12 && n !== 40) return
          looked++
          await lib.shoot(page, `${game}-${name}-${n}`)
          await check(page, `${game} ${name} after ${n} turns`, name === 'phone')
        },
      })
      assert.ok(r.over)
      await lib.shoot(page, `${game}-${name}-end`)
      await check(page, `${game} ${name} at the end`, name === 'phone')
      assert.match(await page.$eval('.verdict h2', (e) => e.textContent), /^(You|A draw)/)
      t.diagnostic(`${r.played} turns; from a click to the next question ${middle(r.waits).toFixed(0)} ms in the middle, ${Math.max(...r.waits).toFixed(0)} ms at most`)
      await page.browserContext().close()
    })
  }
