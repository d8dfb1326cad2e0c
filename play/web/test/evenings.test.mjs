// Evenings that count: the rating on the ladder, streaks, the deal of the day and the file to take along.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createServer } from 'vite'
import * as lib from './lib.mjs'

let server, b, vite, evenings, glicko, deals
before(async () => {
  vite = await createServer({ root: new URL('..', import.meta.url).pathname, logLevel: 'error', server: { middlewareMode: true, ws: false } })
  evenings = await vite.ssrLoadModule('/src/evenings.ts')
  deals = await vite.ssrLoadModule('/src/deals.ts')
  glicko = await vite.ssrLoadModule('/src/glicko.ts')
  server = await lib.serve()
  b = await lib.browser()
})
after(async () => {
  await b?.close()
  await server?.stop()
  await vite?.close()
})

const text = (page, selector) => page.$eval(selector, (e) => e.textContent)
const off = (page) => page.evaluate(() => localStorage.setItem('ringer.moves', '"off"'))
const press = (page, words) => page.evaluate((words) => window.press([...document.querySelectorAll('button, a.button')].find((e) => e.textContent.includes(words))), words)
const clean = async (page, name, touch = false) => {
  assert.deepEqual(await lib.misfits(page, touch), [], `${name}: what does not fit`)
  assert.deepEqual(await lib.axeFaults(page), [], `${name}: axe`)
  assert.deepEqual(page.faults, [], `${name}: console`)
}

// The example of Glickman, "Example of the Glicko-2 system", 22 March 2022.
test("Glicko-2 gives what its author's example gives", () => {
  const s = glicko.after({ rating: 1500, deviation: 200, volatility: 0.06 }, [
    { rating: 1400, deviation: 30, score: 1 },
    { rating: 1550, deviation: 100, score: 0 },
    { rating: 1700, deviation: 300, score: 0 },
  ], 1500)
  assert.equal(s.rating.toFixed(2), '1464.05') // 1464.06 there, from numbers that are rounded on the way
  assert.equal(s.deviation.toFixed(2), '151.52')
  assert.equal(s.volatility.toFixed(5), '0.06000') // 0.05999 there
  assert.ok(s.volatility < 0.06)
  const idle = glicko.after(s, [], 1500)
  assert.ok(idle.deviation > s.deviation && idle.rating === s.rating, 'who does not play grows uncertain')
})

const game = (n, more = {}) => ({ table: `T${n}`, keys: {}, over: true, at: Date.parse('2026-11-01T20:00') + n * 86400e3, game: 'kuhn', counted: true, result: 'won', against: 'a', end: { you: 0, score: 1, rivals: ['a'], words: 'You won.' }, ...more })
const offers = [{ game: 'kuhn', name: 'kuhn', title: 'Kuhn', seats: 2, label: '', opponents: [{ agent: 'a', name: 'A', rating: 1200, low: 1180, high: 1220 }, { agent: 'b', name: 'B', rating: 1600, low: 1580, high: 1620 }, { agent: 'c', name: 'C' }] }]

test('the rating follows who was beaten, and leaves out what says nothing of it', () => {
  const of = (games) => evenings.standings(games, offers)[0]
  const won = of([game(1, { end: { you: 0, score: 1, rivals: ['b'], words: '' } })])
  const easy = of([game(1)])
  assert.ok(won.strength.rating > easy.strength.rating && easy.strength.rating > 1400)
  assert.deepEqual(won.ladder.map((r) => r.name), ['You', 'B', 'A'])
  assert.deepEqual(evenings.standings([game(1, { counted: undefined }), game(2, { end: { you: 0, score: 1, rivals: ['c'], words: '' } }), game(3, { end: { you: 0, score: 1, rivals: ['a', ''], words: '' } })], offers), [])
  assert.ok(of(Array.from({ length: 30 }, (_, i) => game(i, { end: { you: 0, score: i % 2, rivals: ['b'], words: '' } }))).strength.deviation < 100)
})

test('streaks count days and wins in a row', () => {
  const now = Date.parse('2026-11-05T10:00')
  const games = [game(0), game(1, { result: 'lost' }), game(2), game(3), game(3, { table: 'T9' })]
  assert.deepEqual(evenings.streaks(games, now), { days: 4, wins: 3, most: 3 })
  assert.deepEqual(evenings.streaks(games, now + 86400e3), { days: 0, wins: 3, most: 3 })
  assert.deepEqual(evenings.streaks([], now), { days: 0, wins: 0, most: 0 })
})

