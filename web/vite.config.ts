import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './build/chunks.ts'
import { emptyChunksFail } from './build/empty-chunks.ts'
import { proxyToMock, settingsOfMock } from './build/mock.ts'
import { contentSecurityPolicy, prerender } from './build/prerender.ts'
import { evaluatedRouteFacts, routesWithoutExamples } from './build/route-facts.ts'
import { ownScripts } from './build/own-scripts.ts'
import { shortWords } from './build/short-words.ts'
import { thirdParty } from './build/third-party.ts'
import { compressFolder } from './deploy/compress.ts'
import { servedByRules } from './deploy/preview.ts'

/** The oldest browsers with cascade layers, which Tailwind needs. */
const target = ['chrome111', 'safari16.4']
const server = { port: Number(process.env['PAKET_WEB_PORT'] ?? 5173), strictPort: true, proxy: proxyToMock }

/** Compresses all text files of web/dist. Builds into other folders are for tests. */
const compressed: Plugin = {
  name: 'compressed',
  apply: ({ build: { outDir } = {} }, { command }) => command === 'build' && outDir === undefined,
  async closeBundle() {
    await compressFolder(join(import.meta.dirname, 'dist'))
  },
}

/** Serves the gallery of all components, modals and messages at `/__gallery`, in development only. */
const gallery: Plugin = {
  name: 'gallery',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      request.url = request.url?.replace(/^\/__gallery(?=$|\?)/, '/gallery.html')
      next()
    })
  },
}

const { collect, write } = thirdParty()

/** Opens files in the editor of this machine only for the page of the development server, not for any page of the browser. */
const ownEditorOnly: Plugin = {
  name: 'own-editor-only',
  configureServer({ middlewares }) {
    middlewares.use('/__open-in-editor', ({ headers }, response, next) => {
      if (headers['sec-fetch-site'] === 'same-origin') return next()
      response.writeHead(403).end()
    })
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    settingsOfMock,
    shortWords,
    react(),
    tailwindcss(),
    evaluatedRouteFacts,
    routesWithoutExamples,
    contentSecurityPolicy,
    prerender,
    emptyChunksFail,
    collect,
    ownScripts(target, [collect]),
    write,
    compressed,
    servedByRules,
    gallery,
    ownEditorOnly,
  ],
  // The router's substitute for a hook that React has had since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  server,
  preview: server,
  build: {
    // No data: addresses, so that the policy needs no exception for fonts or pictures.
    assetsInlineLimit: 0,
    target,
    manifest: true,
    // For the people who read error reports; no server sends them.
    sourcemap: 'hidden',
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
})
