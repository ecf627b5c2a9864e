/** A JSON string, with the colon when it is a name, or punctuation. */
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\],]/g

/**
 * Returns the path to the first name that an object has twice, which a parser accepts silently; null when there is
 * none. `value` is the parsed text.
 */
export function nameTwice(text: string, value: unknown): string[] | null {
  // Fast path: usually the text is as `JSON.stringify` writes it.
  if (typeof value !== 'object' || value === null || JSON.stringify(value) === text) return null
  /** By open object or list: its names, and the current key. */
  const open: { names: Set<string> | null; at: string }[] = []
  for (const [sign, name, colon] of text.matchAll(TOKEN)) {
    const here = open.at(-1)
    if (sign === '{') open.push({ names: new Set(), at: '' })
    else if (sign === '[') open.push({ names: null, at: '0' })
    else if (sign === '}' || sign === ']') open.pop()
    else if (name !== undefined && colon !== undefined && here?.names) {
      here.at = JSON.parse(name) as string
      if (here.names.has(here.at)) return open.map(({ at }) => at)
      here.names.add(here.at)
    }
  }
  return null
}
