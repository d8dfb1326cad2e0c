// Keeps a page without a server in this browser, by the service worker of sw.ts.

import { inBrowser } from './index'

let asked: Promise<boolean> | undefined

/** Asks that the page is kept, and tells whether it is: where it is not it needs its network. */
export const keepPage = (): Promise<boolean> => (asked ??= keep().catch(() => false))

async function keep(): Promise<boolean> {
  if (!inBrowser() || !('serviceWorker' in navigator)) return false
  await navigator.serviceWorker.register('sw.js')
  const { active } = await navigator.serviceWorker.ready
  const loaded = performance.getEntriesByType('resource').map((e) => e.name.replace(/#.*/, ''))
  const urls = [...new Set(loaded)].filter((u) => new URL(u).origin === location.origin && !/\/bots\/|\.wasm/.test(u))
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    active!.postMessage(urls, [port2])
  })
}
