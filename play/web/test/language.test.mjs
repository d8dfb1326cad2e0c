// The page in German, and from right to left: what it says is in its language, what a game says is marked as English, and
// all of it fits. GAME=heat looks at that one alone.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as lib from './lib.mjs'

const games = ['heat', 'heist', 'payday', 'duel', 'fourdowns', 'fivepossessions'].filter((g) => !process.env.GAME || g === process.env.GAME)
const sizes = { wide: lib.wide, phone: lib.phone }

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

/** Opens a page in a browser whose reader wishes languages. */
async function open(size, wishes, rtl = false) {
  const page = await lib.open(b, 'about:blank', size)
  await page.evaluateOnNewDocument(
    (wishes, rtl) => {
      Object.defineProperty(Navigator.prototype, 'languages', { get: () => wishes })
      if (rtl) new MutationObserver(() => document.documentElement && (document.documentElement.dir = 'rtl')).observe(document, { childList: true })
      try {
        if (!localStorage.getItem('ringer.moves')) localStorage.setItem('ringer.moves', '"off"')
      } catch {
        // about:blank keeps nothing
      }
    },
    wishes,
    rtl,
  )
  await page.goto(server.url, { waitUntil: 'load' })
  await page.waitForSelector('.tile')
  return page
}

/** Returns texts whose words are of another language than the attribute lang says. */
const mislabelled = (page) =>
  page.evaluate(() => {
    // Words of one language alone: "die" is English too, "in" both.
    const english = /\b(the|of|and|you|your|with|from|this|that|are|is|for|to|each|has|have|nothing|cards?|hand|seat|by)\b/i
    const german = /[äöüß]|\b(der|das|den|und|ist|nicht|du|dein|deine|mit|von|eine?|noch|für|zur|wähle|platz|karten|spiele?)\b/i
    const list = []
    const look = (e, words) => {
      const lang = e.closest('[lang]').lang
      const wrong = lang === 'de' ? english : german
      const clean = words.replace(/\b(HEAT|Hand|Heat|Jobs?)\b/g, '')
      if (wrong.test(clean)) list.push(`${lang}: ${words.trim().slice(0, 60)} (${e.tagName.toLowerCase()}.${e.getAttribute('class') ?? ''})`)
    }
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let n = walk.nextNode(); n; n = walk.nextNode()) {
      const e = n.parentElement
      if (n.data.trim() && !e.closest('noscript, script, style, code, pre, .picture')) look(e, n.data)
    }
    for (const e of document.querySelectorAll('button[aria-label], input[aria-label], select[aria-label]')) look(e, e.getAttribute('aria-label'))
    return [...new Set(list)]
  })

async function clean(page, name, touch, { axe = true } = {}) {
  await lib.shoot(page, name)
  assert.deepEqual(await lib.misfits(page, touch), [], `${name}: what does not fit`)
  let found = await lib.illegible(page)
  for (let n = 0; found.length && n < 20; n++) {
    await new Promise((r) => setTimeout(r, 100)) // the table is scrolled after it is drawn
    found = await lib.illegible(page)
  }
  assert.deepEqual(found, [], `${name}: what cannot be read`)
  if (axe) assert.deepEqual(await lib.axeFaults(page), [], `${name}: axe`)
  assert.deepEqual(page.faults, [], `${name}: console`)
}

test('the browser chooses German, whoever reads chooses English, and that is remembered', async () => {
  const page = await open(lib.laptop, ['de-AT', 'en'])
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de')
  assert.equal(await text(page, 'main h1'), 'Wähle ein Spiel')
  assert.match(await text(page, 'main'), /Die Seite spricht Deutsch, die Spiele selbst sprechen Englisch/)
  await page.select('.top select', 'en')
  await page.waitForFunction(() => document.documentElement.lang === 'en')
  assert.equal(await text(page, 'main h1'), 'Choose a game')
  assert.doesNotMatch(await text(page, 'main'), /Englisch/)
  await page.reload({ waitUntil: 'load' })
  await page.waitForSelector('.tile')
  assert.equal(await text(page, 'main h1'), 'Choose a game')
  await page.browserContext().close()
})

test('who reads English loads no German', async () => {
  const page = await lib.open(b, 'about:blank', lib.laptop)
  const asked = []
  page.on('request', (r) => asked.push(r.url()))
  await page.goto(server.url, { waitUntil: 'load' })
  await page.waitForSelector('.tile')
  assert.ok(asked.length > 3)
  assert.deepEqual(asked.filter((u) => /\/de\.js/.test(u)), [])
  await page.select('.top select', 'de')
  await page.waitForFunction(() => document.documentElement.lang === 'de')
  assert.equal(asked.filter((u) => /\/de\.js/.test(u)).length, 1)
  assert.equal(await text(page, 'main h1'), 'Wähle ein Spiel')
  assert.deepEqual(page.faults, [])
  await page.browserContext().close()
})

