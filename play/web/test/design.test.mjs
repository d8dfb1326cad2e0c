// The workbench of a designer, ringer design: a change is made in the form, kept, asked about and played.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { axeFaults, browser, misfits, open, phone, pictures, shoot, wide } from './lib.mjs'

let b, dir
before(async () => {
  b = await browser()
  dir = mkdtempSync(join(tmpdir(), 'ringer-design-'))
})
after(async () => {
  await b?.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Starts ringer design on a folder. */
async function design(game, folder) {
  const child = spawn(process.env.RINGER_BIN, ['design', game, '--addr', '127.0.0.1:0', '--out', join(dir, folder), '--data', join(dir, 'tables'), '--workers', '1'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (d) => {
      text += d
      const m = /https?:\/\/\S+/.exec(text)
      if (m) resolve(m[0])
    })
    child.on('exit', (code) => reject(new Error(`ringer design ended with ${code}: ${text}`)))
  })
  return { url, end: (signal) => new Promise((resolve) => { child.on('exit', resolve); child.kill(signal) }) }
}

const done = (page, id) => page.waitForSelector(`[data-answer="${id}"].done`, { timeout: 300_000 })

test('a designer changes a card, asks, compares and plays', async () => {
  let at = await design('heat(players=3,heists=1)', 'heat')
  try {
    const page = await open(b, at.url, wide)
    await page.waitForSelector('details.group')

    // A fault stands at its field, in words.
    await page.type('#find', 'lookout.gain')
    const gain = '[data-field="cards.lookout.gain"] input'
    await page.waitForSelector(gain)
    await page.click(gain, { count: 3 })
    await page.type(gain, '1001')
    await page.keyboard.press('Tab')
    await page.waitForFunction(() => document.querySelector('[data-field="cards.lookout.gain"] .fault').textContent.includes('from -1000 to 1000'))
    assert.equal(await page.$eval(gain, (e) => e.getAttribute('aria-invalid')), 'true')
    await shoot(page, 'design-fault')
    await page.click(gain, { count: 3 })
    await page.type(gain, '4')
    await page.keyboard.press('Tab')
    await page.waitForFunction(() => document.querySelector('#words').textContent === 'Lookout: gains 2 → 4 in phase B')
    await page.click('#keep button.primary')
    await page.waitForSelector('[data-variant="1"]')

    // What it does, and what the seats win: two answers.
    const ask = async (kind, seconds) => {
      await page.select('#ask [name=kind]', kind)
      await page.$eval('#ask [name=seconds]', (e, s) => (e.value = s), seconds)
      await page.click('#ask button.primary')
    }
    await ask('effect', '1')
    await page.waitForFunction(() => document.querySelector('#ask [data-fault=seconds]').textContent.includes('from 5 to'))
    await ask('effect', '6')
    await done(page, 1)
    await ask('seats', '5')
    await done(page, 2)
    assert.match(await page.$eval('[data-answer="1"] .first', (e) => e.textContent), /\d/)
    assert.match(await page.$eval('[data-answer="1"] details.steps', (e) => e.textContent), /ringer report .*--change cards.lookout.gain=4/)
    await page.waitForFunction(() => [...document.querySelectorAll('.answer img')].every((i) => i.scrollIntoView() ?? (i.complete && i.naturalWidth > 0)))
    assert.ok((await page.$$eval('#beside tbody tr', (list) => list.length)) > 4)
    assert.deepEqual(await axeFaults(page), [])
    assert.deepEqual(await misfits(page, false), [])
    await page.evaluate(() => scrollTo(0, 0))
    await shoot(page, 'design-wide')
    await page.screenshot({ path: join(pictures, 'design-whole.png'), fullPage: true })

    // The whole report opens, under rules of its own.
    const report = await open(b, new URL('files/2/report.html', at.url).href, wide)
    assert.match(await report.title(), /balance report/)
    assert.deepEqual(report.faults, [])
    await report.close()

    // Findings have their charts and their games.
    for (const [size, name] of [[wide, 'design-findings'], [phone, 'design-findings-phone']]) {
      const found = await open(b, new URL('findings', at.url).href, size)
      assert.deepEqual(await axeFaults(found), [])
      assert.deepEqual(await misfits(found, size === phone), [])
      assert.ok(await found.$$eval('img', (list) => list.length > 3 && list.every((i) => i.complete && i.naturalWidth > 0)))
      await shoot(found, name)
      await Promise.all([found.waitForNavigation(), found.click('li a.button')])
      assert.match(await found.$eval('ol', (e) => e.textContent), /Here: /)
      assert.deepEqual(await misfits(found, size === phone), [])
      await shoot(found, name + '-game')
      assert.deepEqual(found.faults, [])
      await found.close()
    }

    // The variant is played on the page of the game.
    const play = await open(b, new URL(await page.$eval('[data-variant="1"] a.button', (e) => e.getAttribute('href')), at.url).href, wide)
    await play.waitForSelector('form.setup')
    await play.click('form.setup button.primary')
    await play.waitForSelector('main.table')
    assert.deepEqual(play.faults, [])
    await play.close()

    // A server that is killed loses no answer, and one that was under way goes on.
    await ask('length', '60')
    await page.waitForSelector('[data-answer="3"].running')
    await at.end('SIGKILL')
    await page.waitForFunction(() => !document.querySelector('#lost').hidden)
    await page.close()
    at = await design('heat(players=3,heists=1)', 'heat')
    const small = await open(b, at.url, phone)
    await small.waitForSelector('[data-answer="3"].stopped')
    await small.waitForSelector('[data-answer="1"].done')
    assert.deepEqual(await axeFaults(small), [])
    assert.deepEqual(await misfits(small, true), [])
    await shoot(small, 'design-phone')
    await small.screenshot({ path: join(pictures, 'design-phone-whole.png'), fullPage: true })
    await small.evaluate(() => [...document.querySelectorAll('[data-answer="3"] button')].find((e) => e.textContent === 'Go on').click())
    await small.waitForSelector('[data-answer="3"].running')
    await small.evaluate(() => [...document.querySelectorAll('[data-answer="3"] button')].find((e) => e.textContent === 'Stop').click())
    await small.waitForSelector('[data-answer="3"].stopped')
    assert.deepEqual(small.faults, [])
  } finally {
    await at.end('SIGTERM')
  }
})

test('a workbench is read from a folder, without a server', async () => {
  const game = 'heat(players=3,heists=1)'
  const at = await design(game, 'shared')
  const api = async (path, body) => {
    const answer = await fetch(new URL('api/' + path, at.url), body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
    return answer.json()
  }
  try {
    const { id } = await api('variants', { name: 'Lookout 4', changes: [{ path: 'cards.lookout.gain', value: '4' }] })
    await api('ask', { variant: id, kind: 'effect', games: 20 })
    await api('ask', { variant: 0, kind: 'seats', games: 20 })
    for (let n = 0; (await api('answers/2')).state !== 'done'; n++) {
      assert.ok(n < 600, 'it answers within ten minutes')
      await new Promise((done) => setTimeout(done, 1000))
    }
    assert.equal((await api('answers/1')).state, 'done')
    await api('ask', { variant: 0, kind: 'length', seconds: 14000 }) // is under way when the copy is made

    // The page offers the same as one file.
    const zip = await fetch(new URL('workbench.zip', at.url))
    assert.equal(zip.headers.get('content-type'), 'application/zip')
    assert.equal(Buffer.from(await zip.arrayBuffer()).subarray(0, 2).toString(), 'PK')
  } finally {
    await at.end('SIGTERM')
  }
  const folder = join(dir, 'copy')
  execFileSync(process.env.RINGER_BIN, ['design', game, '--out', join(dir, 'shared'), '--export', folder])
  for (const name of readdirSync(folder, { recursive: true }).filter((n) => /\.(html|js|json)$/.test(n))) {
    assert.ok(!readFileSync(join(folder, name), 'utf8').includes(dir), `${name} does not say where the workbench lies`)
  }
  const begin = pathToFileURL(join(folder, 'index.html')).href
  for (const [size, name] of [[wide, 'design-copy'], [phone, 'design-copy-phone']]) {
    const page = await open(b, begin, size)
    const lost = []
    page.on('requestfailed', (r) => lost.push(r.url()))
    page.on('request', (r) => r.url().startsWith('file:') || r.url().startsWith('data:') || lost.push(r.url()))
    await page.reload()
    await page.waitForSelector('[data-answer="1"].done')
    assert.match(await page.$eval('#copy', (e) => e.textContent), /^A copy of a workbench, made on 20\d\d-\d\d-\d\d by Ringer .* Nobody answers here\./)
    assert.match(await page.$eval('[data-answer="3"]', (e) => e.textContent), /It was not finished when this copy was made\./)
    assert.equal(await page.$eval('#command', (e) => e.textContent), "ringer design 'heat(players=3,heists=1)'".replace('ringer', process.env.RINGER_BIN.split('/').pop()))
    assert.deepEqual(await page.$$eval('[data-variant] h3', (list) => list.map((e) => e.textContent)), ['as it is', 'Lookout 4'])
    await page.waitForFunction(() => [...document.querySelectorAll('.answer img')].every((i) => i.scrollIntoView() ?? (i.complete && i.naturalWidth > 0)))
    assert.ok((await page.$$eval('#beside tbody tr', (list) => list.length)) > 4)

    // Every rule can be looked up, and none changed; nothing asks.
    await page.type('#find', 'lookout.gain')
    await page.waitForSelector('[data-field="cards.lookout.gain"] input')
    assert.equal(await page.$eval('[data-field="cards.lookout.gain"] input', (e) => e.readOnly && e.value), '2')
    await page.$eval('#find', (e) => ((e.value = ''), e.dispatchEvent(new Event('input'))))
    await page.click('details.group summary')
    await page.waitForSelector('details.group [data-field] input')
    assert.deepEqual(await page.$$eval('input:not([readonly]), select, textarea', (list) => list.map((e) => e.id)), ['find'])
    assert.deepEqual(await page.$$eval('main button, aside button', (list) => list.map((e) => e.textContent)), [])
    await page.click('details.group summary')
    assert.deepEqual(lost, [])
    assert.deepEqual(page.faults, [])
    assert.deepEqual(await axeFaults(page), []) // which asks for the styles once more
    assert.deepEqual(await misfits(page, size === phone), [])
    await page.evaluate(() => scrollTo(0, 0))
    await shoot(page, name)
    await page.screenshot({ path: join(pictures, name + '-whole.png'), fullPage: true })

    // Each link leads to a file, which opens.
    const links = await page.$$eval('a[href]', (list) => list.map((e) => e.href))
    assert.ok(links.length >= 5, 'two reports and their games')
    for (const [i, url] of links.entries()) {
      const one = await open(b, url, size)
      assert.deepEqual(one.faults, [])
      if (url.includes('/game-')) {
        assert.ok((await one.$$eval('ol li', (list) => list.length)) > 40, 'a game is told whole')
        assert.match(await one.$eval('ol', (e) => e.lastElementChild.textContent), /^Returns: /)
        assert.deepEqual(await misfits(one, size === phone), [])
        assert.ok(existsSync(fileURLToPath(await one.$eval('a[download]', (e) => e.href))))
        if (i < 2) await shoot(one, name + '-game')
      }
      await one.close()
    }
    await page.close()
  }
})
