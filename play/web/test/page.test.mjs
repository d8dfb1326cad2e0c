// What the page does beside playing: lobby, keyboard, reload, a server that dies, a curtain,
// watching, hints, review.

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

const clean = async (page, name, touch = false) => {
  assert.deepEqual(await lib.misfits(page, touch), [], `${name}: what does not fit`)
  assert.deepEqual(await lib.axeFaults(page), [], `${name}: axe`)
  assert.deepEqual(page.faults, [], `${name}: console`)
}
const text = (page, selector) => page.$eval(selector, (e) => e.textContent)

test('the lobby is there after less than a second of work', async (t) => {
  for (const [name, size, dark] of [
    ['wide', lib.wide, false],
    ['laptop-dark', lib.laptop, true],
    ['phone', lib.phone, false],
    ['phone-dark', lib.phone, true],
  ]) {
    const page = await lib.open(b, 'about:blank', size, { dark })
    const cdp = await page.createCDPSession()
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' }) // not the clock: others may use the processor too
    await page.goto(server.url, { waitUntil: 'load' })
    await page.waitForSelector('.tile')
    const { metrics } = await cdp.send('Performance.getMetrics')
    const spent = 1000 * metrics.find((m) => m.name === 'TaskDuration').value
    t.diagnostic(`${name}: ${spent.toFixed(0)} ms of the processor until the games are there`)
    assert.ok(spent < 1000, `${spent} ms of the processor`)
    await lib.shoot(page, `lobby-${name}`)
    await clean(page, `lobby ${name}`)
    await page.click('.tile')
    await page.waitForSelector('form.setup')
    await lib.shoot(page, `setup-${name}`)
    await clean(page, `setup ${name}`)
    await page.click('form.setup header a')
    await page.waitForSelector('.rules-text h1')
    await lib.shoot(page, `rules-${name}`)
    await clean(page, `rules ${name}`)
    await page.browserContext().close()
  }
})

test('a game is played by keyboard alone', async () => {
  const page = await lib.open(b, server.url, lib.laptop)
  await page.waitForSelector('.tile')
  const press = (k) => page.keyboard.press(k)
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  for (let i = 0; i < 40 && !(await focused()).startsWith('5 Possessions'); i++) await press('Tab')
  await press('Enter')
  await page.waitForSelector('form.setup')
  for (let i = 0; i < 40 && (await focused()) !== 'Sit down'; i++) await press('Tab')
  await press('Enter')
  await page.waitForSelector('main.table')
  await lib.settled(page, '')
  await press('?')
  await page.waitForSelector('dialog[open]')
  await lib.shoot(page, 'keyboard-rules')
  await press('Escape')
  await page.waitForFunction(() => !document.querySelector('dialog[open]'))
  for (let n = 0; n < 900; n++) {
    const at = await lib.stands(page)
    if (at.now === 'over') break
    if (at.now === 'wait') {
      await lib.settled(page, '')
      continue
    }
    if (n % 3 === 0) await press('1')
    else {
      await press(['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft'][n % 4])
      assert.ok(await page.evaluate(() => document.activeElement?.hasAttribute('data-go')), 'an arrow key goes to something that can be done')
      if (n === 4) await lib.shoot(page, 'keyboard-focus')
      await press('Enter')
    }
    await page.waitForFunction(() => !document.querySelector('main.table')?.dataset.busy, { polling: 10 })
  }
  assert.equal((await lib.stands(page)).now, 'over')
  await clean(page, 'keyboard')
  await page.browserContext().close()
})

test('a place on the map is picked by keyboard', async () => {
  const page = await lib.open(b, server.url, lib.laptop)
  await lib.sit(page, 'duel')
  await lib.settled(page, '')
  const { turn } = await lib.stands(page)
  const press = (k) => page.keyboard.press(k)
  for (let i = 0; i < 60 && !(await page.evaluate(() => document.activeElement?.matches('.map > svg'))); i++) await press('Tab')
  for (const k of ['ArrowUp', 'ArrowUp', 'ArrowRight', 'ArrowRight']) await press(k)
  assert.match(await text(page, '.map figcaption'), /^[\d.]+, [\d.]+ inches/)
  await lib.shoot(page, 'keyboard-map')
  await press('Enter')
  await lib.settled(page, turn)
  await clean(page, 'map')
  await page.browserContext().close()
})

