import { writeFileSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'
import { sum } from './sources.ts'

const stamp: Plugin = {
  name: 'stamp',
  apply: 'build',
  closeBundle() {
    writeFileSync(new URL('dist/sources.sha256', import.meta.url), sum(import.meta.dirname) + '\n')
  },
}

export default defineConfig({
  base: './', // the page runs in any folder of any site
  plugins: [stamp],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    modulePreload: false,
    reportCompressedSize: true,
    rollupOptions: {
      input: { index: 'index.html', sw: 'src/sw.ts' },
      output: {
        // Names without hashes: the files are committed, and the server sends ETags.
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        assetFileNames: '[name][extname]',
      },
    },
  },
  worker: {
    rollupOptions: { output: { entryFileNames: '[name].js' } },
  },
  server: {
    // make web-dev: the page of Vite, the tables of a ringer serve beside it.
    proxy: { '/ws': { target: 'ws://localhost:8080', ws: true } },
  },
})