for (const game of games)
  for (const [name, size] of Object.entries(sizes))
    test(`${game} in German, ${name}: it fits, and every part says its language`, { timeout: 200_000 }, async () => {
      const page = await open(size, ['de'])
      await page.click(`a.tile[href="#/g/${game}"]`)
      await page.waitForSelector('form.setup')
      await page.evaluate(() => document.querySelectorAll('form.setup details').forEach((d) => (d.open = true)))
      await clean(page, `de-${game}-${name}-setup`, size.hasTouch)
      assert.deepEqual(await mislabelled(page), [], 'setup')
      await page.evaluate(() => [...document.querySelectorAll('.learn button')].at(-1).click())
      await page.waitForSelector('main.table')
      await lib.settled(page, '')
      let n = 0
      const look = async () => {
        if ((await lib.stands(page)).now !== 'ask') return
        await clean(page, `de-${game}-${name}-${n++}`, size.hasTouch, { axe: n < 3 })
        assert.deepEqual(await mislabelled(page), [], `table, after ${n} decisions`)
        assert.match(await text(page, '.side'), /Die Seite spricht Deutsch, die Spiele selbst sprechen Englisch/)
      }
      await look()
      await lib.playOn(page, lib.dice(7), { turns: 7, after: look }).catch((err) => assert.match(err.message, /did not end/))
      assert.ok(n > 3)
      await page.keyboard.press('?')
      await page.waitForSelector('dialog[open]')
      await clean(page, `de-${game}-${name}-rules`, size.hasTouch)
      assert.deepEqual(await mislabelled(page), [], 'rules')
      await page.browserContext().close()
    })

for (const [name, size] of Object.entries(sizes))
  test(`the pages beside the table in German, ${name}`, { timeout: 240_000 }, async () => {
    const page = await open(size, ['de'])
    await clean(page, `de-lobby-${name}`, size.hasTouch)
    assert.deepEqual(await mislabelled(page), [], 'lobby')
    await lib.sit(page, 'leduc')
    await lib.settled(page, '')
    await page.keyboard.press('h')
    await page.waitForSelector('.hint li', { timeout: 60_000 })
    assert.match(await text(page, '.hint small'), /\d\s%|Erwartetes Ergebnis|Gewinnaussicht/)
    await clean(page, `de-hint-${name}`, size.hasTouch)
    assert.deepEqual(await mislabelled(page), [], 'hint')
    assert.ok((await lib.playOn(page, lib.dice(7))).over)
    await clean(page, `de-over-${name}`, size.hasTouch)
    assert.deepEqual(await mislabelled(page), [], 'the end')
    await page.click('.verdict a[href^="#/r/"]')
    await page.waitForSelector('.scrub input')
    await page.click('.findings button')
    await page.waitForSelector('.curve svg', { timeout: 120_000 })
    await clean(page, `de-review-${name}`, size.hasTouch)
    assert.deepEqual(await mislabelled(page), [], 'review')
    await page.goto(server.url + '#/evenings', { waitUntil: 'load' })
    await page.waitForSelector('.played')
    assert.match(await text(page, '.evenings'), /Du hast|1 Spiel an 1 Tag/)
    await clean(page, `de-evenings-${name}`, size.hasTouch)
    assert.deepEqual(await mislabelled(page), [], 'evenings')
    for (const [at, selector] of [['#/fair', '.rules-text h1'], ['#/rules/heat', '.rules-text h1'], ['#/t/nobody', 'h1'], ['#/d/x', 'h1']]) {
      await page.goto(server.url + at, { waitUntil: 'load' })
      await page.waitForSelector(selector)
      await clean(page, `de-${at.slice(2).replace("/", "-")}-${name}`, size.hasTouch)
      assert.deepEqual(await mislabelled(page), [], at)
    }
    await page.browserContext().close()
  })

for (const [name, size] of Object.entries(sizes))
  test(`from right to left nothing breaks, ${name}`, { timeout: 240_000 }, async () => {
    const page = await open(size, ['en'], true)
    await clean(page, `rtl-lobby-${name}`, size.hasTouch)
    for (const game of games) {
      await page.goto(server.url + '#/', { waitUntil: 'load' })
      await lib.sit(page, game)
      await lib.settled(page, '')
      await clean(page, `rtl-${game}-${name}`, size.hasTouch, { axe: false })
      await lib.playOn(page, lib.dice(7), { turns: 2 }).catch((err) => assert.match(err.message, /did not end/))
      await clean(page, `rtl-${game}-${name}-2`, size.hasTouch, { axe: false })
      const sides = await page.evaluate(() => [document.querySelector('.top .home'), document.querySelector('.side')].map((e) => e.getBoundingClientRect().x + e.getBoundingClientRect().width / 2 - innerWidth / 2))
      assert.ok(sides[0] > 0, 'the way home is on the right')
      if (name === 'wide') assert.ok(sides[1] < 0, 'the log is on the left')
    }
    await page.browserContext().close()
  })