for (const [name, size, point] of [
  ['a mouse', lib.wide, (page, x, y) => page.mouse.move(x, y)],
  ['a finger', lib.phone, (page, x, y) => page.touchscreen.tap(x, y)],
])
  test(`a place on the map is the one that ${name} points at, however close the next one is`, async () => {
    const page = await lib.open(b, server.url, size)
    await lib.sit(page, 'duel')
    await lib.settled(page, '')
    const count = await page.$$eval('.spot', (all) => all.length)
    assert.ok(count > 20, `${count} places`)
    for (let i = 0; i < count; i += Math.ceil(count / 20)) {
      const [place, x, y, free] = await page.evaluate((i) => {
        const e = document.querySelectorAll('.spot')[i]
        e.scrollIntoView({ block: 'center' })
        const r = e.getBoundingClientRect()
        const [x, y] = [r.left + r.width / 2, r.top + r.height / 2]
        return [e.dataset.point.replace(',', ', '), x, y, !document.elementFromPoint(x, y)?.closest('[data-thing]')]
      }, i)
      if (!free) continue // a base stands there
      await point(page, x, y)
      await page.waitForFunction((place) => document.querySelector('.map figcaption').textContent.startsWith(place + ' inches'), {}, place).catch(async () => assert.equal(await text(page, '.map figcaption'), place))
    }
    await page.browserContext().close()
  })

test('a reload and a killed server lose nothing', async () => {
  const own = await lib.serve()
  const page = await lib.open(b, own.url, lib.wide)
  await lib.sit(page, 'heat')
  await lib.playOn(page, lib.dice(3), { stopAt: 6 })
  const facts = () =>
    page.evaluate(() => ({
      turn: document.querySelector('main.table').dataset.turn,
      asked: document.querySelector('.question h2').textContent,
      choices: [...document.querySelectorAll('button.choice')].map((e) => e.dataset.action),
      log: [...document.querySelectorAll('.log li')].map((e) => e.textContent),
    }))
  const was = await facts()
  assert.ok(was.log.length > 5)
  await page.reload({ waitUntil: 'load' })
  await lib.settled(page, '')
  assert.deepEqual(await facts(), was, 'after a reload')
  assert.deepEqual(page.faults, [])
  await own.stop('SIGKILL', true)
  await page.waitForSelector('.top .lost')
  await lib.shoot(page, 'connection-lost')
  const again = await lib.serve(own.data, own.port)
  await page.waitForFunction(() => !document.querySelector('.top .lost'), { timeout: 15000 })
  assert.deepEqual(await facts(), was, 'after the server was killed')
  page.faults.length = 0 // the browser reports the broken connection
  const r = await lib.playOn(page, lib.dice(4))
  assert.ok(r.over)
  assert.deepEqual(page.faults, [])
  await page.goto(again.url + '#/')
  await page.browserContext().close()
  await again.stop()
})

test('a card that is pointed at is explained beside it', async () => {
  for (const [name, size] of [
    ['laptop', lib.laptop],
    ['phone', lib.phone],
  ]) {
    const page = await lib.open(b, server.url, size)
    if (name === 'laptop') await page.emulateVisionDeficiency('achromatopsia') // and all of it reads in grey
    await lib.sit(page, 'heat')
    await lib.playOn(page, lib.dice(7), { stopAt: 2 }) // in the draft: each choice is a card
    const card = await page.waitForSelector('.thing.lit')
    await card.evaluate((e) => e.scrollIntoView({ block: 'center' }))
    const box = await card.boundingBox()
    if (name === 'laptop') await card.hover()
    else {
      const touch = await page.touchscreen.touchStart(box.x + 20, box.y + 20)
      await page.waitForSelector('.enlarged.stays') // not what the mouse of the form shows, which still lies there
      await touch.end()
    }
    await page.waitForSelector('.enlarged .text')
    const big = await (await page.$('.enlarged')).boundingBox()
    await lib.shoot(page, `enlarged-${name}`)
    const apart = Math.max(big.x - box.x - box.width, box.x - big.x - big.width, big.y - box.y - box.height, box.y - big.y - big.height)
    if (name === 'laptop') assert.ok(apart >= 0 && apart < 40, `the explanation lies ${apart} px from its card`)
    assert.ok(big.x >= 0 && big.y >= 0 && big.x + big.width <= size.width && big.y + big.height <= size.height, 'the explanation is on the screen')
    await clean(page, `enlarged ${name}`)
    await page.browserContext().close()
  }
})

