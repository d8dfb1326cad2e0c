'use strict'

/**
 * Ranks the sections of the pages for a query. rows are [address, page, heading, text].
 * Every word must stand in a section, as the beginning of a word; a word of the page's title
 * or of the heading counts most, then one that stands in few sections, and often.
 */
function rank(rows, query, most) {
  const split = (text) => text.toLowerCase().match(/[a-z0-9\u00c0-\u03ff]+/g) ?? []
  const asked = split(query).map((w) => (w.length > 4 && w.endsWith('s') ? w.slice(0, -1) : w))
  if (!asked.length) return []
  if (rank.rows !== rows) {
    rank.rows = rows
    rank.plain = rows.map(([, page, heading, text]) => (page + ' ' + heading + ' ' + text).toLowerCase())
    rank.mean = rank.plain.reduce((sum, text) => sum + text.length, 0) / rows.length
  }
  const count = (words, w) => words.reduce((n, word) => n + (word === w ? 1 : word.startsWith(w) ? 0.6 : 0), 0)
  const rare = asked.map((w) => Math.log(1 + rows.length / (1 + rank.plain.filter((text) => text.includes(w)).length)))
  const scored = []
  rows.forEach((row, at) => {
    if (!asked.every((w) => rank.plain[at].includes(w))) return
    const [page, heading, text] = row.slice(1).map(split)
    const long = 1.2 * (0.25 + (0.75 * rank.plain[at].length) / rank.mean)
    let score = 0
    for (const [i, w] of asked.entries()) {
      const [inPage, inHeading, inText] = [page, heading, text].map((words) => count(words, w))
      if (inPage + inHeading + inText === 0) return
      score += rare[i] * ((3 * inPage) / Math.sqrt(page.length) + (4 * inHeading) / Math.sqrt(heading.length) + (2.2 * inText) / (inText + long))
    }
    scored.push({ row, score })
  })
  return scored.sort((a, b) => b.score - a.score).slice(0, most).map((s) => s.row)
}

if (typeof document !== 'undefined') {
  const up = document.currentScript.dataset.up
  const form = document.querySelector('.search')
  const input = form.querySelector('input')
  const found = document.getElementById('found')
  const live = form.querySelector('[aria-live]')
  const menu = document.querySelector('.menu')
  let at = -1

  // The index is a script of its own: a page from the disk may load a script and no data.
  let loading
  const load = () =>
    (loading ??= new Promise((resolve) => {
      const script = document.createElement('script')
      script.src = up + 'assets/index.js'
      script.onload = resolve
      document.head.append(script)
    }))

  const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c])
  const extract = (text, asked) => {
    const begin = Math.max(0, text.toLowerCase().indexOf(asked[0]) - 30)
    const part = escape(text.slice(begin, begin + 160))
    const marks = new RegExp('(' + asked.map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|') + ')', 'gi')
    return (begin > 0 ? '…' : '') + part.replace(marks, '<mark>$1</mark>')
  }
  const choose = (to) => {
    const links = [...found.querySelectorAll('a')]
    at = links.length ? (to + links.length) % links.length : -1
    links.forEach((a, i) => a.classList.toggle('at', i === at))
    links[at]?.scrollIntoView({ block: 'nearest' })
  }
  const show = async () => {
    await load()
    const query = input.value.trim()
    const rows = rank(pages, query, 12)
    const asked = query.toLowerCase().split(/\s+/)
    found.hidden = !query
    found.innerHTML = rows.length
      ? rows.map(([to, page, heading, text]) => `<a href="${up + to}"><b>${escape(heading)}</b>${heading === page ? '' : ' · ' + escape(page)}<span>${extract(text, asked)}</span></a>`).join('')
      : `<p>Nothing has all of these words: ${escape(query)}</p>`
    live.textContent = query ? (rows.length ? rows.length + ' found' : 'nothing found') : ''
    choose(0)
  }
  input.addEventListener('focus', load)
  input.addEventListener('input', show)
  form.addEventListener('submit', (e) => {
    e.preventDefault()
    found.querySelectorAll('a')[at]?.click()
  })
  input.addEventListener('keydown', (e) => {
    if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
      e.preventDefault()
      choose(at + (e.key === 'ArrowDown' ? 1 : -1))
    } else if (e.key === 'Escape') {
      input.value = ''
      found.hidden = true
      input.blur()
    }
  })
  found.addEventListener('click', () => (found.hidden = true))
  document.addEventListener('keydown', (e) => {
    if (e.key === '/' && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '')) {
      e.preventDefault()
      input.focus()
      input.select()
    }
  })
  document.addEventListener('click', (e) => {
    if (!form.contains(e.target)) found.hidden = true
  })
  menu.addEventListener('click', () => {
    const open = document.getElementById('pages').classList.toggle('shown')
    menu.setAttribute('aria-expanded', String(open))
  })
  document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest' })
}
