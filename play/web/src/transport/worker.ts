import type { Transport } from './index'

/**
 * Returns a transport to the host that runs as WebAssembly in a worker. While that starts,
 * the page is greeted from welcome.json; whatever else it asks waits in the worker. The worker
 * starts when the page has been drawn, or is asked for: what it loads and compiles holds up no picture.
 */
export function workerTransport(): Transport {
  let worker: Worker | undefined
  let lost = false
  const send = (message: object) => start().postMessage(JSON.stringify(message))
  const t: Transport = {
    send(message) {
      if (lost) return
      const { type, id } = message as { type: string; id?: unknown }
      if (type !== 'hello') return send(message)
      welcome().then(
        (w) => {
          t.onloading?.({ what: 'tables', loaded: 0, total: 0 }) // nothing of them is here yet
          t.onmessage({ ...w, daily: today(), id })
          drawn(start)
        },
        () => send(message),
      )
    },
    onmessage() {},
    onstatus() {},
  }
  function start(): Worker {
    if (worker) return worker
    worker = new Worker(new URL('./host.ts', import.meta.url), { name: 'ringer' })
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
    return worker
  }
  queueMicrotask(() => t.onstatus('open'))
  return t
}

// Calls fn when what is there has been drawn. A page that nobody sees is not drawn.
function drawn(fn: () => void) {
  if (document.hidden) fn()
  else requestAnimationFrame(() => setTimeout(fn))
}

async function welcome(): Promise<object> {
  const r = await fetch('welcome.json')
  if (!r.ok) throw new Error(`${r.status} ${r.statusText}`)
  return r.json()
}

const today = () => new Date().toISOString().slice(0, 10) // in UTC, as the host counts days
