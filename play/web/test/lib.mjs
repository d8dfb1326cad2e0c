// A server and a browser for the tests of the page, and a hand that plays on it.

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer from 'puppeteer-core'

const need = (name) => process.env[name] ?? (() => { throw new Error(`${name} is not set: run make web-test`) })()
export const pictures = process.env.RINGER_SCREENSHOTS ?? join(import.meta.dirname, '../../../runs/screenshots')
mkdirSync(pictures, { recursive: true })

// Milliseconds that a test waits for the page before it fails. A busy machine is given as long as it needs.
export const patience = 120_000

export const wide = { width: 1440, height: 900 }
export const laptop = { width: 1280, height: 720 }
export const phone = { width: 390, height: 844, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }

/** Starts ringer serve on a port (0: a free one) with a folder of tables. */
export async function serve(data = mkdtempSync(join(tmpdir(), 'ringer-tables-')), port = 0) {
  const child = spawn(need('RINGER_BIN'), ['serve', '--addr', `127.0.0.1:${port}`, '--data', data], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (d) => {
      text += d
      const m = /https?:\/\/[^\s/]+\//.exec(text)
      if (m) resolve(m[0])
    })
    child.on('exit', (code) => reject(new Error(`ringer serve ended with ${code}: ${text}`)))
  })
  return {
    url,
    data,
    port: Number(new URL(url).port),
    signal: (name) => child.kill(name),
    stop: (signal = 'SIGTERM', keep = false) =>
      new Promise((resolve) => {
        child.on('exit', () => {
          if (!keep) rmSync(data, { recursive: true, force: true })
          resolve()
        })
        child.kill(signal)
      }),
  }
}

/** Whether the tests run in Firefox. They emulate neither a phone nor the colours of the night there. */
export const firefox = process.env.BROWSER === 'firefox'

/** Starts Chromium, or Firefox. */
export async function browser() {
  const paths = firefox ? ['/usr/bin/firefox-esr', '/usr/bin/firefox'] : ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  const executablePath = (firefox ? process.env.FIREFOX : process.env.CHROMIUM) ?? paths.find(existsSync)
  if (!executablePath) throw new Error(firefox ? 'Firefox is missing: install it, or name it by FIREFOX' : 'Chromium is missing: install it, or name it by CHROMIUM')
  if (!firefox) return puppeteer.launch({ executablePath, headless: true, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] })
  return puppeteer.launch({ browser: 'firefox', executablePath, headless: true, extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'dom.w3c_touch_events.enabled': 1, 'intl.accept_languages': 'en' } })
}

/** Gives a page the size and the settings of a device, as far as the browser lets a test do so. */
async function emulate(page, size, dark, still) {
  if (firefox) {
    const { width, height } = size
    await page.setViewport({ width, height }).catch((e) => { // it tells the way that a screen is held, too, which older ones do not know
      if (!/unknown command|setScreenOrientationOverride/.test(e.message)) throw e
    })
    return
  }
  await page.setViewport(size)
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
    { name: 'prefers-reduced-motion', value: still ? 'reduce' : 'no-preference' },
  ])
}

/** Opens a page of its own that keeps all that the console calls an error. */
export async function open(b, url, size = wide, { dark = false, still = true } = {}) {
  const context = await b.createBrowserContext()
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  await emulate(page, size, dark, still)
  await page.evaluateOnNewDocument(hand)
  if (firefox) page.waitForFunction = (test, { timeout = patience } = {}, ...args) => awaited(page, test, timeout, args)
  page.faults = []
  page.on('console', (m) => ['error', 'warn'].includes(m.type()) && page.faults.push(m.text() + ' ' + (m.location()?.url ?? '')))
  page.on('pageerror', (e) => page.faults.push(String(e.stack ?? e)))
  await page.goto(url, { waitUntil: 'load' })
  return page
}

/** Asks a page again and again, until it says yes. Firefox lets no test wait in a page that evaluates no text. */
async function awaited(page, test, timeout, args) {
  for (const end = performance.now() + timeout; performance.now() < end; await new Promise((r) => setTimeout(r, 15))) if (await page.evaluate(test, ...args).catch(lost)) return
  throw new Error(`the page did not come to ${test}`)
}

// A page that is loaded again meanwhile answers nothing.
const lost = (e) => {
  if (!/context|realm|navigat|destroyed/i.test(e.message)) throw e
}