test('whoever gave up has lost, also where a bot played on and won', async () => {
  const kept = {}
  const store = { getItem: (k) => kept[k] ?? null, setItem: (k, v) => (kept[k] = v), removeItem: (k) => delete kept[k] }
  for (const [name, value] of Object.entries(store)) Object.defineProperty(kept, name, { value })
  globalThis.localStorage = kept
  const memory = await vite.ssrLoadModule('/src/memory.ts')
  const seats = [{ seat: 0, name: 'Ann', agent: 'a', resigned: true }, { seat: 1, name: 'Bo', person: true }, { seat: 2, name: 'B', agent: 'b' }]
  const view = (table, more) => ({ table, game: 'heat', seats, you: 0, scene: { phase: '', seats: [] }, over: true, verdict: '', ...more })
  for (const [table, v, want] of [
    ['T1', view('T1', { returns: [1, -0.5, -0.5] }), ['lost', 0]],
    ['T2', view('T2', { resigned: 0 }), ['lost', 0]],
    ['T3', view('T3', { resigned: 1, seats: seats.map((s) => ({ ...s, resigned: undefined })) }), ['won', 1]],
    ['T4', view('T4', { returns: [1, -0.5, -0.5], seats: seats.map((s) => ({ ...s, resigned: undefined })) }), ['won', 1]],
  ]) {
    memory.saveTable({ table, keys: { 0: 'K' }, at: 1 })
    memory.noteTable(v)
    const t = memory.knownTable(table)
    assert.deepEqual([t.result, t.end.score], want, table)
  }
  delete globalThis.localStorage
})

test('a file that is wrong is refused whole, with the place of what is wrong', () => {
  const good = { format: 'ringer-evenings/1', games: [game(1), { table: 'T2', keys: { 0: 'K' }, at: 5 }], deals: [], tally: { kuhn: { a: { won: 1, lost: 0, shared: 0 } } } }
  assert.deepEqual(evenings.readEvenings(JSON.stringify(good)), good)
  for (const [change, says] of [
    [(e) => (e.format = 'x'), /file\.format: "x": want ringer-evenings\/1/],
    [(e) => (e.games[1].at = 'yesterday'), /games\[1\]\.at: "yesterday": want a time/],
    [(e) => (e.games[1].table = '../x'), /games\[1\]\.table: "..\/x": want the name of a table/],
    [(e) => delete e.games[1].keys, /games\[1\]\.keys is missing/],
    [(e) => (e.games[0].end.score = 2), /games\[0\]\.end\.score: 2: want a number from 0 to 1/],
    [(e) => (e.games[0].evil = 1), /games\[0\]\.evil: there is no such field/],
    [(e) => (e.tally.kuhn.a.won = null), /tally\["kuhn"\]\["a"\]\.won: null: want a number/],
    [(e) => (e.deals = [{ game: 'kuhn', date: 'x', name: 'A', got: '', points: 1 }]), /deals\[0\]\.date: "x": want a date/],
    [(e) => (e.games = {}), /file\.games: \{\}: want a list/],
  ]) {
    const e = structuredClone(good)
    change(e)
    assert.throws(() => evenings.readEvenings(JSON.stringify(e)), says)
  }
  assert.throws(() => evenings.readEvenings('{'), /no JSON/)
  assert.throws(() => evenings.readEvenings(' '.repeat(evenings.largest + 1)), /want at most/)
  const r = { game: 'heat', date: '2026-11-29', name: 'Zoë', got: '$12', points: 0.25 }
  assert.deepEqual(evenings.readDeal(deals.dealText(r)), r)
  for (const bad of ['', 'x', deals.dealText(r).slice(0, -3), deals.dealText({ ...r, date: 1 }), 'A'.repeat(3000)]) assert.throws(() => evenings.readDeal(bad))
})

