// First games that teach: each game is begun from the lobby and played, wide and on a phone. What is new is explained
// once, with its reason and its rule one press away; it can be left and brought back. GAME=heat plays that one alone.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as lib from './lib.mjs'

const games = ['heat', 'heist', 'payday', 'duel', 'fourdowns', 'fivepossessions'].filter((g) => !process.env.GAME || g === process.env.GAME)
// Both sides of PAYDAY are taught.
const first = games.flatMap((game) => (game === 'payday' ? [[game, 'the Criminal'], [game, 'the Police']] : [[game, '']]))
const most = 45 // decisions

let server, b
before(async () => {
  server = await lib.serve()
  b = await lib.browser()
})
after(async () => {
  await b?.close()
  await server?.stop()
})

const off = (page) => page.evaluate(() => localStorage.setItem('ringer.moves', '"off"'))
const press = (page, words, within = '') => page.evaluate((words, within) => [...document.querySelectorAll(`${within} button, ${within} a.button`)].find((e) => e.textContent.includes(words)).click(), words, within)
const lesson = (page) => page.evaluate(() => document.querySelector('.lesson')?.dataset.lesson ?? '')

async function begin(page, game, role = '') {
  await off(page)
  await page.waitForSelector('.tile')
  await page.click(`a.tile[href="#/g/${game}"]`)
  await page.waitForSelector('.learn')
  await page.evaluate((role) => [...document.querySelectorAll('.learn button')].find((e) => e.textContent.includes('Begin') && e.textContent.includes(role)).click(), role)
  await page.waitForSelector('main.table')
  await lib.settled(page, '')
}

for (const [game, role] of first)
  for (const [name, size] of Object.entries({ wide: lib.wide, phone: lib.phone }))
    test(`${[game, role].filter(Boolean).join(' of ')}: the first game teaches, ${name}`, { timeout: 280_000 }, async (t) => {
      const page = await lib.open(b, server.url, size)
      await begin(page, game, role)
      if (role) assert.match(await page.$eval('.seat.you .head', (e) => e.textContent), new RegExp(role.split(' ')[1]))
      const told = []
      let of = 0
      const look = async () => {
        const id = await lesson(page)
        if (!id || told.at(-1)?.id === id) return
        const [says, n, all] = await page.$eval('.lesson', (e) => [e.querySelector('p').textContent.trim(), ...e.getAttribute('aria-label').match(/\d+/g).map(Number)])
        of = all
        const part = async (words) => {
          await press(page, words, '.lesson')
          return page.waitForSelector('.lesson .more-of').then((e) => e.evaluate((x) => x.textContent))
        }
        const [why, rule] = [await part('Why would I?'), await part('The rule')]
        assert.ok(says.length > 20 && why.length > 20 && rule.length > 20, `${id}: ${says} ${why} ${rule}`)
        assert.ok(!told.some((x) => x.id === id), `${id} is told twice`)
        assert.equal(n, told.length + 1)
        told.push({ id })
        const room = await page.evaluate(() => document.querySelector('.foot').getBoundingClientRect().top - document.querySelector('.top').getBoundingClientRect().bottom)
        assert.ok(room > 240, `${id}: the table has ${room} pixels`)
        if (told.length < 4) {
          assert.deepEqual(await lib.misfits(page, name === 'phone'), [], id)
          assert.deepEqual(await lib.axeFaults(page), [], id)
        }
        await lib.shoot(page, `guided-${game}${role.replace(/^the /, '-')}-${name}-${told.length}`)
      }
      await look()
      assert.equal(told.length, 1, 'the first decision is explained')
      const r = await lib.playOn(page, lib.dice(7), { turns: most, after: look }).catch((err) => (assert.match(err.message, /did not end/), { over: false, played: most }))
      t.diagnostic(`${told.length} of ${of} lessons in ${r.played} decisions: ${told.map((x) => x.id).join(' ')}`)
      assert.ok(told.length >= Math.ceil(of / 2), `${told.length} of ${of} lessons`)
      if (r.over) assert.match(await page.$eval('.verdict', (e) => e.textContent), /That was your first game/)
      assert.deepEqual(page.faults, [])
      await page.browserContext().close()
    })

