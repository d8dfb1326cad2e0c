import type { Transport } from './index'

const slowest = 4000 // milliseconds between two tries

/** Returns a transport over a WebSocket of the page's own origin, which connects again by itself. */
export function socketTransport(): Transport {
  const url = new URL('ws', location.href.replace(/[#?].*$/, ''))
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  url.search = location.search // a token, where the server wants one
  let socket: WebSocket
  let wait = 200
  let timer = 0
  let away = false
  const t: Transport = {
    send(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
    },
    onmessage() {},
    onstatus() {},
  }
  const open = () => {
    clearTimeout(timer)
    const own = (socket = new WebSocket(url))
    socket.onopen = () => {
      wait = 200
      t.onstatus('open')
    }
    socket.onmessage = (e) => t.onmessage(JSON.parse(e.data))
    socket.onclose = (e) => {
      if (own !== socket || away) return
      t.onstatus('lost', e.reason)
      timer = window.setTimeout(open, wait)
      wait = Math.min(wait * 2, slowest)
    }
  }
  const now = () => {
    if (socket.readyState === WebSocket.CLOSED) open()
  }
  // A page that the browser keeps for the way back is away: the others hear so, and it comes back with a connection of its own.
  window.addEventListener('pagehide', () => {
    away = true
    clearTimeout(timer)
    socket.close()
  })
  window.addEventListener('pageshow', (e) => {
    if (!e.persisted || !away) return
    away = false
    t.onstatus('lost')
    open()
  })
  addEventListener('online', now)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && now())
  queueMicrotask(open)
  return t
}
