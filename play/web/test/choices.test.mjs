// How a decision is taken: what is final asks once more, a second press decides nothing, what has no choice plays
// itself, and how a game ended is told in its own units.

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

const text = (page, selector) => page.$eval(selector, (e) => e.textContent)
const off = (page) => page.evaluate(() => localStorage.setItem('ringer.moves', '"off"'))
const visible = (page, selector) => page.$$eval(selector, (all) => all.filter((e) => e.checkVisibility()).map((e) => e.textContent))

test('to leave the table is not the first thing that DUEL offers, and asks once more', async () => {
  for (const [name, size] of [
    ['wide', lib.wide],
    ['phone', lib.phone],
  ]) {
    const page = await lib.open(b, server.url, size)
    await lib.sit(page, 'duel')
    for (let i = 0; i < 20 && !(await page.evaluate(() => /Leave the table/.test(document.querySelector('.question')?.textContent))); i++) {
      await lib.settled(page, '')
      await lib.playOn(page, lib.dice(i), { turns: 1 }).catch(() => {})
    }
    assert.match(await text(page, '.question'), /Leave the table/)
    assert.deepEqual((await visible(page, '.foot button')).filter((w) => /Leave the table/.test(w)), [], 'it is folded')
    assert.match((await visible(page, '.how')).join(), /place on the map/)
    await lib.shoot(page, `final-folded-${name}`)
    const { turn } = await lib.stands(page)
    await lib.press(page, '.finals summary')
    await lib.press(page, '.choice.final')
    await page.waitForSelector('.question [role=alert]')
    assert.match(await text(page, '.question [role=alert]'), /out of the game|loses the game/)
    assert.equal(await page.$('.confirm.primary'), null, 'it is not the loudest button')
    await lib.shoot(page, `final-asks-${name}`)
    assert.deepEqual(await lib.axeFaults(page), [])
    await lib.press(page, '.another')
    await page.waitForSelector('.finals')
    assert.equal((await lib.stands(page)).turn, turn)
    assert.deepEqual(page.faults, [])
    await page.browserContext().close()
  }
})

test('a second press within 300 ms is no decision', async () => {
  const page = await lib.open(b, server.url, lib.laptop)
  await off(page)
  await lib.sit(page, 'tictactoe')
  await page.waitForSelector('button.choice')
  const box = await (await page.$$('button.choice'))[0].boundingBox()
  const settles = () => new Promise((r) => setTimeout(r, 600))
  const step = async () => Number((await lib.stands(page)).turn.split('/')[1])
  const was = await step()
  // The presses say themselves when they were: a browser that is busy hears of the second one late.
  const cdp = await page.createCDPSession()
  const began = Date.now() / 1000
  const click = async (ms) => {
    for (const type of ['mousePressed', 'mouseReleased'])
      await cdp.send('Input.dispatchMouseEvent', { type, x: box.x + 30, y: box.y + 20, button: 'left', clickCount: 1, timestamp: began + ms / 1000 })
  }
  const asked = (n) => page.waitForFunction((n) => Number(document.querySelector('main.table').dataset.turn.split('/')[1]) >= n && document.querySelector('.question'), { polling: 5 }, n)
  await page.evaluate(() => addEventListener('click', (e) => (window.clicked = [...(window.clicked ?? []), e.timeStamp]), true))
  await click(0)
  await asked(was + 1)
  await click(250)
  const times = await page.evaluate(() => window.clicked)
  assert.ok(times[1] - times[0] > 240 && times[1] - times[0] < 260, `the browser heard of two presses ${times} ms after it began`)
  await settles()
  assert.equal(await step(), was + 1)
  await click(350)
  await asked(was + 2)
  // What clicks without a pointer and without a key, as assistive technology does, decides no sooner.
  const clicks = (at) =>
    page.$eval('button.choice', (e, at) => {
      const click = new MouseEvent('click', { bubbles: true, cancelable: true })
      Object.defineProperty(click, 'timeStamp', { value: at })
      e.dispatchEvent(click)
    }, at)
  await page.goto(server.url, { waitUntil: 'load' })
  await lib.sit(page, 'tictactoe')
  await page.waitForSelector('button.choice')
  await clicks(5000)
  await asked(was + 1)
  await clicks(5250)
  await settles()
  assert.equal(await step(), was + 1, 'a click without a pointer')
  await clicks(5350)
  await asked(was + 2)
  await page.keyboard.down('1')
  for (let i = 0; i < 30; i++) await page.keyboard.down('1') // held
  await page.keyboard.up('1')
  await settles()
  assert.ok((await step()) <= was + 3 || (await lib.stands(page)).now === 'over', 'a key that is held decides once')
  await page.browserContext().close()
})

