// The service worker of a page without a server: it keeps what the page has loaded, so that tables are there without a
// network too. What the network has is newer than what is kept; host.ts keeps what only the worker of the tables loads.

interface Worker {
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  location: Location
  addEventListener(type: 'install' | 'activate', f: (e: { waitUntil(p: Promise<unknown>): void }) => void): void
  addEventListener(type: 'fetch', f: (e: { request: Request; respondWith(p: Promise<Response>): void; waitUntil(p: Promise<unknown>): void }) => void): void
  addEventListener(type: 'message', f: (e: { data: string[]; ports: readonly MessagePort[]; waitUntil(p: Promise<unknown>): void }) => void): void
}

const worker = self as unknown as Worker
const open = () => caches.open('ringer')
const always = ['./', 'host.js', 'wasm_exec.js', 'site.json', 'welcome.json']

worker.addEventListener('install', (e) => e.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (e) => e.waitUntil(worker.clients.claim()))

// The page says what it has loaded, and hears when all of it is kept.
worker.addEventListener('message', (e) =>
  e.waitUntil(
    open()
      .then((cache) => cache.addAll([...new Set([...always, ...e.data].map((u) => new URL(u, worker.location.href).href))]))
      .then(() => e.ports[0]?.postMessage(true)),
  ),
)

worker.addEventListener('fetch', (e) => {
  const url = new URL(e.request.url)
  if (e.request.method !== 'GET' || url.origin !== worker.location.origin) return
  e.respondWith(
    fetch(e.request).then(
      (r) => {
        const copy = r.clone()
        if (r.status === 200) e.waitUntil(open().then((cache) => cache.put(e.request, copy)).catch(() => {})) // a full browser keeps nothing more
        return r
      },
      async (err) => {
        const kept = await (await open()).match(e.request)
        if (kept) return kept
        throw err
      },
    ),
  )
})

export {}
