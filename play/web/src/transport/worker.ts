import type { Transport } from './index'

/**
 * Returns a transport to the host that runs as WebAssembly in a worker. While that starts,
 * the page is greeted from welcome.json; whatever else it asks waits in the worker.
 */
export function workerTransport(): Transport {
  const worker = new Worker(new URL('./host.ts', import.meta.url), { name: 'ringer' })
  let lost = false
  const send = (message: object) => worker.postMessage(JSON.stringify(message))
  const t: Transport = {
    send(message) {
      if (lost) return
      const { type, id } = message as { type: string; id?: unknown }
      if (type !== 'hello') return send(message)
      welcome().then(
        (w) => t.onmessage({ ...w, daily: today(), id }),
        () => send(message),
      )
    },
    onmessage() {},
    onstatus() {},
  }
  worker.onmessage = (e: MessageEvent<string>) => {
    const message = JSON.parse(e.data)
    if (message.type === 'broken') {
      lost = true
      t.onstatus('lost', message.error)
    } else if (message.type === 'loading') {
      t.onloading?.(message.of)
    } else {
      t.onmessage(message)
    }
  }
  worker.onerror = (e) => t.onstatus('lost', e.message)
  queueMicrotask(() => t.onstatus('open'))
  return t
}

async function welcome(): Promise<object> {
  const r = await fetch('welcome.json')
  if (!r.ok) throw new Error(`${r.status} ${r.statusText}`)
  return r.json()
}

const today = () => new Date().toISOString().slice(0, 10) // in UTC, as the host counts days