test('what leaves no choice is played, and undo goes back behind it', { timeout: 120_000 }, async () => {
  const page = await lib.open(b, server.url, lib.laptop)
  await off(page)
  await page.evaluate(() => {
    window.alone = 0
    new MutationObserver(() => {
      const q = document.querySelector('.question')
      if (q && !q.classList.contains('sure') && document.querySelectorAll('.choice').length === 1 && !document.querySelector('.chosen, .how, .finals')) window.alone++
    }).observe(document.body, { subtree: true, childList: true })
  })
  await lib.sit(page, 'heist')
  const r = await lib.playOn(page, lib.dice(7), { turns: 60 }).catch((err) => ({ err }))
  assert.ok(!r.err || /did not end/.test(r.err.message), r.err?.message)
  assert.equal(await page.evaluate(() => window.alone), 0, 'questions with one choice')
  assert.deepEqual(page.faults, [])
  await page.browserContext().close()
})

for (const [game, units] of [
  ['heat', /(won|lost)[^$]*\$|\$/],
  ['fourdowns', /yards lost/],
  ['fivepossessions', /yards/],
])
  test(`${game}: the end is told in its own units, with why, and who is level shares a place`, { timeout: 200_000 }, async () => {
    const page = await lib.open(b, server.url, lib.phone)
    await off(page)
    await lib.sit(page, game)
    assert.ok((await lib.playOn(page, lib.dice(7))).over)
    assert.ok((await text(page, '.verdict .why')).length > 20)
    const rows = await page.$$eval('.places tr', (all) => all.map((r) => r.textContent))
    for (const row of rows) {
      assert.match(row, units)
      assert.doesNotMatch(row, /[+−]0\.\d/, 'the returns of a trainer')
    }
    const places = await page.$$eval('.places th', (all) => all.map((r) => r.textContent))
    assert.ok(places.every((p) => /won|lost|level|shares|^\d\.$/.test(p)), places.join())
    await lib.shoot(page, `end-${game}`)
    assert.deepEqual(await lib.axeFaults(page), [])
    await page.browserContext().close()
  })

test('a game with settings of its own is played by its address', { timeout: 60_000 }, async () => {
  for (const [game, seats] of [
    ['heat(players=3)', 3],
    ['goofspiel(cards=5)', 2],
    ['duel(map=city)', 2],
  ]) {
    const page = await lib.open(b, server.url + '#/g/' + encodeURIComponent(game), lib.laptop)
    await page.waitForSelector('form.setup', { timeout: 8000 }).catch(async () => assert.fail(`${game}: ${await page.$eval('main', (e) => e.textContent.slice(0, 300))}`))
    assert.equal((await page.$$('.sitter')).length, seats, game)
    await lib.press(page, 'form.setup button.primary')
    await page.waitForSelector('.question', { timeout: 20_000 })
    assert.deepEqual(page.faults, [])
    await page.browserContext().close()
  }
  const page = await lib.open(b, server.url + '#/g/' + encodeURIComponent('heat(players=99)'), lib.laptop)
  await page.waitForSelector('[role=alert]')
  assert.match(await text(page, 'main'), /There is no such game here/)
  await page.browserContext().close()
})

test('who watches bots sees a speed that is chosen, and arrows that point where cards go', { timeout: 60_000 }, async () => {
  const page = await lib.open(b, server.url, lib.wide)
  await page.waitForSelector('.tile')
  await lib.press(page, 'a.tile[href="#/g/heat"]')
  await page.waitForSelector('form.setup')
  await page.evaluate(() => [...document.querySelectorAll('form.setup button')].find((e) => /Watch/.test(e.textContent)).click())
  await page.waitForSelector('.spectator select')
  assert.notEqual(await page.$eval('.spectator select', (e) => e.selectedOptions[0]?.textContent ?? ''), '')
  await page.waitForSelector('.heat-passing')
  const [words, path] = await page.$eval('.heat-passing', (e) => [e.textContent, e.querySelector('path').getAttribute('d')])
  assert.match(words, /left/)
  assert.match(path, /l-6 6l6 6|M20 12h-15/, 'the arrow points left')
  await page.browserContext().close()
})
