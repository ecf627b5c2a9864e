import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isAddress, parseFile, formatPlace } from './source-lines.ts'

const SHOWN = 5

/** Describes a `$ref` that cannot be resolved, and how to correct it; undefined when it can. `pointer` leads to the object with the `$ref`. */
export function lostReference(file: string, pointer: string): string | undefined {
  const steps = stepsOf(pointer)
  const part = steps.reduce(childOf, parseFile(file).value)
  const reference = typeof part === 'string' ? part : childOf(part, '$ref')
  if (typeof reference !== 'string') return undefined
  if (isAddress(reference))
    return `the $ref ${reference} leads to another host, which is not asked: save its file first`
  const [other = '', inside = ''] = reference.split('#')
  const target = other === '' ? file : resolve(dirname(file), decoded(other))
  const kind = statSync(target, { throwIfNoEntry: false })
  if (!kind)
    return `the $ref ${reference} leads to ${formatPlace(target)}, which is no file: correct the path or add the file`
  if (!kind.isFile())
    return `the $ref ${reference} leads to ${formatPlace(target)}, which is a folder: name a file in it`
  let at = parseFile(target).value
  for (const [nth, step] of stepsOf(inside).entries()) {
    const next = childOf(at, step)
    if (next === undefined) {
      const place = stepsOf(inside).slice(0, nth).join('/')
      return `the $ref ${reference} leads nowhere: ${place || formatPlace(target)} ${existingNames(at, step)}. Correct the reference or add ${step}`
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
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
