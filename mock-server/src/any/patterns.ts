/** Keywords with data, in which `pattern` is a name. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** Removes patterns that JavaScript cannot read, because nothing in a schema with one would be validated. */
export function removeUnreadablePatterns(part: unknown, seen = new Set<unknown>()): void {
  if (typeof part !== 'object' || part === null || seen.has(part)) return
  seen.add(part)
  for (const [key, value] of Object.entries(part)) {
    if (DATA.has(key)) continue
    if (key === 'pattern' && typeof value === 'string' && !isReadable(value))
      delete (part as Record<string, unknown>)[key]
    else removeUnreadablePatterns(value, seen)
  }
}
function isReadable(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').flags !== ''
  } catch {
    return false
  }
}