test('a double click answers once', async () => {
  const page = await lib.open(b, server.url, lib.laptop)
  await lib.sit(page, 'fivepossessions')
  await lib.settled(page, '')
  for (let i = 0; i < 8; i++) {
    const { now, turn } = await lib.stands(page)
    if (now === 'over') break
    const sent = await page.evaluate(() => {
      const b = document.querySelector('button.choice')
      window.press(b)
      b.click()
      return b.isConnected
    })
    assert.ok(sent)
    await lib.settled(page, turn)
    assert.equal((await lib.stands(page)).error, '')
  }
  assert.deepEqual(page.faults, [])
  await page.browserContext().close()
})

test('people at one screen do not see the cards of each other', async () => {
  const page = await lib.open(b, server.url, lib.laptop)
  await lib.sit(page, 'kuhn', {
    more: async (p) => {
      await p.select('.sitter:nth-of-type(2) select', '')
      assert.equal((await p.$$('.sitter input')).length, 2)
    },
  })
  await lib.settled(page, '')
  let curtains = 0
  for (let i = 0; i < 12; i++) {
    const at = await lib.stands(page)
    if (at.now === 'over') break
    if (at.now === 'curtain') {
      curtains++
      assert.equal((await page.$$('.thing')).length, 0, 'a card beside the curtain')
      await lib.shoot(page, 'curtain')
      await clean(page, 'curtain')
      await page.click('.curtain button')
    } else if (at.now === 'ask') {
      await lib.press(page, 'button.choice')
      await lib.settled(page, at.turn)
    } else await lib.settled(page, '')
  }
  assert.ok(curtains >= 1)
  assert.equal((await lib.stands(page)).now, 'over')
  await page.browserContext().close()
})

test('a hint, then undo in practice', async () => {
  const page = await lib.open(b, server.url, lib.laptop)
  await lib.sit(page, 'fivepossessions', {
    more: async (p) => {
      await p.click('.options summary')
      await p.click('.options input[type=checkbox]')
    },
  })
  await lib.settled(page, '')
  await page.keyboard.press('h')
  await page.waitForSelector('.hint li', { timeout: 60000 })
  await lib.shoot(page, 'hint')
  assert.match(await text(page, '.hint'), /\d+% \([\d.]+ … [\d.]+\)/)
  await clean(page, 'hint')
  const { turn } = await lib.stands(page)
  const asked = () => page.evaluate(() => [document.querySelector('.question h2')?.textContent, ...[...document.querySelectorAll('button.choice')].map((e) => e.dataset.action)].join(' '))
  const first = await asked()
  await page.click('button.choice')
  await lib.settled(page, turn)
  const back = await page.waitForFunction(() => [...document.querySelectorAll('.tools button')].find((e) => /Undo|Try again/.test(e.textContent)))
  await back.click()
  await lib.settled(page, (await lib.stands(page)).turn)
  assert.equal(await asked(), first)
  await page.browserContext().close()
})

