/** A text, with the colon behind it where it is a name, or a sign. */
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\],]/g

/**
 * The way to the first name that an object in a text of JSON has twice: of those, a parser takes one and says nothing. Null when there is none; `value` is
 * what the text was read as.
 */
export function nameTwice(text: string, value: unknown): string[] | null {
  // Written again, what has each name once is mostly the same text.
  if (typeof value !== 'object' || value === null || JSON.stringify(value) === text) return null
  /** Of each object or list that is open: its names, and where in it this is. */
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
