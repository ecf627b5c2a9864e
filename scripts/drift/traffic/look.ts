const DEEPEST = 12
/**
 * Returns the shape of a body: names, words, booleans, nulls and whether lists are empty; no other strings, and no
 * numbers.
 */
export function lookOf(value: unknown, depth = 0): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return /^[a-z]+(_[a-z]+)*$/.test(value) ? value : '"'
  if (typeof value === 'number') return '0'
  if (depth > DEEPEST) return '…'
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${lookOf(value[0], depth + 1)}]`
  if (typeof value !== 'object') return ''
  const parts = Object.entries(value).filter(([name]) => name !== 'message')
  return `{${parts
    .map(([name, part]) => `${name}:${lookOf(part, depth + 1)}`)
    .toSorted()
    .join()}}`
}
