// Measures how long a decision takes in the browser and in the program: the same games of
// default opponents, from the same seeds, on each of
//
//   program   ringer serve --stdio, as it is built (RINGER_BIN)
//   plain     the same without vector instructions (RINGER_PLAIN), where given
//   node      the host of a site under Node.js
//   chromium  the worker of the page, with what it keeps
//
// A decision is from the message that asks for it to the view that shows it, the median of
// all. "In a row" is the processor time of a decision, the mean of games that are played
// without a look at them, chance included, which what else the machine does hardly
// changes. The hosts take turns, so that it meets all of them.
// GAME=heat measures the games whose strings begin so, GAME='heat$' that one alone, and
// SEEDS=5 games of each, or more until there are 300 decisions: V8 compiles what runs often
// once more, and better, so that the first few hundred are slower than those after them.

import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as lib from './lib.mjs'

const folder = mkdtempSync(join(tmpdir(), 'ringer-speed-'))
const site = join(folder, 'site')
execFileSync(process.env.RINGER_BIN, ['site', '--out', site])

/** Plays a game of agents on a host, a step at a time. It runs in Chromium as well. */
async function play({ send, next }, game, seats, seed, each) {
  const until = async (message, want) => {
    send(JSON.stringify(message))
    for (;;) {
      const m = JSON.parse(await next())
      if (m.type === 'error') throw new Error(m.error)
      if (want(m)) return m
    }
  }
  const { table, keys } = await until({ type: 'new', game, seats, seed }, (m) => m.type === 'joined')
  const here = { table, key: keys[-1] }
  const times = []
  for (let step = 0, over = false; !over; ) {
    const began = performance.now()
    const v = await until({ type: 'step', ...here, count: each }, (v) => v.type === 'view' && v.step > step && (each === 1 || v.over))
    times.push(performance.now() - began)
    ;({ step, over } = v)
  }
  const { record } = await until({ type: 'record', ...here }, (m) => m.type === 'record')
  await until({ type: 'leave', ...here }, (m) => m.type === 'done')
  return { times, record }
}

/** Returns the milliseconds of processors that a process and its children have had (Linux). */
function busy(pid) {
  let ms = 0
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    try {
      ms += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6
      for (const child of readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean)) ms += busy(child)
    } catch {} // it has ended
  }
  return ms
}

/** Returns a queue of lines: those that came, and a promise of the next one. */
function queue() {
  const lines = []
  let wake
  return {
    push(line) {
      lines.push(line)
      wake?.()
    },
    async next() {
      while (!lines.length) await new Promise((r) => (wake = r))
      return lines.shift()
    },
  }
}

function process_(command, args) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const { push, next } = queue()
  createInterface({ input: child.stdout }).on('line', push)
  const host = { send: (line) => child.stdin.write(line + '\n'), next }
  return { pid: child.pid, play: (...args) => play(host, ...args), stop: () => child.kill() }
}

async function chromium() {
  const files = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', site], { stdio: ['ignore', 'pipe', 'ignore'] })
  const url = await new Promise((resolve) => files.stdout.on('data', (d) => /http:\S+\//.test(d) && resolve(/http:[^\s)]+\//.exec(d)[0])))
  const b = await lib.browser()
  const page = await lib.open(b, url + 'icon.svg')
  page.setDefaultTimeout(0)
  await page.evaluate(`globalThis.queue = ${queue}; globalThis.play = ${play}; {
    const worker = new Worker('host.js')
    const { push, next } = queue()
    worker.onmessage = (e) => push(e.data)
    globalThis.host = { send: (line) => worker.postMessage(line), next }
  }`)
  return {
    pid: b.process().pid,
    play: (...args) => page.evaluate((args) => play(host, ...args), args),
    stop: async () => {
      await b.close()
      files.kill()
    },
  }
}

const script = join(import.meta.dirname, '../../../cmd/internal/play/testdata/wasm_host.mjs')
const hosts = { program: process_(process.env.RINGER_BIN, ['serve', '--stdio']) }
if (process.env.RINGER_PLAIN) hosts.plain = process_(process.env.RINGER_PLAIN, ['serve', '--stdio'])
hosts.node = process_(process.execPath, [script, site])
if (!process.env.NO_CHROMIUM) hosts.chromium = await chromium()

const middle = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]
const names = Object.keys(hosts)
const bases = names.filter((n) => n === 'program' || n === 'plain')
const pairs = names.filter((n) => !bases.includes(n)).flatMap((n) => bases.map((b) => [n, b]))
const games = JSON.parse(readFileSync(join(site, 'welcome.json'), 'utf8')).games.filter((g) => (g.game + '$').startsWith(process.env.GAME ?? ''))
const line = (cells) => console.log(`| ${cells.join(' | ')} |`)
line(['game', 'agent', 'decisions', ...names.map((n) => `${n} [ms]`), ...pairs.map((p) => p.join(' / ')), ...names.map((n) => `${n}, in a row [ms]`), ...pairs.map((p) => p.join(' / '))])
line(['---', '---', ...Array(1 + 2 * (names.length + pairs.length)).fill('--:')])
const all = []
for (const g of games) {
  const { agent } = g.opponents.find((o) => o.default)
  const times = Object.fromEntries(names.map((n) => [n, []]))
  const rows = Object.fromEntries(names.map((n) => [n, 0]))
  for (let seed = 0; seed <= Number(process.env.SEEDS ?? 2) || times.program.length < 300; seed++) {
    let record
    for (const n of names) {
      const game = (each) => hosts[n].play(g.game, Array(g.seats).fill({ agent }), seed, each)
      const r = await game(1)
      assert.equal(r.record, (record ??= r.record), `${g.game}, seed ${seed}: ${n} plays another game`)
      if (!seed) continue // the first game builds it, and loads the bot
      const actors = r.record.trim().split('\n').map((l) => JSON.parse(l)).filter((l) => typeof l.step === 'number').map((l) => l.player)
      assert.equal(actors.length, r.times.length)
      times[n].push(...r.times.filter((_, i) => actors[i] >= 0))
      const before = busy(hosts[n].pid)
      await game(10_000)
      rows[n] += busy(hosts[n].pid) - before
    }
  }
  const count = times.program.length
  const medians = names.map((n) => [n, middle(times[n])])
  const means = names.map((n) => [n, rows[n] / count])
  const ratios = [medians, means].map((m) => pairs.map(([a, b]) => Object.fromEntries(m)[a] / Object.fromEntries(m)[b]))
  all.push(ratios.flat())
  const show = (list, digits) => list.map((x) => x.toFixed(digits))
  line([`\`${g.game}\``, `\`${agent}\``, count, ...show(medians.map((m) => m[1]), 2), ...show(ratios[0], 1), ...show(means.map((m) => m[1]), 2), ...show(ratios[1], 1)])
}
const overall = (from) => pairs.map((_, i) => middle(all.map((r) => r[from + i])).toFixed(1))
line(['median', '', '', ...names.map(() => ''), ...overall(0), ...names.map(() => ''), ...overall(pairs.length)])
for (const h of Object.values(hosts)) await h.stop()
rmSync(folder, { recursive: true, force: true })
