import { dirname, relative, resolve } from 'node:path'
import { isMap, LineCounter, parseDocument } from 'yaml'
import { lineAt } from './places.ts'

/** Formats the place of a problem: `books.yaml:12`, with the path from the working directory. */
export const formatPlace = (file: string, line?: number): string =>
  (relative('', file) || file) + (line === undefined ? '' : `:${line}`)

/** Whether a file is on another host. */
export const isAddress = (file: string): boolean => /^https?:/.test(file)

/** Returns the path that a `$ref` leads to; `base` is the file that contains it. An address remains one. */
export const fileOf = (base: string, reference: string): string =>
  hasScheme(reference) ? reference : resolve(dirname(base), decoded(reference))

/**
 * Whether this is a `$ref` to another file. After bundling, only data has one, such as an example: no other tool may
 * follow it.
 */
export const isFileRef = (key: string, value: unknown): boolean =>
  key === '$ref' && typeof value === 'string' && !value.startsWith('#')

/** Whether a `$ref` is an address, such as `file:///a.yaml`; one letter is a drive of Windows. */
export const hasScheme = (reference: string): boolean => /^[a-z][a-z\d+.-]+:/i.test(reference)

/** Returns text with percent-encoding decoded; unchanged when it is malformed. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A problem whose message begins with its place. */
export class PlacedError extends Error {}

/** The text of each file of a description, and what it was parsed to: a long one takes a second, and each of its problems has a place. */
const texts = new Map<string, { text: string; parsed?: ReturnType<typeof parseText> }>()

/** Stores the text of a file that was read, so that places in it are found without reading again: a pipe is read once. */
export function storeText(file: string, text: string): void {
  const path = resolve(file)
  if (texts.get(path)?.text !== text) texts.set(path, { text })
}
/** Whether the text of a file is stored. */
export const isStored = (file: string): boolean => texts.has(resolve(file))

/** Parses a YAML or JSON file that was read. Throws a PlacedError for its first mistake. Its value is shared: do not change it. */
export function parseFile(file: string): ReturnType<typeof parseText> {
  const stored = texts.get(resolve(file))
  if (!stored) throw new Error(`${formatPlace(file)} was not read`)
  return (stored.parsed ??= parseText(file, stored.text))
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
    const next = fileOf(file, other)
    // In data a $ref is not followed.
    if (!isStored(next)) return { place: formatPlace(file, lineAt(root, lines, keys)), isFound: false }
    return findPlace(next, [...inside, ...keys.slice(nth)])
  }
  return { place: formatPlace(file, lineAt(root, lines, keys)), isFound: true }
}
