// The worker that holds the tables of a page without a server. It loads wasm_exec.js and
// ringer.wasm.zst from its own folder, and passes strings of JSON between the page and Go:
// Go (play/browser) sets ringerHandle(text), and calls ringerSend(text) and what gives
// promises: ringerSite() of the text of site.json, ringerFetch(name) of the bytes of
// bots/NAME.bot, ringerKeep(table, line, wait) of a line kept in this browser, and
// ringerKept(table) of all its lines.

import { Decompress } from 'fzstd'
import { keep, kept } from './keeper'

interface Host {
  ringerHandle?: (text: string) => void
  ringerSend: (text: string) => void
  ringerFetch: (name: string) => Promise<Uint8Array>
  ringerSite: () => Promise<string>
  ringerKeep: typeof keep
  ringerKept: typeof kept
  Go: new () => { importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> }
}

const host = self as unknown as Host & WorkerGlobalScope & { importScripts(...urls: string[]): void; postMessage(text: string): void }

const post = (message: object) => host.postMessage(JSON.stringify(message))

const early: string[] = [] // messages that arrived before Go was ready
self.onmessage = (e: MessageEvent<string>) => {
  if (host.ringerHandle) host.ringerHandle(e.data)
  else early.push(e.data)
}

host.ringerSend = (text) => host.postMessage(text)

async function load(name: string): Promise<Response> {
  const r = await fetch(new URL(name, self.location.href))
  if (!r.ok) throw new Error(`${name}: ${r.status} ${r.statusText}`)
  const copy = r.clone()
  if ('caches' in self) caches.open('ringer').then((cache) => cache.put(r.url, copy)).catch(() => {}) // for when there is no network
  return r
}

host.ringerFetch = async (name) => {
  if (!/^[a-z0-9][a-z0-9.-]*$/.test(name)) throw new Error(`no bot is called ${JSON.stringify(name)}`)
  return new Uint8Array(await new Response(await loadLong(`bots/${name}.bot`, 'opponent')).arrayBuffer())
}

host.ringerSite = async () => (await load('site.json')).text()
host.ringerKeep = keep
host.ringerKept = kept

// Returns the bytes of a file as they arrive, and tells the page how many have.
async function loadLong(name: string, what: 'tables' | 'opponent'): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const r = await load(name)
  // A file that is packed on the way has another length than what arrives.
  const total = r.headers.get('Content-Encoding') ? 0 : Number(r.headers.get('Content-Length') ?? 0)
  const reader = r.body!.getReader()
  let loaded = 0
  let told = 0
  return new ReadableStream({
    async pull(out) {
      const { done, value } = await reader.read()
      if (done) {
        post({ type: 'loading' })
        return out.close()
      }
      loaded += value.length
      if (Date.now() - told > 100) {
        told = Date.now()
        post({ type: 'loading', of: { what, loaded, total } })
      }
      out.enqueue(value)
    },
    cancel: () => post({ type: 'loading' }),
  })
}

// Returns the module as it arrives, so that it is unpacked and compiled meanwhile. Browsers do not unpack zstd themselves, and
// what they do unpack is a fifth longer.
async function loadModule(): Promise<Response> {
  const reader = (await loadLong('ringer.wasm.zst', 'tables')).getReader()
  const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async start(out) {
      const unpack = new Decompress((chunk) => out.enqueue(chunk as Uint8Array<ArrayBuffer>))
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        unpack.push(value)
      }
      unpack.push(new Uint8Array(), true)
      out.close()
    },
  })
  return new Response(bytes, { headers: { 'Content-Type': 'application/wasm' } })
}

async function start() {
  host.importScripts(new URL('wasm_exec.js', self.location.href).href)
  const go = new host.Go()
  const { instance } = await WebAssembly.instantiateStreaming(loadModule(), go.importObject)
  const ended = go.run(instance)
  // main of Go sets ringerHandle before it waits; run returns to here at its first wait.
  for (let i = 0; !host.ringerHandle && i < 400; i++) await new Promise((r) => setTimeout(r, 5))
  if (!host.ringerHandle) throw new Error('ringer.wasm did not start')
  for (const text of early.splice(0)) host.ringerHandle(text)
  await ended
  throw new Error('ringer.wasm ended')
}

start().catch((err) => post({ type: 'broken', error: String(err?.message ?? err) }))

export {}
