import { strictPatternOf } from '@paket/contract'

/** Keywords with data, in which `pattern` is a name. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const'])

/**
 * Writes schemas so that Prism reads them, because nothing in a body is validated when it cannot read a part of its
 * schema: patterns without needless escapes, or none when JavaScript cannot read them, and `nullable` beside a type
 * only.
 */
export function makeReadable(part: unknown, areNames = false, seen = new Set<unknown>()): void {
  if (typeof part !== 'object' || part === null || seen.has(part)) return
  seen.add(part)
  const fields = part as Record<string, unknown>
  for (const [key, value] of Object.entries(fields)) {
    if (!areNames && DATA.has(key)) continue
    if (!areNames && key === 'pattern' && typeof value === 'string') {
      const readable = strictPatternOf(value)
      if (readable === null) delete fields[key]
      else fields[key] = readable
    } else makeReadable(value, !areNames && key === 'properties', seen)
  }
  if (!areNames && typeof fields['nullable'] === 'boolean' && fields['type'] === undefined) withoutNullable(fields)
}
/** Keywords that stay beside the alternatives: they do not restrict values. */
const BESIDE = new Set(['example', 'examples', 'default', 'description', 'readOnly', 'writeOnly'])
/** Writes a schema with `nullable` as two alternatives. */
function withoutNullable(schema: Record<string, unknown>): void {
  const isNullable = schema['nullable']
  delete schema['nullable']
  const words = Object.entries(schema).filter(([word]) => !BESIDE.has(word))
  if (isNullable !== true || words.length === 0) return
  for (const [word] of words) delete schema[word]
  schema['anyOf'] = [Object.fromEntries(words), { enum: [null] }]
}
