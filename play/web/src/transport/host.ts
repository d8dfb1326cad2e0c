// The worker that holds the tables of a page without a server. It loads wasm_exec.js and
// ringer.wasm from its own folder, and passes strings of JSON between the page and Go:
// Go sets ringerHandle(text), and calls ringerSend(text) and ringerFetch(name), which
// resolves to the bytes of bots/NAME.bot.

interface Host {
  ringerHandle?: (text: string) => void
  ringerSend: (text: string) => void
  ringerFetch: (name: string) => Promise<Uint8Array>
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

host.ringerFetch = async (name) => {
  if (!/^[a-z0-9][a-z0-9.-]*$/.test(name)) throw new Error(`no bot is called ${JSON.stringify(name)}`)
  const r = await fetch(new URL(`bots/${name}.bot`, self.location.href))
  if (!r.ok) throw new Error(`bots/${name}.bot: ${r.status} ${r.statusText}`)
  return new Uint8Array(await r.arrayBuffer())
}

async function start() {
  host.importScripts(new URL('wasm_exec.js', self.location.href).href)
  const go = new host.Go()
  const response = await fetch(new URL('ringer.wasm', self.location.href))
  if (!response.ok) throw new Error(`ringer.wasm: ${response.status} ${response.statusText}`)
  const bytes = await response.arrayBuffer() // some web hosts send a type that streaming refuses
  const { instance } = await WebAssembly.instantiate(bytes, go.importObject)
  const ended = go.run(instance)
  // main of Go sets ringerHandle before it waits; run returns to here at its first wait.
  for (let i = 0; !host.ringerHandle && i < 400; i++) await new Promise((r) => setTimeout(r, 5))
  if (!host.ringerHandle) throw new Error('ringer.wasm did not start')
  post({ type: 'ready' })
  for (const text of early.splice(0)) host.ringerHandle(text)
  await ended
  throw new Error('ringer.wasm ended')
}

start().catch((err) => post({ type: 'broken', error: String(err?.message ?? err) }))

export {}
