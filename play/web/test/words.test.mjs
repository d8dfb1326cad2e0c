// Every word of the page stands in the tables of src/language: no component holds one of its own, and both languages say
// all of it, with the same numbers and names.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'
import { createServer, parseSync } from 'vite'

const root = new URL('../src/', import.meta.url).pathname
const server = await createServer({ root: new URL('..', import.meta.url).pathname, logLevel: 'error', server: { middlewareMode: true, ws: false } })
after(() => server.close())
const { en } = await server.ssrLoadModule('/src/language/en.ts')
const { de } = await server.ssrLoadModule('/src/language/de.ts')

const sources = readdirSync(root, { recursive: true })
  .filter((f) => /\.tsx?$/.test(f) && !f.startsWith('language/'))
  .map((f) => join(root, f))

// The workers draw nothing: their faults are of files that are missing, as the browser says them.
const workers = ['transport/host.ts', 'transport/keeper.ts', 'sw.ts']

// What looks like words and is none: names of the web's own, a command, and the key of what older pages kept.
const names = new Set(['Ringer', 'The ringer', 'ringer serve --addr 0.0.0.0:8080', "ringer peek-test 'bot(heat-4p)' --games 20", 'chance to win'])

// Attributes that people read or hear; of all others none holds words.
const said = new Set(['aria-label', 'aria-roledescription', 'aria-description', 'alt', 'label', 'placeholder', 'title'])

// What a test of a text holds is what a game says, not what the page says.
const tests = new Set(['includes', 'startsWith', 'endsWith', 'indexOf', 'split', 'replace', 'replaceAll', 'match', 'matchAll', 'test', 'exec', 'querySelector', 'querySelectorAll', 'closest', 'matches', 'matchMedia', 'getAttribute', 'addEventListener', 'removeEventListener', 'emulate'])