export const shoot = (page, name) => page.screenshot({ path: join(pictures, name + '.png'), captureBeyondViewport: false })

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns what axe-core calls serious or critical on a page, one line each. */
export async function axeFaults(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
  return violations
    .filter((v) => ['serious', 'critical'].includes(v.impact))
    .flatMap((v) => v.nodes.slice(0, 4).map((n) => `${v.id}: ${n.target.join(' ')}: ${n.failureSummary?.split('\n').slice(1, 3).join(' ').trim()}`))
}

/** Returns what sticks out of the width of a page, what can be pressed and does not glow, and what is too small to touch. */
export function misfits(page, touch) {
  return page.evaluate((touch) => {
    const list = []
    if (document.documentElement.scrollWidth > innerWidth + 1) {
      const wide = [...document.querySelectorAll('body *')].filter((e) => (e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().left < -1) && !e.closest('svg') && !scrolls(e))
      list.push(`the page is ${document.documentElement.scrollWidth} wide: ${wide.slice(0, 3).map((e) => e.tagName + '.' + e.className)}`)
    }
    for (const e of document.querySelectorAll('.thing.lit')) if (getComputedStyle(e).boxShadow === 'none') list.push(`${e.dataset.thing} does not glow`)
    if (touch)
      for (const e of document.querySelectorAll('button.lit, button.choice, .tools button, .head.lit, .top button')) {
        const r = e.getBoundingClientRect()
        if (r.width && (r.height < 43.5 || r.width < 43.5)) list.push(`${e.className} ${e.textContent.slice(0, 20)}: ${Math.round(r.width)} × ${Math.round(r.height)}`)
      }
    return list
    function scrolls(e) {
      for (; e; e = e.parentElement) if (/auto|scroll|hidden/.test(getComputedStyle(e).overflowX)) return true
      return false
    }
  }, touch)
}

/** Returns letters under 12 pixels, words that a line end breaks, and what the foot or the edge hides of what can be chosen. */
export const illegible = (page) =>
  page.evaluate(() => {
    const list = new Set()
    for (const e of document.querySelectorAll('body *')) {
      if (!e.checkVisibility() || e.closest('.unseen, .picture')) continue
      const own = [...e.childNodes].filter((n) => n.nodeType === Node.TEXT_NODE && n.data.trim())
      if (!own.length) continue
      const scale = e instanceof SVGElement ? (e.getScreenCTM()?.a ?? 1) : 1
      const size = scale * parseFloat(getComputedStyle(e).fontSize)
      if (size < 11.95 && !e.closest('.badge, .die-face')) list.add(`${size.toFixed(1)} px: ${e.textContent.slice(0, 30)}`)
      if (e instanceof SVGElement) continue
      for (const n of own)
        for (const m of n.data.matchAll(/[\p{L}\d]+/gu)) {
          const r = document.createRange()
          r.setStart(n, m.index)
          r.setEnd(n, m.index + m[0].length)
          if (new Set([...r.getClientRects()].map((x) => Math.round(x.top))).size > 1) list.add(`broken: ${m[0]} in ${e.textContent.slice(0, 30)}`)
        }
    }
    for (const e of document.querySelectorAll('.board-of .thing')) if (e.scrollWidth > e.clientWidth + 1) list.add(`cut: ${e.textContent.slice(0, 30)}`)
    for (const e of document.querySelectorAll('.board-of .thing')) {
      const w = e.getBoundingClientRect().width
      if (w > 0 && w < 20) list.add(`a thing of ${Math.round(w)} pixels: ${e.textContent.slice(0, 30)}`)
    }
    if (!document.querySelector('.board-of')) return [...list]
    const foot = document.querySelector('.foot').getBoundingClientRect()
    const board = document.querySelector('.board-of')
    const room = (getComputedStyle(board).overflowY === 'auto' ? board : board.parentElement).getBoundingClientRect()
    if (room.bottom > foot.top + 1) list.add(`the foot covers ${Math.round(room.bottom - foot.top)} pixels of the table`)
    if (room.height < 150) list.add(`the table has ${Math.round(room.height)} pixels`)
    const lit = [...board.querySelectorAll('[data-go]')].map((e) => e.getBoundingClientRect()).filter((r) => r.width)
    const seen = lit.filter((r) => r.top >= room.top - 1 && r.bottom <= room.bottom + 1)
    if (lit.length && !seen.length && !lit.some((r) => r.height > room.height)) list.add(`none of ${lit.length} things that can be chosen is in sight`)
    return [...list]
  })

