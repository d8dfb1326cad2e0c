// Runs the host of a site, unpacked as ringer.wasm, under Node.js: node wasm_host.mjs FOLDER. Messages of a client
// on standard input, one a line, and those of the host on standard output.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'

const folder = process.argv[2]
runInThisContext(readFileSync(join(folder, 'wasm_exec.js'), 'utf8'))
const kept = new Map()
globalThis.ringerSend = (text) => process.stdout.write(text + '\n')
globalThis.ringerSite = async () => readFileSync(join(folder, 'site.json'), 'utf8')
globalThis.ringerFetch = async (name) => new Uint8Array(readFileSync(join(folder, 'bots', name + '.bot')))
globalThis.ringerKeep = async (table, line) => void kept.set(table, [...(kept.get(table) ?? []), line])
globalThis.ringerKept = async (table) => kept.get(table) ?? []

const go = new Go()
const { instance } = await WebAssembly.instantiate(readFileSync(join(folder, 'ringer.wasm')), go.importObject)
go.run(instance).then(() => process.exit(1))
while (!globalThis.ringerHandle) await new Promise((r) => setTimeout(r, 1))
createInterface({ input: process.stdin }).on('line', (line) => ringerHandle(line)).on('close', () => process.exit(0))
