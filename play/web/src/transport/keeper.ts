// Keeps the tables of a page without a server in this browser: lines of text, in the order
// in which they were added.

const store = 'lines'

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('ringer', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(store, { autoIncrement: true }).createIndex('table', 'table')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('this browser keeps nothing'))
  })
  return opened
}

const pending: { table: string; line: string }[] = [] // in the order in which they came
const soon = 50 // milliseconds after which lines are written that nobody waits for

/**
 * Adds a line to what is kept of a table. The promise settles when the line and all before
 * it are kept, or, unless wait, at once: the host decides again what an agent decided, and
 * a transaction for each of its actions would take longer than they do.
 */
export async function keep(table: string, line: string, wait: boolean): Promise<void> {
  pending.push({ table, line })
  if (wait) return flush()
  if (pending.length === 1) setTimeout(() => flush().catch(() => {}), soon) // the next line that waits says why not
}

let writing: Promise<void> = Promise.resolve()

// Writes all lines that wait, or none of them, after what is being written.
function flush(): Promise<void> {
  return (writing = writing.catch(() => {}).then(write))
}

async function write(): Promise<void> {
  const db = await open()
  if (!pending.length) return
  return new Promise((resolve, reject) => {
    const change = db.transaction(store, 'readwrite', { durability: 'strict' })
    const lines = pending.splice(0)
    for (const line of lines) change.objectStore(store).add(line)
    change.oncomplete = () => resolve()
    change.onabort = () => {
      pending.unshift(...lines)
      reject(change.error ?? new Error('this browser is full'))
    }
  })
}

/** Returns the lines that are kept of a table. */
export async function kept(table: string): Promise<string[]> {
  await flush()
  const db = await open()
  return new Promise((resolve, reject) => {
    const request = db.transaction(store).objectStore(store).index('table').getAll(table)
    request.onsuccess = () => resolve(request.result.map((r: { line: string }) => r.line))
    request.onerror = () => reject(request.error)
  })
}
