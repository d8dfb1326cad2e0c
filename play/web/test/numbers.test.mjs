// Numbers with their intervals are written as Ringer writes them: both tests read the same cases.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { createServer } from 'vite'

const root = new URL('..', import.meta.url).pathname
const server = await createServer({ root, logLevel: 'error', server: { middlewareMode: true, ws: false } })
after(() => server.close())
const numbers = await server.ssrLoadModule('/src/numbers.ts')
const cases = JSON.parse(readFileSync(new URL('../../../internal/numbers/testdata/cases.json', import.meta.url), 'utf8'))
const minus = (text) => text.replaceAll('-', '−') // as the page writes it

test('shares', () => {
  for (const c of cases.shares) assert.equal(numbers.share(c.x, c.low, c.high, c.even), c.want)
})
test('means that can be negative', () => {
  for (const c of cases.signed) assert.equal(numbers.signed(c.x, c.low, c.high), minus(c.want))
})
test('ratings', () => assert.equal(numbers.rating(1523.2, 1500.1, 1546.4), '1523 (1500 … 1546)'))
