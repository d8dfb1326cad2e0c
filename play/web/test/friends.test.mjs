// Friends at a table, each in a browser of their own: seats by link, looking on, coming back, takeback by agreement,
// giving up, and the next game.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as lib from './lib.mjs'

let server, one, two
before(async () => {
  server = await lib.serve()
  one = await lib.browser()
  two = await lib.browser()
})
after(async () => {
  await one?.close()
  await two?.close()
  await server?.stop()
})

const text = (page, selector) => page.$eval(selector, (e) => e.textContent)
const says = (page, selector, words) => page.waitForFunction((s, w) => new RegExp(w).test(document.querySelector(s)?.textContent ?? ''), { timeout: 10_000, polling: 20 }, selector, words)
const press = (page, words, within = '') => page.evaluate((words, within) => window.press([...document.querySelectorAll(`${within} button, ${within} summary`)].find((e) => e.textContent.includes(words))), words, within)
const off = (page) => page.evaluate(() => localStorage.setItem('ringer.moves', '"off"'))
const turn = async (page) => (await lib.stands(page)).turn
const clean = async (page, name, touch = false) => {
  assert.deepEqual(await lib.misfits(page, touch), [], `${name}: what does not fit`)
  assert.deepEqual(await lib.axeFaults(page), [], `${name}: axe`)
  assert.deepEqual(page.faults, [], `${name}: console`)
}
const keys = (page) => page.evaluate(() => Object.entries(localStorage).filter(([k]) => k.startsWith('ringer.table.')).map(([, t]) => Object.keys(JSON.parse(t).keys).join()))

// Sits one person down against friends, and returns the first link.
async function invite(page, game, label) {
  await off(page)
  await lib.sit(page, game, { label, more: (p) => p.evaluate(() => [...document.querySelectorAll('.against label')].find((e) => /^Friends/.test(e.textContent)).querySelector('input').click()) })
  await page.waitForSelector('.friends .link input')
  return page.$eval('.friends .link input', (e) => e.value)
}

// Notes all that a page receives.
async function wire(page) {
  const lines = []
  const cdp = await page.createCDPSession()
  await cdp.send('Network.enable')
  cdp.on('Network.webSocketFrameReceived', (e) => lines.push(e.response.payloadData))
  return lines
}

async function come(b, link, name, size = lib.phone) {
  const page = await lib.open(b, 'about:blank', size)
  const lines = await wire(page)
  await page.goto(link, { waitUntil: 'load' })
  await page.waitForSelector('.join form')
  await off(page)
  await page.type('.join input', name)
  return { page, lines }
}

for (const [game, label] of [['kuhn', undefined], ['heat', undefined]])
  test(`${game}: a friend sits down by a link, and nobody sees the hand of the other`, { timeout: 120_000 }, async () => {
    const ann = await lib.open(one, server.url, lib.wide)
    const link = await invite(ann, game, label)
    assert.deepEqual(await keys(ann), ['0'], 'who invites has one key')
    assert.match(await text(ann, '.friends'), /free yet. Send each friend the link/)
    await lib.shoot(ann, `friends-invite-${game}`)
    await clean(ann, 'the table of who invites')
    const { page: bo, lines } = await come(two, link, 'Bo')
    assert.match(await text(bo, '.join h1'), /Player 1 invites you to/)
    await lib.shoot(bo, `friends-join-${game}`)
    await clean(bo, 'the invitation', true)
    await lib.press(bo, '.join button.primary')
    await bo.waitForSelector('main.table')
    assert.deepEqual(await keys(bo), ['1'])
    await ann.waitForFunction(() => document.querySelector('main.table').textContent.includes('Bo'), { polling: 20 })
    assert.doesNotMatch(await ann.$eval('.friends', (e) => e.textContent).catch(() => ''), /Friend 1/)

    // What stands in the hand of one is in no message to the other, and in no storage of theirs.
    const scenes = (lines) => lines.map((l) => JSON.parse(l)).filter((m) => m.type === 'view' && m.table && !m.over)
    assert.ok(scenes(lines).length > 0)
    for (const v of scenes(lines)) {
      assert.equal(v.you, 1)
      for (const z of v.scene.zones ?? []) if (z.seat === 0 && z.kind === 'hand') for (const t of z.things ?? []) assert.equal(t.face, 'down', `${z.id} shows ${t.name}`)
    }

    // The link is used: somebody else gets no seat by it, and who has it comes back by it.
    const eve = await lib.open(one, link, lib.phone)
    await says(eve, '.join h1', 'Somebody has sat down by this link already')
    await eve.browserContext().close()
    await bo.goto(link, { waitUntil: 'load' })
    await bo.waitForSelector('main.table')
    assert.deepEqual(await keys(bo), ['1'])

    // Who is gone is seen to be gone.
    await bo.goto('about:blank')
    await says(ann, '.friends', 'Bo is not connected')
    await lib.shoot(ann, `friends-away-${game}`)
    await bo.goBack({ waitUntil: 'load' })
    await bo.waitForSelector('main.table')
    await ann.waitForFunction(() => !/not connected/.test(document.querySelector('.friends')?.textContent ?? ''), { polling: 20 })
    await clean(bo, 'the table of the friend', true)
    await ann.browserContext().close()
    await bo.browserContext().close()
  })