test('a first game is left and gone on with, its lessons too', { timeout: 120_000 }, async () => {
  const page = await lib.open(b, server.url, lib.laptop)
  await begin(page, 'heat')
  const first = await lesson(page)
  await page.reload({ waitUntil: 'load' })
  await page.waitForSelector('.lesson')
  assert.equal(await lesson(page), first, 'a reload keeps the lesson')
  await press(page, 'No lessons', '.lesson')
  await page.waitForFunction(() => !document.querySelector('.lesson'))
  await press(page, 'Lessons', '.tools')
  await page.waitForSelector('.lesson')
  assert.equal(await lesson(page), first)
  await lib.playOn(page, lib.dice(3), { stopAt: 2 })
  const turn = (await lib.stands(page)).turn
  await page.goto(server.url + '#/g/heat')
  await page.waitForSelector('.learn')
  assert.match(await page.$eval('.learn', (e) => e.textContent), /Go on with your first game/)
  await press(page, 'Go on', '.learn')
  await page.waitForSelector('.question')
  assert.equal((await lib.stands(page)).turn, turn)
  await lib.playOn(page, lib.dice(3))
  const table = page.url()
  await press(page, 'Now a puzzle', '.verdict')
  await page.waitForSelector('.task.open')
  assert.match(await page.$eval('.top .title', (e) => e.textContent), /HEAT/)
  await page.goto(table, { waitUntil: 'load' })
  await page.waitForSelector('.verdict')
  await press(page, 'Play a game that counts', '.verdict')
  await page.waitForFunction(() => document.querySelector('.question') && !document.querySelector('.verdict'))
  assert.equal(await page.$('.lesson'), null)
  assert.equal(await page.evaluate(() => localStorage.getItem('ringer.tally')), null, 'nothing was counted')
  assert.deepEqual(page.faults, [])
  await page.browserContext().close()
})

test('the lobby shows the table of each game, and who is gentle', { timeout: 60_000 }, async () => {
  for (const size of [lib.wide, lib.phone]) {
    const page = await lib.open(b, server.url, size)
    await page.waitForFunction(() => document.querySelectorAll('.tile .small-board .board').length === document.querySelectorAll('.tile').length)
    for (const game of games) {
      const [layout, seats, words] = await page.$eval(`a.tile[href="#/g/${game}"]`, (e) => [e.querySelector('.small-board').className, e.querySelectorAll('.small-board .seat').length, e.innerText])
      assert.ok(layout.includes(`layout-${game}`) && seats >= 2, `${layout}: ${seats} seats`)
      assert.match(words, /about \d+ minutes?/)
      assert.match(words, /\d players/)
      assert.match(words, /to learn/)
    }
    assert.equal(await page.evaluate(() => document.querySelectorAll('.picture a, .picture [tabindex]').length > 0 && [...document.querySelectorAll('.picture')].some((e) => !e.inert)), false, 'nothing in a picture is pressed')
    await page.click('a.tile[href="#/g/heat"]')
    await page.waitForSelector('.against')
    assert.match(await page.$eval('.against label.on', (e) => e.innerText), /^Beginner good for a first game/)
    const order = ['Beginner', 'Level 2', 'Ringer', 'Random', 'Greedy', 'Expert']
    assert.deepEqual((await page.$$eval('.against > label b', (all) => all.map((e) => e.textContent))).slice(0, 6), order, 'levels rise, and the others follow')
    assert.deepEqual((await page.$$eval('.against table th', (all) => all.map((e) => e.textContent))).slice(0, 6), order)
    assert.deepEqual((await page.$$eval('.sitter select option', (all) => all.filter((e) => /^\w/.test(e.value)).map((e) => e.textContent))).slice(0, 6), order)
    assert.doesNotMatch(await page.evaluate(() => document.querySelector('form.setup').innerText), /\d{4} \(\d/, 'no interval before somebody asks')
    assert.match(await page.$eval('.against', (e) => e.innerText), /The Ringer with a habit[\s\S]*Robber[\s\S]*(Level with the Ringer within \d+ points|Clearly (weaker|stronger) than the Ringer), by \d+ games/)
    await page.$eval('.against h3', (e) => e.scrollIntoView())
    await lib.shoot(page, `habits-${size === lib.phone ? 'phone' : 'wide'}`)
    await lib.press(page, '.against summary')
    assert.match(await page.$eval('.against details', (e) => e.innerText), /Beginner\s+\d+ \(\d+ … \d+\)/)
    await page.evaluate(() => [...document.querySelectorAll('.against label')].find((e) => e.textContent.startsWith('Expert')).querySelector('input').click())
    await lib.press(page, 'form.setup button.primary')
    await page.waitForSelector('.question')
    assert.match(await page.$eval('.board', (e) => e.textContent), /Expert/)
    assert.deepEqual(page.faults, [])
    await page.browserContext().close()
  }
})
