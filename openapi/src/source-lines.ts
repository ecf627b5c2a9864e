import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { isMap, LineCounter, parseDocument } from 'yaml'
import { lineAt } from './places.ts'

/** Formats the place of a problem: `books.yaml:12`, with the path from the working directory. */
export const placed = (file: string, line?: number): string =>
  (relative('', file) || file) + (line === undefined ? '' : `:${line}`)

/** A problem whose message begins with its place. */
export class PlacedError extends Error {}

/** Parses a YAML or JSON file. Throws a PlacedError for its first mistake. */
export function parsed(file: string) {
  const lines = new LineCounter()
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines })
  const [mistake] = document.errors
  if (mistake) {
    const [what = ''] = mistake.message.split(/ at line \d/)
    throw new PlacedError(
      `${placed(file, mistake.linePos?.[0].line)}: it is no valid ${file.endsWith('.json') ? 'JSON' : 'YAML'}: ${what}`,
    )
  }
  return { root: document.contents, lines, value: document.toJS() as unknown }
}

/** Returns the place of a part of a description (`['paths', '/books', 'post', 'x-failures', 0]`), in the file that a `$ref` on the way leads to. */
export function placeIn(file: string, keys: readonly (string | number)[]): { place: string; isFound: boolean } {
  const { root, lines } = parsed(file)
  for (let nth = 1; nth <= keys.length; nth++) {
    const node = root && 'getIn' in root ? root.getIn(keys.slice(0, nth), true) : undefined
    if (node === undefined) return { place: placed(file, lineAt(root, lines, keys)), isFound: false }
    const ref = isMap(node) ? node.get('$ref') : undefined
    if (typeof ref !== 'string' || ref.startsWith('#') || nth === keys.length) continue
    const [other = '', pointer = ''] = ref.split('#')
    const inside = pointer
      .split('/')
      .filter(Boolean)
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    return placeIn(resolve(dirname(file), other), [...inside, ...keys.slice(nth)])
  }
  return { place: placed(file, lineAt(root, lines, keys)), isFound: true }
}
