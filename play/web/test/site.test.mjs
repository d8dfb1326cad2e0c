// The page without a server: whole games in the folder that ringer site writes, behind a
// plain file server. GAME=heat plays that one alone.

import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import * as lib from './lib.mjs'

const games = ['heat', 'heist', 'payday', 'duel', 'fourdowns', 'fivepossessions', 'kuhn'].filter((g) => !process.env.GAME || g === process.env.GAME)

let folder, files, url, b
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ringer-site-'))
  execFileSync(process.env.RINGER_BIN, ['site', '--out', join(folder, 'site')])
  files = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', join(folder, 'site')], { stdio: ['ignore', 'pipe', 'ignore'] })
  url = await new Promise((resolve, reject) => {
    files.stdout.on('data', (d) => {
      const m = /http:\/\/[^\s/]+\//.exec(String(d))
      if (m) resolve(m[0])
    })
    files.on('error', reject)
    files.on('exit', (code) => reject(new Error(`the file server ended with ${code}`)))
  })
  b = await lib.browser()
})
after(async () => {
  await b?.close()
  files?.kill()
  rmSync(folder, { recursive: true, force: true })
})

const middle = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]

test('the lobby is there after less than a second of work, and says where the cards are', async (t) => {
  const page = await lib.open(b, 'about:blank')
  const cdp = await page.createCDPSession()
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' }) // not the clock: others may use the processor too
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForSelector('.tile', { timeout: 60_000 })
  const { metrics } = await cdp.send('Performance.getMetrics')
  const spent = 1000 * metrics.find((m) => m.name === 'TaskDuration').value
  const at = await page.evaluate(() => ({ paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN, games: performance.now() }))
  t.diagnostic(`${spent.toFixed(0)} ms of the processor until the games are there; by the clock: first paint ${at.paint.toFixed(0)} ms, games before ${at.games.toFixed(0)} ms`)
  assert.ok(spent < 1000, `${spent} ms of the processor`)
  assert.match(await page.$eval('main', (e) => e.textContent), /all cards are in your own browser/)
  assert.deepEqual(await lib.axeFaults(page), [])
  assert.deepEqual(page.faults, [])
  await lib.shoot(page, 'site-lobby')
  await page.browserContext().close()
})

for (const game of games)
  test(`${game} is played to its end in the browser`, { timeout: 400_000 }, async (t) => {
    const page = await lib.open(b, url, lib.laptop)
    await page.waitForSelector('.tile', { timeout: 60_000 })
    await lib.sit(page, game)
    const r = await lib.playOn(page, lib.dice(7), { turns: 1500 })
    assert.ok(r.over)
    assert.deepEqual(page.faults, [])
    assert.match(await page.$eval('.verdict h2', (e) => e.textContent), /^(You|A draw)/)
    await lib.shoot(page, `site-${game}-end`)
    t.diagnostic(`${r.played} turns; from a click to the next question ${middle(r.waits).toFixed(0)} ms in the middle, ${Math.max(...r.waits).toFixed(0)} ms at most`)
    await page.browserContext().close()
  })

test('a game goes on after the page was closed', async () => {
  const page = await lib.open(b, url, lib.laptop)
  await page.waitForSelector('.tile', { timeout: 60_000 })
  await lib.sit(page, 'fourdowns')
  await lib.playOn(page, lib.dice(3), { stopAt: 4 })
  const before = await lib.stands(page)
  await page.reload({ waitUntil: 'load' })
  await page.waitForSelector('.question', { timeout: 60_000 })
  assert.deepEqual(await lib.stands(page), before)
  assert.ok((await lib.playOn(page, lib.dice(3))).over)
  assert.deepEqual(page.faults, [])
  await page.browserContext().close()
})

