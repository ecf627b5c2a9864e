import { decoded, fileOf, formatPlace, hasScheme, isAddress, isStored, parseFile } from './source-lines.ts'

const SHOWN = 5

/**
 * Describes a `$ref` or `externalValue` that cannot be resolved, and how to correct it; undefined when it can. `pointer`
 * leads to the object that has it; `refused` has the reasons by file.
 */
export function lostReference(file: string, pointer: string, refused: ReadonlyMap<string, string>): string | undefined {
  const part = stepsOf(pointer).reduce(childOf, parseFile(file).value)
  const word = childOf(part, '$ref') === undefined ? 'externalValue' : '$ref'
  const reference = typeof part === 'string' ? part : childOf(part, word)
  if (typeof reference !== 'string') return undefined
  const what = `the ${typeof part === 'string' ? '$ref' : word} ${reference}`
  if (isAddress(reference)) return `${what} leads to another host, which is not asked: save its file first`
  const [other = '', inside = ''] = reference.split('#')
  const target = other === '' ? file : fileOf(file, other)
  const why = refused.get(target)
  if (why !== undefined && hasScheme(other)) return `${what} ${why}`
  if (why !== undefined) return `${what} leads to ${formatPlace(target)}, which ${why}`
  if (!isStored(target)) return undefined
  let at = parseFile(target).value
  for (const [nth, step] of stepsOf(inside).entries()) {
    const next = childOf(at, step)
    if (next === undefined) {
      const place = stepsOf(inside).slice(0, nth).join('/')
      return `${what} leads nowhere: ${place || formatPlace(target)} ${existingNames(at, step)}. Correct the reference or add ${step}`
    }
    at = next
  }
  return undefined
}

/** `has no Bok, but Book, NewBook`: lists the existing names, similar ones first. */
function existingNames(at: unknown, missing: string): string {
  const names = typeof at === 'object' && at !== null ? Object.keys(at) : []
  const isLike = (name: string) => name.toLowerCase().startsWith(missing.slice(0, 2).toLowerCase())
  const sorted = names.toSorted((one, two) => Number(isLike(two)) - Number(isLike(one)))
  const more = sorted.length > SHOWN ? ` and ${sorted.length - SHOWN} more` : ''
  return `has no ${missing}${names.length > 0 ? `, but ${sorted.slice(0, SHOWN).join(', ')}${more}` : ''}`
}

const stepsOf = (pointer: string) =>
  pointer
    .replace(/^#/, '')
    .split('/')
    .filter(Boolean)
    .map((step) => decoded(step).replaceAll('~1', '/').replaceAll('~0', '~'))
const childOf = (at: unknown, step: string): unknown => (at as Record<string, unknown> | null | undefined)?.[step]
