// The page of the workbench. It shows what the API of /design/ says, and has no state of its own but what is typed.

const $ = (selector, of = document) => of.querySelector(selector)
const api = 'api/'

// In a folder that ringer design --export has written nobody answers: a file beside the page holds all there is.
const copy = globalThis.workbench

/** Makes an element: its attributes, and what is in it. Texts are texts. */
function make(name, attributes = {}, ...inside) {
  const e = document.createElement(name)
  for (const [k, v] of Object.entries(attributes)) {
    if (k.startsWith('on')) v && e.addEventListener(k.slice(2), v)
    else if (v === true) e.setAttribute(k, '')
    else if (v !== false && v != null) e.setAttribute(k, v)
  }
  e.append(...inside.flat().filter((x) => x != null && x !== false))
  return e
}

/** Asks the server. Faults of the person come back as they are; others are shown on top. */
async function call(path, body) {
  if (copy) return path === 'bench' ? copy.bench : fieldsOf(new URLSearchParams(path.split('?')[1]))
  let response
  try {
    response = await fetch(api + path, body === undefined ? {} : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
  } catch {
    lost('The server does not answer. It keeps every finished answer: start it again, and load this page anew.')
    throw new Error('lost')
  }
  lost('')
  const text = await response.text()
  let value
  try {
    value = JSON.parse(text)
  } catch {
    value = { faults: [{ words: text.trim() }] }
  }
  return value
}

/** The fields of a group, or those with a word in them, of a copy. */
function fieldsOf(query) {
  const word = (query.get('find') ?? '').toLowerCase()
  const list = query.get('group') ? copy.fields[query.get('group')] : Object.values(copy.fields).flat()
  const found = list.filter((f) => `${f.path} ${f.doc}`.toLowerCase().includes(word))
  return { fields: found.slice(0, mostFields), more: Math.max(0, found.length - mostFields) }
}

const mostFields = 80

/** Says what a copy is, and takes away what asks a server. */
function read() {
  $('#copy').hidden = false
  $('#copy').append(`A copy of a workbench, made on ${copy.date} by ${copy.version}, to be read: its rules, variants, answers and games. Nobody answers here. With Ringer, the command above opens a workbench of the same rules, and each answer has the command line that finds it again.`)
  for (const e of document.querySelectorAll('#asking, #keep, .served')) e.remove()
  $('#form-title').textContent = 'The rules'
  $('#none').textContent = 'Nothing was asked.'
}

function lost(words) {
  $('#lost').hidden = !words
  $('#lost').textContent = words
}

/** Shows faults at their fields: [data-fault=PATH] of a form, and the rest at its end. */
function showFaults(form, faults = []) {
  const places = [...form.querySelectorAll('[data-fault]')]
  for (const p of places) p.textContent = ''
  for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid')
  for (const f of faults) {
    const at = places.find((p) => p.dataset.fault === (f.path ?? '')) ?? places.find((p) => p.dataset.fault === '')
    const field = form.querySelector(`[name="${CSS.escape(f.path ?? '')}"]`)
    field?.setAttribute('aria-invalid', 'true')
    at.textContent += (at.textContent ? ' ' : '') + (f.path && at.dataset.fault === '' ? `${f.path}: ${f.words}` : f.words)
  }
}

let bench
const changes = new Map() // path -> value, as typed

async function begin() {
  bench = await call('bench')
  $('#title').textContent = bench.title
  document.title = `${bench.title}: workbench – Ringer`
  $('#command').textContent = bench.command
  if (copy) read()
  else prepare()
  $('#groups').replaceChildren(...bench.groups.map(group))
  draw()
  for (const a of bench.answers) if (['waiting', 'running'].includes(a.state)) follow(a.id)
}

/** Fills in the form of a question. */
function prepare() {
  const ask = $('#ask')
  ask.kind.replaceChildren(...bench.questions.filter((q) => bench.things.length || !['thing', 'things', 'skill'].includes(q.id)).map((q) => make('option', { value: q.id }, q.words)))
  const kinds = Map.groupBy ? Map.groupBy(bench.things, (t) => t.kind) : new Map([['thing', bench.things]])
  ask.thing.replaceChildren(...[...kinds].map(([kind, list]) => make('optgroup', { label: kind }, list.map((t) => make('option', { value: t.id }, t.name)))))
  for (const name of ['variant', 'kind', 'thing', 'most', 'seconds', 'agents']) ask[name].closest('label').after(make('p', { class: 'fault wide', role: 'alert', 'data-fault': name }))
  for (const e of ask.querySelectorAll('[data-needs] + .fault')) e.dataset.needs = e.previousElementSibling.dataset.needs
  ask.kind.addEventListener('change', needs)
  needs()
}

/** Shows the fields that a question needs. */
function needs() {
  const ask = $('#ask')
  const q = bench.questions.find((q) => q.id === ask.kind.value)
  $('#note').textContent = q.note
  for (const e of ask.querySelectorAll('[data-needs]')) e.hidden = e.dataset.needs !== q.needs
}

/** Draws variants, answers and the table, all anew. */
function draw() {
  const select = $('#ask')?.variant
  const chosen = select?.value
  select?.replaceChildren(...bench.variants.map((v) => make('option', { value: v.id }, v.name)))
  if (chosen) select.value = chosen
  $('#variants').replaceChildren(...bench.variants.map(variant))
  $('#none').hidden = bench.answers.length > 0
  $('#answers').replaceChildren(...[...bench.answers].reverse().map(answer))
  beside()
}

const steps = (commands) => (commands.length ? make('details', { class: 'steps' }, make('summary', {}, 'The same on the command line'), commands.map((c) => make('code', {}, c))) : null)

function variant(v) {
  return make(
    'li',
    { 'data-variant': v.id },
    make('h3', {}, v.name),
    v.words.length > 0 && v.words.join('; ') !== v.name && make('p', { class: 'dim' }, v.words.join('; ')),
    !copy && make('div', { class: 'row' },
      v.play ? make('a', { class: 'button', href: v.play }, 'Play it') : make('small', {}, 'Files of your own are played in the terminal.'),
      v.changes.length > 0 && make('button', { type: 'button', onclick: () => take(v.changes) }, 'Change it'),
      make('button', { type: 'button', onclick: () => askAbout(v.id) }, 'Ask about it')),
    steps(v.commands),
  )
}

function askAbout(id) {
  $('#ask').variant.value = id
  if (id > 0) $('#ask').kind.value = 'effect'
  needs()
  $('#ask').scrollIntoView()
  $('#ask').kind.focus()
}

const players = { reads: 'an agent that reads the rules', learns: 'bots that learn', begins: 'beginners' }

/** The question of an answer, in words. */
function asked(a) {
  const q = bench.questions.find((q) => q.id === a.kind)
  const thing = bench.things.find((t) => t.id === a.thing)
  const words = thing ? q.words.replace('this card', thing.name) : q.words
  return words + (a.most ? ` At most ${a.most} decisions.` : '')
}

function answer(a) {
  const open = ['waiting', 'running'].includes(a.state)
  const v = bench.variants.find((v) => v.id === a.variant)
  const [first, ...more] = a.words ?? []
  const file = (name) => `files/${a.id}/${name}`
  return make(
    'article',
    { class: `answer ${a.state}`, 'data-answer': a.id },
    make('h3', {}, asked(a)),
    make('p', { class: 'dim' }, `${v?.name ?? ''} · ${a.seconds ? `${a.seconds} seconds` : `${a.games} games`} · ${players[a.agents]}`),
    a.state === 'waiting' && make('p', {}, 'It waits for its turn.'),
    a.state === 'running' && make('p', {}, a.part ? `Now: ${a.part}${a.total ? ` (${a.now} of ${a.total})` : ''} ` : 'It begins.'),
    a.state === 'running' && make('p', {}, make('progress', { 'aria-label': 'this part', max: a.total || null, value: a.total ? a.now : null })),
    a.state === 'stopped' && make('p', {}, copy ? 'It was not finished when this copy was made.' : 'It was stopped. What is finished of it is kept.'),
    first && make('p', { class: 'first' }, first),
    more.map((words) => make('p', {}, words)),
    (a.pictures ?? []).map((p) => make('picture', {}, make('source', { media: '(max-width: 640px)', srcset: file(p.replace(/\.svg$/, '-small.svg')) }),
      make('img', { src: file(p), alt: `${asked(a)} The figures with their intervals, which the table below has too.`, loading: 'lazy' }))),
    make('div', { class: 'row' },
      open && make('button', { type: 'button', onclick: () => act(a.id, 'stop') }, 'Stop'),
      !copy && ['stopped', 'failed'].includes(a.state) && make('button', { type: 'button', onclick: () => act(a.id, 'continue') }, 'Go on'),
      a.change && !copy && make('button', { type: 'button', onclick: () => take([...(v?.changes ?? []).filter((c) => c.path !== a.change.path), a.change]) }, `Try ${a.change.path} = ${a.change.value}`),
      a.report && make('a', { class: 'button', href: file(a.report), target: '_blank' }, 'The whole report'),
      (copy?.stories[a.id] ?? []).map((g, i) => make('a', { class: 'button', href: file(g) }, `Game ${i + 1}`)),
      !copy && (a.records ?? []).slice(0, 3).map((g, i) => make('a', { class: 'button', href: file(g), download: true }, `Game ${i + 1}`))),
    steps(a.commands ?? []),
  )
}

async function act(id, what) {
  update(await call(`answers/${id}/${what}`, {}))
  if (what === 'continue') follow(id)
}

function update(a) {
  if (a.faults) return lost(a.faults.map((f) => f.words).join(' '))
  const i = bench.answers.findIndex((x) => x.id === a.id)
  if (i < 0) bench.answers.push(a)
  else bench.answers[i] = a
  const old = $(`[data-answer="${a.id}"]`)
  if (old && ['waiting', 'running'].includes(a.state)) {
    const held = old.contains(document.activeElement)
    old.replaceWith(answer(a))
    if (held) $(`[data-answer="${a.id}"] button`)?.focus()
  } else draw()
}

const followed = new Set()

/** Asks how far an answer is until it is over. */
async function follow(id) {
  if (followed.has(id)) return
  followed.add(id)
  try {
    for (;;) {
      const a = await call(`answers/${id}`)
      update(a)
      if (a.faults || !['waiting', 'running'].includes(a.state)) return
      await new Promise((done) => setTimeout(done, 700))
    }
  } catch {
    // lost says it
  } finally {
    followed.delete(id)
  }
}

/** The table of all figures, a column for each variant: of each question the latest answer. */
function beside() {
  const rows = new Map()
  const columns = new Set()
  for (const a of bench.answers) {
    for (const f of a.figures ?? []) {
      const key = `${f.name} ${a.agents}`
      if (!rows.has(key)) rows.set(key, { words: a.agents === 'reads' ? f.words : `${f.words}, ${players[a.agents]}`, cells: new Map() })
      const column = f.base ? 0 : a.variant
      rows.get(key).cells.set(column, `${f.shown} (${f.n.toLocaleString('en')} ${f.of})`)
      columns.add(column)
    }
  }
  $('#beside').hidden = rows.size === 0
  const list = bench.variants.filter((v) => columns.has(v.id))
  $('#beside table').replaceChildren(
    make('caption', { class: 'dim' }, 'Each with its 95% interval. Where intervals overlap, these games may not tell two variants apart: ask what the changes do.'),
    make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, 'figure'), list.map((v) => make('th', { scope: 'col' }, v.name)))),
    make('tbody', {}, [...rows.values()].map((r) => make('tr', {}, make('th', { scope: 'row' }, r.words), list.map((v) => make('td', {}, r.cells.get(v.id) ?? '–'))))),
  )
}