test('how much has come is told while the tables are loaded', { timeout: 60_000 }, async () => {
  // A slow line: the list of games comes late, and the module in pieces, once the games are there.
  const asked = []
  const slow = createServer(async (request, answer) => {
    const name = decodeURIComponent(new URL(request.url, url).pathname)
    asked.push(name)
    const r = await fetch(new URL('.' + name, url))
    const bytes = new Uint8Array(await r.arrayBuffer())
    answer.writeHead(r.status, { 'Content-Type': r.headers.get('content-type') ?? 'text/plain', 'Content-Length': bytes.length })
    if (name.endsWith('welcome.json')) await new Promise((r) => setTimeout(r, 500))
    if (!name.endsWith('ringer.wasm.zst')) return answer.end(bytes, () => asked.push(name + ' sent'))
    for (let at = 0; at < bytes.length; at += bytes.length / 20) {
      answer.write(bytes.subarray(at, at + bytes.length / 20))
      await new Promise((r) => setTimeout(r, 150))
    }
    answer.end()
  })
  await new Promise((r) => slow.listen(0, '127.0.0.1', r))
  const page = await lib.open(b, `http://127.0.0.1:${slow.address().port}/`, lib.phone)
  await page.waitForSelector('.top .loads', { timeout: 10_000 })
  await page.waitForFunction(() => /^Loading the tables: [\d.]+ of [\d.]+ MB$/.test(document.querySelector('.top .loads')?.textContent), { timeout: 10_000 })
  const at = (name) => asked.findIndex((a) => a.endsWith(name))
  assert.ok(at('welcome.json sent') >= 0 && at('welcome.json sent') < at('host.js'), `the worker starts when the games are there: ${asked}`)
  await page.click('a.tile[href="#/g/kuhn"]')
  await page.waitForSelector('form.setup')
  await page.click('form.setup button.primary')
  await page.waitForFunction(() => /The table is set/.test(document.querySelector('form.setup button.primary')?.textContent ?? ''))
  await lib.shoot(page, 'site-loading')
  await page.waitForSelector('.question', { timeout: 40_000 })
  assert.equal(await page.$('.top .loads'), null)
  assert.deepEqual(page.faults, [])
  await page.browserContext().close()
  slow.close()
})

// 1.6 Mbit/s, shared by all that is asked for: 200 bytes a millisecond, in pieces of a network packet's order.
async function slowLine() {
  const line = { free: 0, bytes: 0, ahead: 0 } // ahead: without what loads behind a page that is there
  const slow = createServer(async (request, answer) => {
    const name = decodeURIComponent(new URL(request.url, url).pathname)
    const since = request.headers['if-modified-since']
    const r = await fetch(new URL('.' + name, url), { headers: since ? { 'If-Modified-Since': since } : {} })
    const body = new Uint8Array(await r.arrayBuffer())
    // What has not changed says nothing more: an empty time would take the kept one away.
    answer.writeHead(r.status, r.status === 200 ? { 'Content-Type': r.headers.get('content-type') ?? 'text/plain', 'Last-Modified': r.headers.get('last-modified'), 'Content-Length': body.length } : {})
    for (let at = 0; at < body.length && !request.socket.destroyed; at += 8000) { // a page that was closed takes nothing of the line
      const piece = body.subarray(at, at + 8000)
      line.free = Math.max(line.free, performance.now()) + piece.length / 200
      line.bytes += piece.length
      if (!/ringer\.wasm|bots\/|host\.js|wasm_exec|site\.json/.test(name)) line.ahead += piece.length
      await new Promise((r) => setTimeout(r, line.free - performance.now()))
      answer.write(piece)
    }
    answer.end()
  })
  await new Promise((r) => slow.listen(0, '127.0.0.1', r))
  return { line, url: `http://127.0.0.1:${slow.address().port}/`, close: () => slow.close() }
}

test('on a slow line the lobby comes at once, its games say what is loading, and the second visit waits for nothing', { timeout: 600_000 }, async (t) => {
  const slow = await slowLine()
  const { line } = slow
  for (const picture of ['head', 'lobby']) {
    const page = await lib.open(b, 'about:blank', lib.phone)
    await visit(page, picture)
    await page.browserContext().close()
  }
  const page = await lib.open(b, 'about:blank', lib.phone)
  async function visit(page, name) {
    const began = performance.now()
    const since = () => (performance.now() - began) / 1000
    line.bytes = 0
    void page.goto(slow.url).catch(() => {}) // what the page shows is waited for
    await page.waitForFunction(() => location.protocol === 'http:', { polling: 20 })
    await page.waitForFunction(() => document.querySelector('.top')?.checkVisibility(), { polling: 20 })
    const at = { head: since() }
    if (name === 'head') return void (await lib.shoot(page, 'site-slow-head'))
    await page.waitForSelector('a.tile', { timeout: 60_000 })
    at.lobby = since()
    at.lobbyBytes = line.bytes
    if (name === 'lobby') return void (await lib.shoot(page, 'site-slow-lobby'))
    await page.click('a.tile[href="#/g/heat"]')
    await page.waitForSelector('form.setup button.primary')
    await page.click('form.setup button.primary')
    await page.waitForSelector('.question', { timeout: 120_000 })
    at.question = since()
    at.bytes = line.bytes
    t.diagnostic(`${name}: head ${at.head.toFixed(1)} s, lobby ${at.lobby.toFixed(1)} s (${at.lobbyBytes} bytes), first question ${at.question.toFixed(1)} s (${at.bytes} bytes)`)
    return at
  }
  const first = await visit(page, 'first visit')
  assert.ok(first.lobbyBytes < 400_000, `${first.lobbyBytes} bytes before the lobby`)
  await page.goto(slow.url + '#/', { waitUntil: 'load' })
  await page.waitForSelector('.kept', { timeout: 60_000 })
  const second = await visit(page, 'second visit')
  assert.ok(second.bytes < 20_000, `${second.bytes} bytes again`)
  assert.deepEqual(page.faults, [])
  await page.browserContext().close()
  slow.close()
})

