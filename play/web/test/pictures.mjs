// Makes the pictures of the front page: a table in play and a report, in light and dark.
// make screenshots runs it. The report is made where the folder REPORT has none.

import { execFileSync } from 'node:child_process'
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { browser, dice, open, playOn, serve, sit } from './lib.mjs'

const { PICTURES: out, REPORT: report, RINGER_BIN: ringer } = process.env
const most = 200 * 1024 // bytes of a picture
const sizes = { table: { width: 1280, height: 860, deviceScaleFactor: 1.5 }, report: { width: 1000, height: 672, deviceScaleFactor: 1.9 } }

async function shoot(page, name) {
  const path = join(out, name + '.webp')
  await page.screenshot({ path, type: 'webp', quality: 80, captureBeyondViewport: false })
  const bytes = statSync(path).size
  if (bytes > most) throw new Error(`${path} has ${bytes} bytes: want at most ${most}`)
  console.log(`${path}: ${Math.round(bytes / 1024)} KiB`)
}

mkdirSync(out, { recursive: true })
const b = await browser() // first: without it nothing else is worth a minute
const changed = ['--rules', 'cards.armoured-van.gain=24', '--agent', 'expert', '--only', 'seats', '--only', 'things', '--only', 'ends', '--games', '600', '--seed', '1']
execFileSync(ringer, ['report', 'heat', ...changed, '--out', report], { stdio: ['ignore', 'ignore', 'inherit'] })
const server = await serve()
try {
  for (const dark of [false, true]) {
    const tone = dark ? 'dark' : 'light'
    const table = await open(b, server.url, sizes.table, { dark })
    await sit(table, 'heat', { seed: 7 })
    await playOn(table, dice(7), { stopAt: 11 })
    await table.mouse.move(0, 0)
    await shoot(table, 'table-' + tone)
    await table.browserContext().close()

    const page = await open(b, pathToFileURL(join(report, 'report.html')).href, sizes.report, { dark })
    await page.evaluate(() => document.getElementById('things').scrollIntoView())
    await shoot(page, 'report-' + tone)
    await page.browserContext().close()
  }
} finally {
  await b.close()
  await server.stop()
}
