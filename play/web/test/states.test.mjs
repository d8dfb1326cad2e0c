// What the page says of its connection, and what it keeps of tables.

import assert from 'node:assert/strict'
import { join } from 'node:path'
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

test('the head of the page is drawn before its program has come', async () => {
  const page = await lib.open(b, 'about:blank')
  await page.setRequestInterception(true)
  let go
  page.on('request', (r) => (/index\.js$/.test(r.url()) ? (go = () => r.continue()) : r.continue()))
  const loaded = page.goto(server.url, { waitUntil: 'load' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0, { polling: 20 })
  const at = (x) => page.$eval(x, (e) => [e.textContent, Math.round(e.getBoundingClientRect().x), Math.round(e.getBoundingClientRect().y)])
  const before = await at('.top .title')
  go()
  await loaded
  await page.waitForSelector('.tile')
  assert.equal((await page.$$('header.top')).length, 1)
  assert.deepEqual(await at('.top .title'), before, 'nothing moves when the program comes')
  assert.deepEqual(page.faults, [])
  await page.browserContext().close()
})

const off = (page) => page.evaluate(() => localStorage.setItem('ringer.moves', '"off"'))
const press = (page, words) => page.evaluate((words) => [...document.querySelectorAll('button, a.button')].find((e) => e.textContent.includes(words)).click(), words)
const listed = async (page, url) => {
  await page.goto(url + '#/')
  await page.waitForSelector('.tile')
  return page.$$eval('.resume a', (all) => all.map((a) => a.getAttribute('href')))
}

test('a tab plays more games than a client may watch seats', { timeout: 240_000 }, async () => {
  const page = await lib.open(b, server.url, lib.laptop)
  await off(page)
  await lib.sit(page, 'kuhn')
  const pick = lib.dice(1)
  for (let n = 0; n < 66; n++) {
    await lib.playOn(page, pick)
    const was = await page.evaluate(() => location.hash)
    await press(page, 'Play again')
    await page.waitForFunction((was) => location.hash !== was && document.querySelector('.question'), { timeout: 5000, polling: 10 }, was).catch(() => assert.fail(`game ${n + 2} does not begin`))
  }
  assert.deepEqual(page.faults, [])
  await page.browserContext().close()
})

test('what the host refuses is told in words', async () => {
  const page = await lib.open(b, server.url, lib.laptop)
  await off(page)
  await lib.sit(page, 'kuhn')
  await lib.playOn(page, lib.dice(1))
  await page.evaluate(() => {
    const send = WebSocket.prototype.send
    WebSocket.prototype.send = function (text) {
      const m = JSON.parse(text)
      if (m.type === 'new') this.onmessage(new MessageEvent('message', { data: JSON.stringify({ type: 'error', id: m.id, error: 'this client watches 64 seats, and 1 more are too many: want at most 64; leave some' }) }))
      else send.call(this, text)
    }
  })
  await press(page, 'Play again')
  await page.waitForSelector('.verdict [role=alert]', { timeout: 3000 })
  assert.match(await page.$eval('.verdict [role=alert]', (e) => e.textContent), /No new game was opened. Too many tables are open in this tab/)
  assert.deepEqual(page.faults, [])
  await page.browserContext().close()
})

test('no table that is not over is forgotten, whatever other tabs do', { timeout: 120_000 }, async () => {
  const one = await lib.open(b, server.url, lib.laptop)
  const two = await one.browserContext().newPage()
  two.faults = []
  await two.goto(server.url, { waitUntil: 'load' })
  const opened = []
  for (let n = 0; n < 28; n++) {
    const page = n % 2 ? two : one
    await page.bringToFront()
    await page.goto(server.url + '#/')
    await lib.sit(page, 'tictactoe')
    await page.waitForSelector('.question')
    opened.push(await page.evaluate(() => location.hash))
  }
  await one.bringToFront()
  assert.deepEqual((await listed(one, server.url)).toSorted(), opened.toSorted())
  await one.click('.resume li button')
  await one.waitForSelector('.resume [role=alertdialog]')
  await two.bringToFront()
  assert.equal((await listed(two, server.url)).length, opened.length, 'the first press only asks')
  await press(one, 'Keep it')
  await one.waitForFunction(() => !document.querySelector('.resume [role=alertdialog]'), { polling: 20 })
  await press(one, '×')
  await one.waitForFunction(() => document.querySelector('.resume [role=alertdialog]'), { polling: 20 })
  await press(one, 'Forget it')
  await two.waitForFunction((n) => document.querySelectorAll('.resume a').length === n, {}, opened.length - 1)
  assert.deepEqual(one.faults, [])
  await one.browserContext().close()
})

test('the page says that the host does not answer, that it is gone, and nothing more once it is back', { timeout: 90_000 }, async () => {
  const own = await lib.serve()
  const page = await lib.open(b, own.url, lib.laptop)
  await lib.sit(page, 'tictactoe')
  await page.waitForSelector('.question')
  const says = (what) => page.waitForFunction((what) => new RegExp(what).test(document.querySelector('.top .lost')?.textContent ?? ''), { timeout: 15_000, polling: 50 }, what)
  const silent = () => page.waitForFunction(() => !document.querySelector('.top .lost'), { timeout: 15_000, polling: 50 })
  own.signal('SIGSTOP') // nobody asks anything
  await says('The host has not answered for \\d+ seconds')
  await lib.shoot(page, 'states-frozen')
  own.signal('SIGCONT')
  await silent()
  const { turn } = await lib.stands(page)
  own.signal('SIGSTOP')
  await page.click('button.choice')
  await says('The host has not answered for \\d+ seconds')
  assert.match(await page.$eval('.waits', (e) => e.textContent), /Your decision is made/)
  own.signal('SIGCONT')
  await silent()
  await lib.settled(page, turn)
  await own.stop('SIGKILL', true)
  await says('The connection is lost')
  await page.click('button.choice')
  await page.waitForSelector('.foot .error')
  await says('The connection is lost for \\d+ seconds: trying again')
  await lib.shoot(page, 'states-lost')
  const again = await lib.serve(own.data, own.port)
  await silent()
  await page.waitForFunction(() => !document.querySelector('.foot .error'), { timeout: 5000 })
  assert.equal((await lib.stands(page)).now, 'ask')
  await page.browserContext().close()
  await again.stop()
})

test('a page that is opened as a file says how to see more', async () => {
  const page = await lib.open(b, 'about:blank', lib.phone)
  await page.goto('file://' + join(import.meta.dirname, '../dist/index.html'), { waitUntil: 'load' })
  await new Promise((r) => setTimeout(r, 1700))
  const seen = await page.evaluate(() => document.body.innerText)
  assert.match(seen, /opened as a file/)
  assert.match(seen, /ringer serve --open/)
  await lib.shoot(page, 'states-file')
  await page.browserContext().close()
})
