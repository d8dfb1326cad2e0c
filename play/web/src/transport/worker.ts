import type { Transport } from './index'

/** Returns a transport to the host that runs as WebAssembly in a worker. */
export function workerTransport(): Transport {
  const worker = new Worker(new URL('./host.ts', import.meta.url), { name: 'ringer' })
  let ready = false
  const t: Transport = {
    send(message) {
      if (ready) worker.postMessage(JSON.stringify(message))
    },
    onmessage() {},
    onstatus() {},
  }
  worker.onmessage = (e: MessageEvent<string>) => {
    const message = JSON.parse(e.data)
    if (message.type === 'ready') {
      ready = true
      t.onstatus('open')
    } else if (message.type === 'broken') {
      ready = false
      t.onstatus('lost', message.error)
    } else {
      t.onmessage(message)
    }
  }
  worker.onerror = (e) => t.onstatus('lost', e.message)
  return t
}
