// The sources of the page, and the sum over them that the build writes into dist. The
// Go test of this folder computes the same sum, so that stale files are found without npm.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the paths of all sources, relative to the folder of the page, sorted. */
export function sources(root: string): string[] {
  const files = ['index.html', 'package-lock.json', 'package.json', 'sources.ts', 'tsconfig.json', 'vite.config.ts']
  const walk = (folder: string) => {
    for (const e of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${e.name}`
      if (e.isDirectory()) walk(path)
      else files.push(path)
    }
  }
  walk('src')
  return files.sort((a, b) => (a < b ? -1 : 1))
}

/** Returns the SHA-256 over names and bytes of all sources, in hexadecimal, line ends as LF. */
export function sum(root: string): string {
  const h = createHash('sha256')
  for (const path of sources(root)) {
    const text = readFileSync(join(root, path), 'latin1').replaceAll('\r\n', '\n')
    h.update(`${path}\n${text.length}\n`, 'latin1').update(text, 'latin1')
  }
  return h.digest('hex')
}