test('games that are over stand in the evenings with their reviews and the rating, and go along in a file', { timeout: 200_000 }, async () => {
  const page = await lib.open(b, server.url, lib.wide)
  await off(page)
  await lib.sit(page, 'fourdowns', { label: '2 players' })
  assert.ok((await lib.playOn(page, lib.dice(7))).over)
  await page.click('.verdict a[href^="#/r/"]')
  await page.waitForFunction(() => [...document.querySelectorAll('button')].some((e) => e.textContent.includes('Review my game')))
  await press(page, 'Review my game')
  await page.waitForFunction(() => Object.keys(localStorage).some((k) => localStorage[k].includes('"review":{')), { timeout: 120_000 })
  await page.goto(server.url + '#/', { waitUntil: 'load' })
  await lib.sit(page, 'tictactoe') // and one that is not over
  await page.waitForSelector('.question')
  await page.goto(server.url + '#/', { waitUntil: 'load' })
  await page.waitForSelector('.tile')
  await page.click('a[href="#/evenings"]')
  await page.waitForSelector('.ladder .you')
  assert.match(await text(page, '.ladder'), /after 1 game/)
  assert.match(await text(page, '.ladder tfoot'), /Too few games yet/)
  assert.match(await text(page, '.played'), /4 Downs.*against/s)
  assert.match(await text(page, '.played'), /Clear errors cost .*luck/s)
  await lib.shoot(page, 'evenings-wide')
  await clean(page, 'evenings')

  const folder = mkdtempSync(join(tmpdir(), 'ringer-evenings-'))
  const cdp = await page.createCDPSession()
  await cdp.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder, browserContextId: page.browserContext().id })
  await press(page, 'Save a file')
  let file
  for (let i = 0; i < 100 && !(file = readdirSync(folder).find((f) => f.endsWith('.json'))); i++) await new Promise((r) => setTimeout(r, 50))
  assert.match(file, /^ringer-evenings-\d{4}-\d\d-\d\d\.json$/)
  const held = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  assert.deepEqual([held.games.length, held.games.filter((t) => t.over).length], [2, 1])

  // Somewhere else, where a game is under way: all is added, and nothing of it is lost.
  const there = await lib.open(b, server.url, lib.phone)
  await off(there)
  await lib.sit(there, 'tictactoe')
  await there.waitForSelector('.question')
  await there.goto(server.url + '#/evenings', { waitUntil: 'load' })
  const field = await there.waitForSelector('.files input')
  const wrong = join(folder, 'wrong.json')
  writeFileSync(wrong, JSON.stringify({ ...held, games: [...held.games, { table: 'T' }] }))
  const before = await there.evaluate(() => JSON.stringify(Object.entries(localStorage).sort()))
  await field.uploadFile(wrong)
  await there.waitForSelector('.files [role=alert]')
  assert.match(await text(there, '.files [role=alert]'), /wrong\.json: games\[2\]\.keys is missing\. Nothing was taken/)
  assert.equal(await there.evaluate(() => JSON.stringify(Object.entries(localStorage).sort())), before)
  await (await there.$('.files input')).uploadFile(join(folder, file))
  await there.waitForSelector('.ladder .you')
  assert.match(await text(there, '.files [role=status]'), /2 games/)
  await lib.shoot(there, 'evenings-phone')
  await clean(there, 'evenings, phone', true)
  await (await there.$('.files input')).uploadFile(join(folder, file))
  await there.waitForFunction(() => /0 games/.test(document.querySelector('.files [role=status]')?.textContent ?? ''))
  await there.goto(server.url + '#/', { waitUntil: 'load' })
  await there.waitForSelector('.resume a')
  assert.equal((await there.$$('.resume li')).length, 2, 'both games that are not over')
  await page.browserContext().close()
  await there.browserContext().close()
})