$('#ask').addEventListener('submit', async (e) => {
  e.preventDefault()
  const form = e.target
  const q = bench.questions.find((q) => q.id === form.kind.value)
  const number = (text) => (text.trim() === '' || Number.isNaN(Number(text)) ? 0 : Number(text))
  const a = await call('ask', {
    variant: Number(form.variant.value), kind: q.id, seconds: number(form.seconds.value), agents: form.agents.value,
    ...(q.needs === 'thing' ? { thing: form.thing.value } : {}), ...(q.needs === 'most' ? { most: number(form.most.value) } : {}),
  })
  showFaults(form, a.faults)
  if (a.faults) return
  update(a)
  draw()
  follow(a.id)
  $(`[data-answer="${a.id}"]`)?.scrollIntoView({ block: 'nearest' })
})

// The form of the rules: groups that open, fields that are tried as they are left.

function group(g) {
  const inside = make('div')
  return make('details', { class: 'group', ontoggle: async (e) => e.target.open && !inside.firstChild && inside.replaceChildren(...fields(await call(`knobs?group=${encodeURIComponent(g.name)}`))) },
    make('summary', {}, g.name, make('small', {}, `${g.knobs}`)), inside)
}

function fields({ fields: list = [], more }) {
  return [...list.map(field), more > 0 && make('p', { class: 'dim' }, `and ${more} more: say more of what you look for.`)].filter(Boolean)
}

