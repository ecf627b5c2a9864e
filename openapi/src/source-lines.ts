import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { isMap, LineCounter, parseDocument } from 'yaml'
import { lineAt } from './places.ts'

/** Formats the place of a problem: `books.yaml:12`, with the path from the working directory. */
export const formatPlace = (file: string, line?: number): string =>
  (relative('', file) || file) + (line === undefined ? '' : `:${line}`)

/** Whether a file is on another host. */
export const isAddress = (file: string): boolean => /^https?:/.test(file)

/** A problem whose message begins with its place. */
export class PlacedError extends Error {}

/** Each file as it was last parsed, for its text: a long description takes a second, and each of its problems has a place. */
const parsed = new Map<string, { text: string; result: ReturnType<typeof parseText> }>()

/** Parses a YAML or JSON file. Throws a PlacedError for its first mistake. Its value is shared: do not change it. */
export function parseFile(file: string): ReturnType<typeof parseText> {
  const path = resolve(file)
  const text = readFileSync(path, 'utf8')
  const known = parsed.get(path)
  if (known?.text === text) return known.result
  const result = parseText(file, text)
  parsed.set(path, { text, result })
  return result
}

function parseText(file: string, text: string) {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const [mistake] = document.errors
  if (mistake) {
    const [description = ''] = mistake.message.split(/ at line \d/)
    throw new PlacedError(
      `${formatPlace(file, mistake.linePos?.[0].line)}: it is no valid ${file.endsWith('.json') ? 'JSON' : 'YAML'}: ${description}`,
    )
  }
  // Its own limit counts aliases, also those of a part that many calls share.
  const value: unknown = document.toJS({ maxAliasCount: -1 })
  checkAliases(file, value)
  return { root: document.contents, lines, value }
}

/** Parts that aliases may add. */
const MOST_REPEATED = 1_000_000

/** Throws a PlacedError when a value of YAML, written without aliases, would be much larger, or without end. */
export function checkAliases(file: string, value: unknown): void {
  const sizes = new Map<unknown, number>()
  const sizeOf = (part: unknown): number => {
    if (typeof part !== 'object' || part === null) return 0
    const known = sizes.get(part)
    if (known !== undefined) return known
    sizes.set(part, Infinity)
    const size = Object.values(part).reduce<number>((sum, each) => sum + sizeOf(each), 1)
    sizes.set(part, size)
    return size
  }
  if (sizeOf(value) - sizes.size > MOST_REPEATED)
    throw new PlacedError(
      `${formatPlace(file)}: its aliases name what names others, more than a million times: write such parts once and $ref them`,
    )
}

/** Returns the place of a part of a description (`['paths', '/books', 'post', 'x-failures', 0]`), in the file that a `$ref` on the way leads to. */
export function findPlace(file: string, keys: readonly (string | number)[]): { place: string; isFound: boolean } {
  const { root, lines } = parseFile(file)
  for (let nth = 1; nth <= keys.length; nth++) {
    const node = root && 'getIn' in root ? root.getIn(keys.slice(0, nth), true) : undefined
    if (node === undefined) return { place: formatPlace(file, lineAt(root, lines, keys)), isFound: false }
    const ref = isMap(node) ? node.get('$ref') : undefined
    if (typeof ref !== 'string' || ref.startsWith('#') || nth === keys.length) continue
    const [other = '', pointer = ''] = ref.split('#')
    const inside = pointer
      .split('/')
      .filter(Boolean)
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    return findPlace(resolve(dirname(file), other), [...inside, ...keys.slice(nth)])
  }
  return { place: formatPlace(file, lineAt(root, lines, keys)), isFound: true }
}