test('bots are watched, and their game is reviewed and played on', { timeout: 280_000 }, async () => {
  const page = await lib.open(b, server.url, lib.wide)
  await page.waitForSelector('.tile')
  await page.click('a.tile[href="#/g/leduc"]')
  await page.waitForSelector('form.setup')
  await page.evaluate(() => [...document.querySelectorAll('form.setup .buttons button')].find((e) => /Watch/.test(e.textContent)).click())
  await page.waitForSelector('.spectator select')
  await page.select('.spectator select', '0')
  await page.waitForSelector('.value')
  await lib.shoot(page, 'spectator')
  await clean(page, 'spectator')
  await page.waitForSelector('.verdict', { timeout: 60000 })
  await page.evaluate(() => [...document.querySelectorAll('.verdict a')].find((e) => /Review/.test(e.textContent)).click())
  await page.waitForSelector('.scrub input')
  const steps = Number(await page.$eval('.scrub input', (e) => e.max))
  assert.ok(steps > 3)
  await page.click('.findings button')
  await page.waitForSelector('.curve svg', { timeout: 240_000 })
  const parts = await page.$$eval('.parts tr', (rows) => rows.map((r) => r.textContent))
  for (const part of [/^at the first decision\S+ \(/, /^clear errors: \d+ cost/, /^unclear ones together cost\S+ \(/, /^luck changed it by\S+ \(/, /^result/]) {
    assert.ok(parts.some((text) => part.test(text)), `the review tells ${part} with its interval: ${parts}`)
  }
  await lib.shoot(page, 'review')
  await clean(page, 'review')
  await page.keyboard.press('Home')
  await page.waitForFunction(() => document.querySelector('.scrub input').value === '0')
  for (let i = 0; i < steps - 1; i++) await page.keyboard.press('ArrowRight')
  await page.waitForFunction((n) => document.querySelector('.scrub .num').textContent.startsWith(String(n)), {}, steps - 1)
  await page.evaluate(() => [...document.querySelectorAll('.tools button')].find((e) => /Play on/.test(e.textContent)).click())
  await page.waitForFunction(() => location.hash.startsWith('#/t/'))
  await page.waitForSelector('.question, .verdict')
  assert.deepEqual(page.faults, [])
  await page.browserContext().close()
})

test('HEAT fits a laptop: no question scrolls the table', { timeout: 120_000 }, async () => {
  const page = await lib.open(b, server.url, lib.laptop)
  await lib.sit(page, 'heat')
  const r = await lib.playOn(page, lib.dice(7), {
    turns: 300,
    after: async () => {
      const [hidden, asked] = await page.$eval('.board-of', (e) => [document.querySelector('.question') ? e.scrollHeight - e.clientHeight : 0, document.querySelector('.question h2')?.textContent])
      assert.ok(hidden <= 1, `${asked}: ${hidden} pixels are hidden`)
    },
  })
  assert.ok(r.over)
  await page.browserContext().close()
})

test('a game with odds begins unequal, and the tally leaves it out', { timeout: 120_000 }, async () => {
  const page = await lib.open(b, server.url, lib.phone)
  await lib.sit(page, 'heat', {
    more: async (p) => {
      await p.click('.options summary')
      await p.$eval('.odds input', (field) => {
        field.value = '7'
        field.dispatchEvent(new Event('input', { bubbles: true }))
      })
      await lib.shoot(p, 'odds')
      await clean(p, 'odds', true)
    },
  })
  await lib.settled(page, '')
  assert.match(await text(page, 'main.table'), /7 dollars|\$7/)
  const tally = () => page.evaluate(() => Object.keys(localStorage).filter((k) => k.includes('tally')).map((k) => localStorage[k]).join(' '))
  const r = await lib.playOn(page, lib.dice(7), { turns: 300 })
  assert.ok(r.over)
  assert.match(await text(page, '.verdict'), /with \$7 more/)
  assert.doesNotMatch(await tally(), /heat/)
  await page.browserContext().close()
})

test('a puzzle says when it is solved, and lets one try again', async () => {
  for (const [name, size, dark] of [
    ['laptop', lib.laptop, false],
    ['phone', lib.phone, true],
  ]) {
    const page = await lib.open(b, server.url, size, { dark })
    await page.waitForSelector('.tile')
    await page.click('a.tile[href="#/g/liarsdice"]')
    await page.waitForSelector('.puzzles button')
    await page.click('.puzzles button')
    await page.waitForSelector('.task.open')
    await lib.settled(page, '')
    assert.match(await text(page, '.task'), /One action keeps your chances/)
    await lib.shoot(page, `puzzle-open-${name}`)
    const choose = (liar) => page.evaluate((liar) => void window.press([...document.querySelectorAll('button.choice')].find((e) => /liar/i.test(e.textContent) === liar)), liar)
    const press = (words) => page.evaluate((w) => [...document.querySelectorAll('.task button')].find((e) => e.textContent.includes(w)).click(), words)
    await choose(false)
    await page.waitForSelector('.task.failed')
    assert.match(await text(page, '.task'), /Not the best: .*better than any other by/)
    assert.equal(await page.evaluate(() => /solution: /i.test(document.querySelector('.task').textContent)), false, 'it is told when somebody asks')
    await press('Show the solution')
    await page.waitForFunction(() => document.querySelectorAll('.task .told').length === 2)
    assert.match(await text(page, '.task'), /The solution: Liar/)
    await lib.shoot(page, `puzzle-failed-${name}`)
    await clean(page, `puzzle failed ${name}`, name === 'phone')
    await press('Try again')
    await page.waitForSelector('.task.open')
    await lib.settled(page, '')
    await choose(true)
    await page.waitForSelector('.task.solved')
    assert.match(await text(page, '.task'), /Solved: Liar/)
    await lib.shoot(page, `puzzle-solved-${name}`)
    await clean(page, `puzzle solved ${name}`, name === 'phone')
    await press('Next puzzle')
    await page.waitForSelector('.task.open')
    assert.deepEqual(page.faults, [])
    await page.browserContext().close()
  }
})