let fieldID = 0

function field(k) {
  const id = `field-${++fieldID}`
  const now = changes.get(k.path) ?? k.value
  const on = { id, name: k.path, 'data-was': k.value, 'aria-describedby': `${id}-says`, onchange: (e) => change(k, e.target.value) }
  const input = copy ? make('input', { ...on, value: now, readonly: true, onchange: null }) : k.choices?.length
    ? make('select', on, k.choices.map((c) => make('option', { value: c, selected: c === now }, c)))
    : make('input', { ...on, value: now, autocomplete: 'off', inputmode: ['whole', 'number'].includes(k.kind) ? 'decimal' : null })
  return make('div', { class: 'field' + (changes.has(k.path) ? ' changed' : ''), 'data-field': k.path },
    make('label', { for: id }, k.doc || k.path), input,
    make('small', { id: `${id}-says` }, [k.path, k.bounds, `now ${k.value}`].filter(Boolean).join(' · ')),
    make('p', { class: 'fault', role: 'alert', 'data-fault': k.path }))
}

/** Marks a field, and tries all changes together. */
async function change(k, value) {
  if (value.trim() === k.value) changes.delete(k.path)
  else changes.set(k.path, value)
  await tried()
}

async function tried() {
  for (const e of document.querySelectorAll('[data-field]')) {
    e.classList.toggle('changed', changes.has(e.dataset.field))
    const input = $('input, select', e)
    const value = changes.get(e.dataset.field) ?? input.dataset.was
    if (input.value !== value) input.value = value
  }
  const list = [...changes].map(([path, value]) => ({ path, value }))
  const v = await call('try', { changes: list })
  showFaults($('aside'), v.faults)
  $('#words').textContent = v.faults ? 'This is not a game yet.' : v.words.length ? v.words.join('; ') : 'Nothing is changed yet.'
  return !v.faults && v.words.length > 0
}