test('a decision is taken back once the other agrees, one looks on, gives up and plays again', { timeout: 120_000 }, async () => {
  const ann = await lib.open(one, server.url, lib.wide)
  const link = await invite(ann, 'tictactoe')
  const { page: bo } = await come(two, link, 'Bo', lib.laptop)
  await lib.press(bo, '.join button.primary')
  await lib.settled(ann, '')
  await lib.press(ann, 'button.choice[data-action="4"]')
  await lib.settled(bo, '')
  const before = await turn(ann)
  await lib.press(bo, 'button.choice[data-action="0"]')
  await lib.settled(ann, before)

  await press(ann, 'Ask for a takeback')
  await bo.waitForSelector('.takeback button')
  assert.match(await text(bo, '.takeback'), /Player 1 would like to take back/)
  await lib.shoot(bo, 'friends-takeback')
  await clean(bo, 'the takeback')
  await bo.setViewport({ width: 390, height: 844 })
  await lib.shoot(bo, 'friends-takeback-phone')
  await bo.setViewport(lib.laptop)
  await says(ann, '.takeback', 'Bo has not answered yet')
  await lib.shoot(ann, 'friends-takeback-asked')
  const at = await turn(ann)
  await press(bo, 'No', '.takeback')
  await ann.waitForFunction(() => !document.querySelector('.takeback'), { polling: 20 })
  assert.equal(await turn(ann), at, 'who says no loses nothing')
  await press(ann, 'Ask for a takeback')
  await bo.waitForSelector('.takeback button')
  await press(bo, 'Agree', '.takeback')
  await lib.settled(ann, at)
  assert.equal((await ann.$$('button.choice')).length, 9, 'the table is as it was')

  await press(ann, 'Let others look on')
  const look = await ann.$eval('.beside-game .link input', (e) => e.value)
  const cy = await lib.open(two, look, lib.wide)
  await says(cy, '.friends', 'You look on with the eyes of Player 1')
  assert.equal(await cy.$('button.choice'), null)
  assert.deepEqual(await keys(cy), ['-1'])
  await lib.shoot(cy, 'friends-looks-on')
  await clean(cy, 'who looks on')
  await lib.press(ann, 'button.choice[data-action="2"]')
  await says(cy, '.log', 'Player 1 marks c1|Player 1.*marks')
  assert.doesNotMatch(await text(cy, '.log'), /You/)

  await press(bo, 'Let others look on')
  await press(bo, 'Give up this game')
  await bo.waitForSelector('.beside-game [role=alertdialog]')
  await lib.shoot(bo, 'friends-give-up')
  await press(bo, 'Yes, give up')
  await says(bo, '.verdict h2', 'You gave up: the game is lost')
  await says(ann, '.verdict h2', 'Bo gave up: you won')
  await says(cy, '.verdict h2', 'Bo gave up')
  await lib.shoot(ann, 'friends-gave-up')
  await clean(ann, 'the end')

  await press(ann, 'Play again')
  await says(bo, '.verdict', 'Sit down at the next game')
  await lib.shoot(bo, 'friends-next')
  await press(bo, 'Sit down at the next game')
  await ann.waitForFunction(() => !document.querySelector('.verdict') && document.querySelector('main.table'), { polling: 20 })
  await bo.waitForFunction(() => !document.querySelector('.verdict') && document.querySelector('main.table'), { polling: 20 })
  assert.equal(await ann.evaluate(() => location.hash), await bo.evaluate(() => location.hash), 'one next table')
  assert.deepEqual([...ann.faults, ...bo.faults, ...cy.faults], [])
  await ann.browserContext().close()
})