// A newcomer's first game, from an empty browser. Whoever answers at once waits longest for what follows.
const firsts = [['heat', 0], ['heist', 0], ['payday', 0], ['payday', 1], ['duel', 0], ['fourdowns', 0], ['fivepossessions', 0]].filter(([g]) => games.includes(g))
for (const [game, seat] of firsts)
  test(`on a slow line the first decision of ${game}, seat ${seat + 1}, is taken within 10 seconds, and the game goes on while the tables load`, { timeout: 400_000 }, async (t) => {
    const slow = await slowLine()
    const page = await lib.open(b, 'about:blank', lib.phone)
    const cdp = await page.createCDPSession()
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    const began = performance.now()
    const at = {}
    const mark = (what) => (at[what] = { seconds: Number(((performance.now() - began) / 1000).toFixed(1)), kB: Math.round(slow.line.bytes / 1000) })
    const early = () => page.evaluate(() => location.hash.startsWith('#/t/first-'))
    await beginFirst(page, slow.url, game, seat)
    await page.waitForSelector('.question', { timeout: 60_000, polling: 20 })
    mark('first question')
    const { metrics } = await cdp.send('Performance.getMetrics')
    const work = metrics.find((m) => m.name === 'TaskDuration').value
    const { ahead } = slow.line
    await lib.shoot(page, `site-first-${game}-${seat}`)
    await lib.playOn(page, lib.dice(3), { stopAt: 1 })
    mark('second question')
    assert.ok(await early(), 'the tables are not there yet')
    await page.evaluate(() => new MutationObserver(() => (window.kept ||= /Your decision is kept|There is only one choice/.test(document.querySelector('.waits')?.textContent))).observe(document.body, { subtree: true, childList: true, characterData: true }))
    while (await early()) {
      await lib.playOn(page, lib.dice(3), { stopAt: 1, limit: 120_000 })
      if (await early()) mark('last question before the tables')
    }
    assert.ok(await page.evaluate(() => window.kept), 'where the record ends the decision waits, and says so')
    await page.waitForFunction(() => !location.hash.startsWith('#/t/first-'), { timeout: 120_000 })
    mark('tables')
    await lib.playOn(page, lib.dice(9), { stopAt: 2 })
    mark('two decisions later')
    assert.equal(await page.$('.foot .error'), null)
    assert.deepEqual(page.faults, [])
    // Not the clock, which a busy machine slows: what the page needs has half of the line at least, as the tables load behind it.
    const seconds = ahead / 100_000 + work
    t.diagnostic(`${Math.round(ahead / 1000)} kB and ${work.toFixed(1)} s of the processor before the first decision: ${seconds.toFixed(1)} s at most; by the clock ${JSON.stringify(at)}`)
    assert.ok(ahead < 2_000_000, `${ahead} bytes before the first decision`)
    assert.ok(seconds < 10, `${seconds} s`)
    // The game that the host made of it is the one that was played: its log has all of it, once.
    await page.reload({ waitUntil: 'load' })
    await page.waitForSelector('.question', { timeout: 120_000 })
    assert.equal(await page.$('.foot .error'), null)
    await page.browserContext().close()
    slow.close()
  })

// Serves the page, and lets change say otherwise what a file holds, or never send it.
async function otherwise(change) {
  const server = createServer(async (request, answer) => {
    const name = decodeURIComponent(new URL(request.url, url).pathname)
    const r = await fetch(new URL('.' + name, url))
    const body = await change(name, Buffer.from(await r.arrayBuffer()))
    if (!body) return // it hangs
    answer.writeHead(r.status, { 'Content-Type': r.headers.get('content-type') ?? 'text/plain', 'Content-Length': body.length })
    answer.end(body)
  })
  await new Promise((r) => server.listen(0, '127.0.0.1', r))
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }
}