/** Chooses a game in the lobby and sits down at a deal of a seed. more changes the form before that. */
export async function sit(page, game, { label, more, seed = 7 } = {}) {
  await page.waitForSelector('.tile')
  await page.click(`a.tile[href="#/g/${game}"]`)
  await page.waitForSelector('form.setup')
  if (label) await page.evaluate((l) => [...document.querySelectorAll('.radios label')].find((e) => e.textContent.trim() === l).querySelector('input').click(), label)
  await page.evaluate((seed) => {
    const field = document.querySelector('.options input[inputmode=numeric]')
    field.value = seed
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }, String(seed))
  await more?.(page)
  await page.click('form.setup button.primary')
  await page.waitForSelector('main.table')
}

// Two presses of a hand would count as one where they follow as quickly as a test gives them. So each press of a test says
// of itself that it came before all others: its time is of no press that follows closely.
const hand = () => {
  let n = 0
  window.unhurried = false // whether a finger and a mouse of a test are as quick, too
  window.press = (e) => {
    const click = new MouseEvent('click', { bubbles: true, cancelable: true })
    Object.defineProperty(click, 'timeStamp', { value: -1000 * ++n })
    return e.dispatchEvent(click)
  }
  const apart = (e) => Object.defineProperty(e, 'timeStamp', { value: -1000 * ++n })
  addEventListener('keydown', apart, true)
  addEventListener('click', (e) => void (e.isTrusted && (e.detail === 0 || window.unhurried) && apart(e)), true) // of a key, too
}

/** Presses what a selector finds first, at once. */
export const press = (page, selector) => page.$eval(selector, (e) => void window.press(e))

/** What the page shows: "ask", "over", "wait", "curtain", and the step of the question. */
export const stands = (page) =>
  page.evaluate(() => {
    const q = document.querySelector('.question')
    return {
      now: document.querySelector('.curtain') ? 'curtain' : document.querySelector('.verdict') ? 'over' : q ? 'ask' : 'wait',
      words: q?.querySelector('h2').textContent ?? '',
      choices: document.querySelectorAll('button.choice').length,
      lit: document.querySelectorAll('[data-go].thing, [data-go].head, [data-go].base, .spot').length,
      turn: document.querySelector('main.table')?.dataset.turn ?? '',
      error: document.querySelector('.foot .error')?.textContent ?? '',
    }
  })

/** Waits until the page shows something new: a question of another turn, the end, a curtain. */
export async function settled(page, turn, limit = patience) {
  await page.waitForFunction(
    (turn) => {
      if (document.querySelector('.curtain, .verdict, .foot .error')) return true
      const m = document.querySelector('main.table')
      return m && !m.dataset.busy && document.querySelector('.question') && m.dataset.turn !== turn
    },
    { timeout: limit, polling: 20 },
    turn,
  )
}

// In the page: takes one of what glows or of the choices, brings it into sight, and puts it into window.taken.
const take = (n, preferLit) => {
  const seen = (list) => [...document.querySelectorAll(list)].filter((e) => e.checkVisibility() && e.getBoundingClientRect().width > 0)
  const glow = seen('[data-go].thing:not(.picked), [data-go].head:not(.picked), [data-go].base:not(.picked), .spot')
  const buttons = seen('button.choice:not(.final)')
  const from = document.querySelector('.confirm') ? [document.querySelector('.confirm')] : preferLit && glow.length ? glow : buttons.length ? buttons : glow
  const e = (window.taken = from[n % from.length])
  if (!e) return ''
  e.scrollIntoView?.({ block: 'center', inline: 'center' })
  return e.getAttribute('data-thing') ?? e.getAttribute('data-point') ?? e.textContent
}

// In the page: the middle of what was taken, where a finger would meet it, or what lies above it. A place of a map is
// where nothing else is that can be pressed.
const middleOf = () => {
  window.unhurried = true
  const e = window.taken
  if (!e.isConnected) return { gone: true }
  const r = e.getBoundingClientRect()
  const [x, y] = [r.left + r.width / 2, r.top + r.height / 2]
  const met = document.elementFromPoint(x, y)
  const free = met === e || e.contains(met) || (e.matches('.spot') && met?.closest('svg') === e.closest('svg') && !met.closest('[data-thing]'))
  return { x, y, above: free ? '' : `${met?.tagName}.${met?.getAttribute('class') ?? ''}` }
}