/** Takes the changes of a variant into the form. */
async function take(list) {
  changes.clear()
  for (const c of list) changes.set(c.path, c.value)
  await tried()
  $('#form-title').scrollIntoView()
  $('#keep').name.focus({ preventScroll: true })
}

let finding = 0
$('#find').addEventListener('input', (e) => {
  const word = e.target.value.trim()
  const mine = ++finding
  $('#groups').hidden = word !== ''
  if (!word) return $('#found').replaceChildren()
  setTimeout(async () => {
    if (mine !== finding) return
    const list = await call(`knobs?find=${encodeURIComponent(word)}`)
    if (mine === finding) $('#found').replaceChildren(...(list.fields.length ? fields(list) : [make('p', { class: 'dim' }, 'No rule has this word.')]))
  }, 250)
})

$('#clear').addEventListener('click', () => {
  changes.clear()
  tried()
})

$('#keep').addEventListener('submit', async (e) => {
  e.preventDefault()
  if (!(await tried())) {
    if (changes.size === 0) showFaults($('aside'), [{ words: 'Change a rule first.' }])
    return
  }
  const v = await call('variants', { name: e.target.elements.name.value, changes: [...changes].map(([path, value]) => ({ path, value })) })
  if (v.faults) return showFaults($('aside'), v.faults)
  bench = await call('bench')
  e.target.elements.name.value = ''
  changes.clear()
  await tried()
  draw()
  askAbout(v.id)
})

begin().catch((e) => e.message !== 'lost' && lost(String(e.message)))