test('a game that was given up is lost in the evenings, and has a review of what was played', { timeout: 600_000 }, async () => {
  const page = await lib.open(b, server.url, lib.wide)
  await off(page)
  await lib.sit(page, 'fivepossessions')
  await lib.settled(page, '')
  await lib.playOn(page, lib.dice(3), { stopAt: 4 })
  await page.click('.beside-game summary')
  await press(page, 'Give up this game')
  await press(page, 'Yes, give up')
  await page.waitForSelector('.verdict')
  assert.match(await text(page, '.verdict h2'), /You gave up: the game is lost/)
  await page.click('.verdict a[href^="#/r/"]')
  await page.waitForSelector('.findings button')
  await press(page, 'Review my game')
  await page.waitForSelector('.parts')
  assert.match(await text(page, '.findings'), /given up.*after the last decision/s)
  const rows = await page.$$eval('.parts tr', (all) => all.map((e) => e.textContent))
  assert.match(rows.at(-1), /\d \(.* … .*\)|%/, 'where it ended is an estimate')
  await lib.shoot(page, 'given-up-review')
  await clean(page, 'the review of a game given up')
  await page.goto(server.url + '#/evenings', { waitUntil: 'load' })
  await page.waitForSelector('.ladder .you')
  assert.match(await text(page, '.played'), /^lost.*You gave up.*Clear errors cost/s)
  const [you, half] = await page.$eval('.ladder .you td', (e) => e.textContent.match(/\d+/g).map(Number)).then(([x, low, high]) => [x, (high - low) / 2])
  const rungs = await page.$$eval('.ladder tr:not(.you) td.num', (all) => all.map((e) => parseInt(e.textContent)))
  const middle = (Math.min(...rungs) + Math.max(...rungs)) / 2
  assert.ok(half > 100 && you < middle, `${you} after a loss, from ${middle}`)
  await lib.shoot(page, 'given-up-evenings')
  await page.browserContext().close()
})

test('what makes room for a table that is not over is counted still, once whatever two tabs do', { timeout: 60_000 }, async () => {
  const page = await lib.open(b, server.url, lib.laptop)
  await page.waitForSelector('.tile')
  await page.evaluate(() => {
    for (let n = 0; n < 50; n++)
      localStorage.setItem(`ringer.table.T${n}`, JSON.stringify({ table: `T${n}`, keys: { 0: 'K' }, at: n + 1, over: true, game: 'tictactoe', counted: true, against: 'random', result: 'won', phase: 'x'.repeat(500), end: { you: 0, score: 1, rivals: ['random'], words: 'You won.' } }))
    let n = 4_000_000
    while (n > 10) {
      try {
        localStorage.setItem('ballast', (localStorage.getItem('ballast') ?? '') + 'x'.repeat(n))
      } catch {
        n = n >> 1
      }
    }
  })
  const two = await page.browserContext().newPage()
  await two.goto(server.url, { waitUntil: 'load' })
  for (const p of [page, two]) {
    await p.bringToFront()
    await p.goto(server.url + '#/', { waitUntil: 'load' })
    await lib.sit(p, 'tictactoe')
    await p.waitForSelector('.question')
  }
  // What the other tab wrote comes to this one a little later.
  await page.waitForFunction(() => Object.keys(localStorage).filter((k) => k.startsWith('ringer.table.') && !JSON.parse(localStorage[k]).over).length === 2)
  assert.ok(await page.evaluate(() => Object.keys(localStorage).some((k) => k.startsWith('ringer.past.'))), 'some made room')
  await page.goto(server.url + '#/g/tictactoe', { waitUntil: 'load' })
  await page.waitForSelector('.tally td')
  assert.equal(await text(page, '.tally td'), '50')
  await page.browserContext().close()
})

test('the deal of the day compares with the ringer and with others', { timeout: 120_000 }, async () => {
  const page = await lib.open(b, server.url, lib.wide)
  await off(page)
  await page.waitForSelector('.tile')
  await lib.press(page, 'a.tile[href="#/g/fivepossessions"]')
  await page.waitForSelector('form.setup')
  await press(page, 'Deal of')
  await page.waitForSelector('main.table')
  assert.ok((await lib.playOn(page, lib.dice(7))).over)
  await page.waitForSelector('.deal tr')
  await press(page, 'What does the ringer get in your seat?')
  await page.waitForFunction(() => document.querySelectorAll('.deal tr').length === 2, { timeout: 60_000 })
  assert.match(await text(page, '.deal'), /The ringer.*yards/s)
  await lib.shoot(page, 'deal-wide')
  await clean(page, 'the deal')
  const link = await page.$eval('.deal .link input', (e) => e.value)
  const other = await lib.open(b, link, lib.phone)
  await other.waitForSelector('.places tr')
  assert.match(await text(other, 'main'), /Player 1 says: .*yards.*Nobody has checked it.*Play this deal/s)
  await lib.shoot(other, 'deal-phone')
  await clean(other, "somebody's result", true)
  await other.goto(link.slice(0, -4), { waitUntil: 'load' })
  await other.waitForSelector('[role=alert]')
  assert.match(await text(other, 'main'), /This link leads to no result/)
  await page.browserContext().close()
  await other.browserContext().close()
})