const pointing = (press, looks = false) => async (page, n, preferLit) => {
  for (;;) {
    const name = await page.evaluate(take, n, preferLit)
    if (!name) return name
    const { x, y, above, gone } = await page.evaluate(middleOf)
    if (gone) continue // the page was drawn anew
    if (above) throw new Error(`${above} lies above ${name}, which a hand cannot press`)
    await press(page, x, y)
    if (looks && (await page.evaluate(() => window.taken.isConnected && window.taken.matches('.spot')))) await press(page, x, y)
    return name
  }
}

// How a test presses: by events that it makes itself, or as people do. A place of a map has no key of its own.
const hands = {
  events: async (page, n, preferLit) => {
    const name = await page.evaluate(take, n, preferLit)
    if (name) await page.evaluate(() => void window.press(window.taken))
    return name
  },
  mouse: pointing((page, x, y) => page.mouse.click(x, y)),
  touch: pointing((page, x, y) => page.touchscreen.tap(x, y), true), // a first tap on a map looks, and a second one picks
  keys: async (page, n, preferLit) => {
    const name = await page.evaluate(take, n, preferLit)
    if (!name) return name
    const focused = await page.evaluate(() => {
      const e = window.taken.matches('.spot') ? window.taken.closest('svg') : window.taken
      e.focus()
      return document.activeElement === e && e.tabIndex >= 0 ? (e === window.taken ? 'thing' : 'map') : ''
    })
    if (!focused) throw new Error(`no key comes to ${name}`)
    if (focused === 'map') for (let i = n % 4; i >= 0; i--) await page.keyboard.press(['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'][(n >> 3) % 4])
    await page.keyboard.press('Enter')
    return name
  },
}

/**
 * Plays until the game is over, by pressing what glows where something does and choices
 * elsewhere. pick says which of n; after is called after each turn; by is events, mouse, touch or keys.
 * Returns the turns and the times from a press to the next question, which is waited for up to
 * limit milliseconds.
 */
export async function playOn(page, pick, { turns = 2000, after, stopAt, limit, by = 'events' } = {}) {
  let played = 0
  const waits = []
  for (let clicks = 0; played < turns && clicks < turns * 6; clicks++) {
    const at = await stands(page)
    if (at.error) throw new Error(`the page says ${at.error} at "${at.words}"`)
    if (at.now === 'over') return { played, waits, over: true }
    if (at.now === 'curtain') {
      await page.click('.curtain button')
      continue
    }
    if (at.now === 'wait') {
      await settled(page, '', limit)
      continue
    }
    if (stopAt !== undefined && played >= stopAt) return { played, waits, over: false }
    const began = performance.now()
    const clicked = await hands[by](
      page,
      pick(1 << 20),
      clicks % 5 !== 4, // a choice now and then, so that things with several choices end
    )
    if (!clicked) throw new Error(`nothing to click at "${at.words}"`)
    await page.waitForFunction((turn, before) => {
      const m = document.querySelector('main.table')
      if (!m || document.querySelector('.curtain, .verdict, .foot .error')) return true
      const picked = document.querySelectorAll('.chosen, .confirm').length
      return m.dataset.busy || m.dataset.turn !== turn || picked !== before || !document.querySelector('.question')
    }, { timeout: 5000, polling: 10 }, at.turn, await page.evaluate(() => 0)).catch(() => {})
    const busy = await page.evaluate((turn) => {
      const m = document.querySelector('main.table')
      return !m || m.dataset.busy || m.dataset.turn !== turn || !document.querySelector('.question')
    }, at.turn)
    if (busy) {
      await settled(page, at.turn, limit)
      waits.push(performance.now() - began)
      played++
      await after?.(played, at)
    }
  }
  throw new Error(`the game did not end in ${played} turns`)
}

/** A small random source, so that a failing game can be played again. */
export function dice(seed) {
  let s = seed >>> 0
  return (n) => {
    s = (s + 0x6d2b79f5) >>> 0
    let t = Math.imul(s ^ (s >>> 15), 1 | s)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % n
  }
}
