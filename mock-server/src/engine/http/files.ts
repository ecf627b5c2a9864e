import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { placeOf } from '#engine/place.ts'

const types: Record<string, string> = { '.css': 'text/css', '.svg': 'image/svg+xml', '.js': 'text/javascript' }
const folder = placeOf(import.meta.dirname, 'panel', '../../../panel')
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => extname(name) in types)
const files = new Map(
  names.map((name) => [
    `/__mock/panel/${name.replaceAll('\\', '/')}`,
    { type: types[extname(name)] ?? '', body: readFileSync(join(folder, name)) },
  ]),
)

/** Returns a static file of the mock's pages by its URL path; undefined when there is none. */
export const publicFile = (path: string): { type: string; body: Buffer } | undefined => files.get(path)