const letters = /\p{L}/u
const sentence = /\p{L}[\p{L}'’]*[,;:]? \p{L}{2,}|^\p{Lu}\p{L}+[.…!?]$/u // two words, or a word with an end
const spaced = (s) => s.replace(/\s+/g, ' ').trim()

/** Returns the literal words of a source, each with its line. */
function literals(path) {
  const text = readFileSync(path, 'utf8')
  const { program, errors } = parseSync(path, text, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
  assert.deepEqual(errors, [], path)
  const found = []
  const add = (node, words) => {
    const w = spaced(words)
    if (w && !names.has(w)) found.push(`${relative(root, path)}:${text.slice(0, node.start).split('\n').length}: ${w}`)
  }
  // How strictly a literal is read: "said": any letter is a word, "": two words are, "code": none is.
  const walk = (node, how) => {
    if (!node || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach((n) => walk(n, how))
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
        return walk(node.declaration, how)
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
      case 'TSTypeAnnotation':
      case 'TSTypeParameterInstantiation':
        return
      case 'TSAsExpression':
        return walk(node.expression, how)
      case 'JSXText':
        if (letters.test(node.value)) add(node, node.value)
        return
      case 'JSXAttribute': {
        const name = node.name.name?.name ?? node.name.name
        const read = said.has(name) ? 'said' : name === 'words' ? '' : 'code'
        if (node.value?.type === 'JSXExpressionContainer' && node.value.expression.type.includes('Function')) return walk(node.value.expression, '')
        return walk(node.value, read)
      }
      case 'JSXElement':
      case 'JSXFragment':
        walk(node.openingElement?.attributes, '')
        return node.openingElement?.name.name !== 'kbd' && node.children.forEach((c) => walk(c, 'said')) // a key
      case 'JSXExpressionContainer':
        return walk(node.expression, how)
      case 'ConditionalExpression':
        walk(node.test, 'code')
        walk(node.consequent, how)
        return walk(node.alternate, how)
      case 'LogicalExpression':
        walk(node.left, how === 'said' && node.operator === '&&' ? '' : how)
        return walk(node.right, how)
      case 'BinaryExpression':
        return /^[=!<>]/.test(node.operator) ? undefined : (walk(node.left, how), walk(node.right, how))
      case 'CallExpression': {
        const name = node.callee.property?.name ?? node.callee.name
        walk(node.callee, '')
        return node.arguments.forEach((a) => walk(a, tests.has(name) ? 'code' : ''))
      }
      case 'Property':
        if (node.computed) walk(node.key, '')
        return walk(node.value, how === 'said' ? '' : how)
      case 'MemberExpression':
        return walk(node.object, how === 'said' ? '' : how)
      case 'SwitchCase':
        return walk(node.consequent, '')
      case 'TemplateLiteral':
        if (how !== 'code') for (const q of node.quasis) if ((how === 'said' ? letters : sentence).test(q.value.cooked)) add(q, q.value.cooked)
        return node.expressions.forEach((e) => walk(e, how))
      case 'Literal':
        if (typeof node.value === 'string' && how !== 'code' && (how === 'said' ? letters : sentence).test(node.value) && !paths.test(node.value)) add(node, node.value)
        return
    }
    if (node.type?.includes('Function')) return walk([node.params, node.body], '')
    for (const [key, value] of Object.entries(node)) if (key !== 'type' && value && typeof value === 'object') walk(value, how)
  }
  walk(program, '')
  return found
}
const paths = /^[MmLlHhVvCcSsQqTtAaZz\d\s.,-]+$/ // of SVG

test('no component says a word of its own', () => {
  assert.ok(sources.length > 40)
  const found = sources.filter((p) => !workers.includes(relative(root, p))).flatMap(literals)
  assert.deepEqual(found, [], 'these belong in src/language')
})

test('what a component must not hold is found', async () => {
  const { mkdtempSync, writeFileSync } = await import('node:fs')
  const { tmpdir } = await import('node:os')
  const at = join(mkdtempSync(join(tmpdir(), 'ringer-words-')), 'x.tsx')
  for (const [text, n] of [
    ['export const A = () => <p>Hello</p>', 1],
    ['export const A = ({ b }: { b: boolean }) => <p>{b ? "yes" : "no"}</p>', 2],
    ['export const A = ({ n }: { n: number }) => <p title={`${n} cards`} />', 1],
    ['export const A = () => <button aria-label="Close" class="plain close" />', 1],
    ['export const f = () => { throw new Error("The file is wrong.") }', 1],
    ['const sizes = { a: "card small" }; export const A = ({ s }: { s: string }) => <p class={"seat " + s} data-x="one two">{s === "so it is" && s}{sizes.a.length}</p>', 1],
    ['export const A = ({ s }: { s: string }) => <p class={"one two " + s}>{s}</p>', 0],
  ]) {
    writeFileSync(at, text)
    assert.equal(literals(at).length, n, text)
  }
})

/** Calls fn for every text of two tables, with its place. A sentence that wants numbers or names gets the same in both. */
function pairs(a, b, at, fn) {
  for (const key of Object.keys(a)) {
    const [x, y] = [a[key], b[key]]
    if (typeof x === 'object') pairs(x, y, `${at}.${key}`, fn)
    else fn(`${at}.${key}`, x, y)
  }
}

test('both languages say the same things of the same numbers and names', () => {
  let n = 0
  pairs(en, de, 'words', (at, x, y) => {
    assert.equal(typeof y, typeof x, at)
    n++
    if (typeof x === 'string') return at.endsWith('gamesSpeak') || assert.ok(x && y, at)
    assert.equal(y.length, x.length, `${at}: arguments`)
  })
  assert.ok(n > 300, `${n} words`)
})

test('numbers follow their language', async () => {
  const form = await server.ssrLoadModule('/src/language/form.ts')
  const [e, d] = [form.formsOf('en'), form.formsOf('de')]
  assert.deepEqual([e.count(1, 'game', 'games'), e.count(0, 'game', 'games'), e.count(1234, 'game', 'games')], ['1 game', '0 games', '1,234 games'])
  assert.deepEqual([d.count(1, 'Spiel', 'Spiele'), d.count(1234, 'Spiel', 'Spiele')], ['1 Spiel', '1.234 Spiele'])
  assert.deepEqual([e.and(['A', 'B']), d.and(['A', 'B', 'C'])], ['A and B', 'A, B und C'])
  globalThis.document ??= { documentElement: {} }
  const language = await server.ssrLoadModule('/src/language/index.ts')
  const numbers = await server.ssrLoadModule('/src/numbers.ts')
  const words = await server.ssrLoadModule('/src/words.ts')
  const told = () => [numbers.share(0.462, 0.451, 0.473), numbers.signed(-1234.4, -1240, -1229), words.percent(0.004), words.ago(0, 7.2e6), language.words.lobby.moreTables(2)].map((s) => s.replaceAll('\u00a0', ' '))
  assert.deepEqual(told(), ['46% (45 … 47)', '−1,234 (−1,240 … −1,229)', '<1%', '2 hours ago', '2 more tables'])
  await language.speak('de')
  assert.deepEqual(told(), ['46 % (45 … 47)', '−1.234 (−1.240 … −1.229)', '<1 %', 'vor 2 Stunden', '2 weitere Tische'])
  assert.deepEqual([language.ours, language.theirs, document.documentElement.lang], ['de', 'en', 'de'])
  await language.speak('en')
  assert.deepEqual(told()[0], '46% (45 … 47)')
  assert.deepEqual([language.ours, language.theirs], [undefined, undefined])
})

test('the browser chooses the language, and whoever reads may choose another', async () => {
  const { preferred } = await server.ssrLoadModule('/src/language/index.ts')
  for (const [wishes, want] of [
    [['de-AT', 'en'], 'de'],
    [['fr', 'de'], 'de'],
    [['en-GB', 'de'], 'en'],
    [['fr'], 'en'],
    [['', 'de-CH'], 'de'],
    [['de', 'en'], 'de'],
    [['xx"><', 'constructor'], 'en'],
    [[], 'en'],
  ])
    assert.equal(preferred(wishes), want, wishes.join())
})
