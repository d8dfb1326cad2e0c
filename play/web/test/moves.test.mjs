// What the others do is shown one by one, and a key, a press or a setting has all of it at once.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as lib from './lib.mjs'

const games = ['heat', 'heist', 'payday', 'duel', 'fourdowns', 'fivepossessions', 'kuhn', 'leduc', 'liarsdice', 'goofspiel', 'tictactoe'].filter((g) => !process.env.GAME || g === process.env.GAME)

let server, b
before(async () => {
  server = await lib.serve()
  b = await lib.browser()
})
after(async () => {
  await b?.close()
  await server?.stop()
})

// Notes each picture of a page: what has just happened, how long the log is, what is marked and whether a question stands.
const watch = (page) =>
  page.evaluate(() => {
    window.pictures = []
    const look = () => {
      const now = {
        news: [...document.querySelectorAll('.news > span')].map((e) => e.textContent.trim()),
        told: document.querySelectorAll('.log li:not(.nothing)').length,
        marks: document.querySelectorAll('.board-of .fresh, .board-of .step, .board-of .trail').length,
        asked: !!document.querySelector('.question'),
        moving: document.getAnimations().length,
      }
      const was = window.pictures.at(-1)
      if (!was || was.told !== now.told || was.asked !== now.asked) window.pictures.push(now)
      else was.marks = Math.max(was.marks, now.marks) // a busy machine draws a picture in several steps
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    look()
  })
const pictures = (page) => page.evaluate(() => window.pictures.splice(0))
const moves = (page, how) => page.evaluate((how) => localStorage.setItem('ringer.moves', JSON.stringify(how)), how)

// Acts by the first choice and does not wait.
const act = (page) => page.evaluate(() => document.querySelector('button.choice, .spot, [data-go].thing').dispatchEvent(new MouseEvent('click', { bubbles: true })))

for (const game of games)
  test(`${game}: each thing that the others do has a picture of its own`, { timeout: 120_000 }, async (t) => {
    const page = await lib.open(b, server.url, lib.laptop, { still: false })
    await moves(page, 'fast')
    await watch(page) // from the deal on, whose marks are all that LIAR'S DICE may have
    await lib.sit(page, game)
    await lib.settled(page, '')
    const r = await lib.playOn(page, lib.dice(7), { stopAt: game === 'heist' ? 40 : 6 })
    const all = (await pictures(page)).filter((p) => p.told > 0)
    let most = 0
    for (let i = 1; i < all.length; i++) most = Math.max(most, all[i].told - all[i - 1].told)
    const marked = all.filter((p) => p.marks).length
    t.diagnostic(`${all.length} pictures in ${r.played} turns, ${most} events of one at most, marks in ${marked}`)
    assert.ok(all.length > r.played, 'more pictures than questions')
    assert.ok(marked > 0, 'something is marked')
    assert.ok(all.some((p) => p.news.length && !p.asked) || r.over, 'something is told before the next question')
    await lib.shoot(page, `moves-${game}`)
    assert.deepEqual(await lib.misfits(page, false), [])
    assert.deepEqual(page.faults, [])
    await page.browserContext().close()
  })

if (games.includes('heist'))
  test('what a turn of HEIST left undone is gone with the next thing that happens', async () => {
    const page = await lib.open(b, server.url, lib.laptop)
    await lib.sit(page, 'heist')
    await lib.settled(page, '')
    await lib.playOn(page, lib.dice(7), {
      stopAt: 25,
      after: async () => {
        const lines = await page.$$eval('.log li', (all) => all.map((e) => e.textContent))
        for (const l of lines) assert.doesNotMatch(l, /no offer;|no Event;|no Job;|nothing;|nobody else;/)
        for (const l of lines.slice(0, -1)) assert.doesNotMatch(l, /no offer|no Event|no Job/)
      },
    })
    await page.browserContext().close()
  })

if (games.includes('heat')) {
  // Sits down and acts, so that the doings of three others wait to be shown.
  const begun = async (how, open = { still: false }) => {
    const page = await lib.open(b, server.url, lib.laptop, open)
    if (how) await moves(page, how)
    await lib.sit(page, 'heat')
    await lib.settled(page, '')
    await watch(page)
    return page
  }

  test('a key shows all at once, and decides nothing', async () => {
    const page = await begun('normal')
    for (const [name, give] of [
      ['a digit', () => page.keyboard.press('1')],
      ['Enter', () => page.keyboard.press('Enter')],
      ['a press on a card', () => page.click('.heat-hand .thing')],
      ['the button', () => page.click('.skip')],
    ]) {
      const { turn } = await lib.stands(page)
      await act(page)
      await page.waitForSelector('.skip', { timeout: 5000 })
      await new Promise((r) => setTimeout(r, 300)) // the bots have decided, and the page is not yet there
      await give()
      await page.waitForFunction(() => !document.querySelector('.skip') && document.querySelector('.question'), { timeout: 600, polling: 10 }).catch(() => assert.fail(`${name} does not show all at once`))
      const at = await lib.stands(page)
      assert.notEqual(at.turn, turn)
      await new Promise((r) => setTimeout(r, 250))
      assert.equal((await lib.stands(page)).turn, at.turn, `${name} decides nothing`)
      assert.equal(await page.evaluate(() => document.querySelectorAll('.chosen').length), 0, `${name} picks nothing`)
    }
    assert.deepEqual(page.faults, [])
    await page.browserContext().close()
  })

  test('an answer is shown at once, also while the last thing is looked at', async () => {
    const page = await begun('normal')
    const waits = []
    for (let i = 0; i < 3; i++) {
      const { turn } = await lib.stands(page)
      await act(page)
      await page.waitForSelector('.news', { timeout: 5000 })
      await lib.settled(page, turn)
      // The question stands beside the last thing that happened: no while is left to wait for.
      const began = performance.now()
      await act(page)
      await page.waitForFunction(() => !document.querySelector('.question'), { timeout: 5000, polling: 10 })
      waits.push(performance.now() - began)
      await lib.settled(page, (await lib.stands(page)).turn)
    }
    // A machine that is busy is late now and then; a page that waits is late each time.
    assert.ok(Math.min(...waits) < 500, `the page waits before it shows an answer: ${waits.map(Math.round)} ms`)
    await page.browserContext().close()
  })

  test('moves at once leave no pictures between', async () => {
    const page = await begun('off')
    await lib.playOn(page, lib.dice(7), { stopAt: 4 })
    const all = await pictures(page)
    assert.ok(all.some((p, i) => i > 0 && p.told - all[i - 1].told > 2), 'several events come together')
    assert.ok(all.every((p) => !p.moving), 'nothing moves')
    await page.select('.moves select', 'normal')
    let shown = null // the wish counts from now on, once somebody else has something to show
    for (let i = 0; i < 10 && !shown; i++) {
      const { turn } = await lib.stands(page)
      await act(page)
      shown = await page.waitForSelector('.skip', { timeout: 1500 }).catch(() => null)
      await lib.settled(page, turn)
    }
    assert.ok(shown, 'one by one again')
    await page.reload({ waitUntil: 'load' })
    await page.waitForSelector('.moves select')
    assert.equal(await page.$eval('.moves select', (e) => e.value), 'normal', 'it is remembered')
    await page.browserContext().close()
  })

  test('people who want no motion see none', async () => {
    const page = await begun(null, { still: true })
    assert.equal(await page.$eval('.moves select', (e) => e.value), 'off', 'at once, unless they choose')
    await page.select('.moves select', 'fast')
    await lib.playOn(page, lib.dice(7), { stopAt: 5 })
    const all = await pictures(page)
    assert.ok(all.some((p) => p.news.length && !p.asked), 'one by one, as they chose')
    assert.ok(all.every((p) => !p.moving), 'nothing moves')
    await page.browserContext().close()
  })
}

if (games.includes('kuhn'))
  test('the next person at the screen sees what happened once the curtain is up', async () => {
    const page = await lib.open(b, server.url, lib.laptop, { still: false })
    await moves(page, 'normal')
    await lib.sit(page, 'kuhn', { more: (p) => p.select('.sitter:nth-of-type(2) select', '') })
    await lib.settled(page, '')
    for (let i = 0; i < 12; i++) {
      const at = await lib.stands(page)
      if (at.now === 'over') break
      if (at.now === 'curtain') {
        assert.equal((await page.$$('.thing, .news')).length, 0, 'nothing of the table beside the curtain')
        await page.click('.curtain button')
        await page.waitForSelector('.news')
      } else if (at.now === 'ask') {
        await new Promise((r) => setTimeout(r, 350)) // a hand presses no sooner after the curtain
        await act(page)
      }
      await lib.settled(page, at.now === 'ask' ? at.turn : '')
    }
    assert.equal((await lib.stands(page)).now, 'over')
    assert.deepEqual(page.faults, [])
    await page.browserContext().close()
  })
