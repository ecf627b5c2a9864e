import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { inlineStylesOf } from './inline-styles.ts'
import type { PolicySettings } from './policy.ts'
import { backendPaths, missing, mockPaths, ruleFor, securityHeaders } from './rules.ts'

/** The pattern of paths that `vite` and `vite preview` proxy to the mock, in the form of Vite's `server.proxy`. */
export const proxied = `^(${[...backendPaths, ...mockPaths].join('|')})(/|$|\\?)`

/** Not part of the app's build: the browser tests build it separately. */
const gallery = '/gallery.html'

/** A plugin that makes `vite preview` serve the build by the rules, without compression. */
export const servedByRules: Plugin = {
  name: 'served-by-rules',
  configurePreviewServer({ middlewares, config }) {
    const settings = JSON.parse(readFileSync(join(config.root, 'public/config.json'), 'utf8')) as PolicySettings
    const main = resolve(config.root, config.build.outDir, 'index.html')
    // The gallery's build has no main page.
    const inlineStyles = existsSync(main) ? inlineStylesOf(readFileSync(main, 'utf8')) : []
    const serving = { origin: 'http://localhost', framedBy: [], trustedTypes: [], inlineStyles }
    middlewares.use((request, response, next) => {
      // Vite would compress the file for each request.
      delete request.headers['accept-encoding']
      const [path = ''] = (request.url ?? '').split('?')
      if (new RegExp(proxied).test(path)) return next()
      const rule = ruleFor(path)
      for (const [name, value] of Object.entries(securityHeaders(rule, settings, serving)))
        response.setHeader(name, value)
      response.setHeader('cache-control', rule?.cache ?? missing.cache)
      if (!rule && path !== gallery)
        return void response.writeHead(404, { 'content-type': 'text/plain' }).end(missing.text)
      if (rule?.file) request.url = rule.file
      next()
    })
  },
}
