import { readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'

const types: Record<string, string> = { '.css': 'text/css', '.svg': 'image/svg+xml', '.js': 'text/javascript' }
const folder = join(import.meta.dirname, '../..')
const files = new Map(
  [
    'engine/pages/style.css',
    'engine/pages/icon.svg',
    'engine/pages/submit.js',
    'engine/pages/filter.js',
    'engine/panel/panel.js',
    'product/payment/payment.js',
  ].map((path) => [
    `/__mock/${basename(path)}`,
    { type: types[extname(path)] ?? '', body: readFileSync(join(folder, path)) },
  ]),
)

/** What a browser gets of the mock's own pages, by its path; undefined for any other path. */
export const publicFile = (path: string): { type: string; body: Buffer } | undefined => files.get(path)
