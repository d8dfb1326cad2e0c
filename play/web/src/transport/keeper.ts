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

/** Adds a line to what is kept of a table. */
export async function keep(table: string, line: string): Promise<void> {
  const db = await open()
  return new Promise((resolve, reject) => {
    const change = db.transaction(store, 'readwrite', { durability: 'strict' })
    change.objectStore(store).add({ table, line })
    change.oncomplete = () => resolve()
    change.onabort = () => reject(change.error ?? new Error('this browser is full'))
  })
}

/** Returns the lines that are kept of a table. */
export async function kept(table: string): Promise<string[]> {
  const db = await open()
  return new Promise((resolve, reject) => {
    const request = db.transaction(store).objectStore(store).index('table').getAll(table)
    request.onsuccess = () => resolve(request.result.map((r: { line: string }) => r.line))
    request.onerror = () => reject(request.error)
  })
}
