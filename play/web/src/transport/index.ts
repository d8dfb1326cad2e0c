// How messages reach the host that holds the tables: a server by WebSocket, or the same
// host as WebAssembly in a worker of this page. Both speak ringer-table/1.

import { socketTransport } from './ws'
import { workerTransport } from './worker'

export type Status = 'connecting' | 'open' | 'lost'

/** How much of a file has come that the tables need. */
export interface Loading {
  what: 'tables' | 'opponent'
  loaded: number // bytes
  total: number // 0: unknown
}

export interface Transport {
  /** Sends one message. It is dropped while the status is not "open". */
  send(message: object): void
  onmessage: (message: any) => void
  onstatus: (status: Status, why?: string) => void
  onloading?: (l: Loading | undefined) => void
}

/** True when the tables are in the visitor's own browser. */
export const inBrowser = () =>
  document.querySelector('meta[name="ringer-host"]')?.getAttribute('content') === 'browser'

/** Returns the transport that fits this page. Set its handlers before anything else. */
export function findTransport(): Transport {
  return inBrowser() ? workerTransport() : socketTransport()
}