test('a first game that its tables do not bear out gives way to them', { timeout: 120_000 }, async () => {
  const lies = await otherwise((name, body) => {
    if (!name.endsWith('first/fivepossessions-0.json.gz')) return body
    const opening = JSON.parse(gunzipSync(body))
    const [, told] = /"text":"([^"]+)"/.exec(JSON.stringify(opening.messages))
    return gzipSync(JSON.stringify(opening).replaceAll(told, 'says what is not so'))
  })
  const page = await lib.open(b, 'about:blank', lib.laptop)
  await beginFirst(page, lies.url, 'fivepossessions', 0)
  await page.waitForSelector('.foot .error', { timeout: 60_000 })
  assert.match(await page.$eval('.foot .error', (e) => e.textContent), /This deal went another way/)
  assert.doesNotMatch(await page.$eval('main', (e) => e.textContent), /says what is not so/)
  await lib.press(page, '[data-go].thing, button.choice')
  await page.waitForFunction(() => document.querySelector('.confirm') || !document.querySelector('.foot .error'))
  await page.$$eval('.confirm', (all) => all.forEach((e) => window.press(e)))
  await page.waitForFunction(() => !document.querySelector('.foot .error'))
  await lib.playOn(page, lib.dice(3), { stopAt: 2 })
  assert.deepEqual(page.faults, [])
  await page.browserContext().close()
  lies.close()
})

test('a first game that is loaded again before its tables are there begins anew', { timeout: 240_000 }, async () => {
  const stuck = await otherwise((name, body) => (name.endsWith('.zst') ? null : body))
  const page = await lib.open(b, 'about:blank', lib.phone)
  await beginFirst(page, stuck.url, 'heat', 0)
  await page.waitForSelector('.question')
  const first = await lib.stands(page)
  await lib.playOn(page, lib.dice(3), { stopAt: 1 })
  assert.notDeepEqual(await lib.stands(page), first)
  await page.reload({ waitUntil: 'load' })
  await page.waitForSelector('.question')
  assert.deepEqual(await lib.stands(page), first)
  assert.deepEqual(page.faults, [])
  await page.browserContext().close()
  stuck.close()
})

async function beginFirst(page, at, game, seat) {
  void page.goto(at).catch(() => {}) // what the page shows is waited for
  await page.waitForFunction(() => location.protocol === 'http:', { polling: 20 })
  await page.waitForSelector(`a.tile[href="#/g/${game}"]`, { timeout: 60_000 })
  await page.click(`a.tile[href="#/g/${game}"]`)
  await page.waitForSelector('.learn .role')
  await page.$$eval('.learn .role button', (all, n) => void window.press(all[Math.min(n, all.length - 1)]), seat)
}

test('bots load when they are chosen, and the page plays on without a network', { timeout: 240_000 }, async () => {
  const own = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', join(folder, 'site')], { stdio: ['ignore', 'pipe', 'pipe'] })
  let asked = ''
  own.stderr.on('data', (d) => (asked += d))
  const at = await new Promise((resolve) => own.stdout.on('data', (d) => /http:\/\/[^\s/]+\//.test(d) && resolve(/http:\/\/[^\s/]+\//.exec(String(d))[0])))
  const bots = () => [...new Set(asked.match(/GET \/bots\/\S+/g) ?? [])]
  const page = await lib.open(b, at, lib.laptop)
  await page.waitForSelector('.tile', { timeout: 60_000 })
  await page.waitForSelector('.kept', { timeout: 60_000 })
  assert.deepEqual(bots(), [], 'nobody was chosen')
  await lib.sit(page, 'fivepossessions')
  await lib.settled(page, '', 120_000)
  assert.equal(bots().length, 1, bots().join())
  await page.goto(at + '#/', { waitUntil: 'load' })
  own.kill()
  await new Promise((r) => own.on('exit', r))
  await page.reload({ waitUntil: 'load' })
  await page.waitForSelector('.tile', { timeout: 60_000 })
  page.faults.length = 0 // the browser reports what it did not reach
  await lib.sit(page, 'fivepossessions')
  await lib.settled(page, '', 120_000)
  await lib.playOn(page, lib.dice(7), { turns: 6 }).catch((err) => assert.match(err.message, /did not end/))
  await lib.shoot(page, 'site-offline')
  await page.browserContext().close()
})

test('a page that was opened as a file says what it is', async () => {
  const page = await lib.open(b, 'about:blank', lib.phone)
  await page.goto('file://' + join(folder, 'site', 'index.html'), { waitUntil: 'load' })
  await page.waitForFunction(() => document.querySelector('.starts .small')?.checkVisibility({ visibilityProperty: true }))
  assert.match(await page.$eval('main', (e) => e.innerText), /opened as a file.*web server/s)
  await page.browserContext().close()
})
