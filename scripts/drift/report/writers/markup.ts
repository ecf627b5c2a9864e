/** A string that is HTML already. */
export interface Markup {
  readonly markup: string
}
type Part = Markup | string | number | readonly Part[]

/** Returns a string as HTML, unescaped. */
export const raw = (markup: string): Markup => ({ markup })
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

function written(part: Part): string {
  if (typeof part === 'object') return 'markup' in part ? part.markup : part.map(written).join('')
  return escaped(String(part))
}

/** Returns HTML from a template; values are escaped unless they are `Markup`. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Markup =>
  raw(texts.map((text, at) => text + (at < parts.length ? written(parts[at] ?? '') : '')).join(''))
