/** A text that has the syntax of an output form. Only the form's template makes it, and the template escapes the rest. */
export interface Markup<Form extends string> {
  readonly form: Form
  readonly markup: string
}
export type Part<Form extends string> = Markup<Form> | string | number | readonly Part<Form>[]
type Template<Form extends string> = (texts: TemplateStringsArray, ...parts: Part<Form>[]) => Markup<Form>

/** Returns a text of our own that has the form's syntax already. */
export const raw = <Form extends string>(form: Form, markup: string): Markup<Form> => ({ form, markup })
/** Returns the template of a form: `escape` gets every text that is no markup of it. */
export function templateOf<Form extends string>(form: Form, escape: (text: string) => string): Template<Form> {
  const written = (part: Part<Form>): string => {
    if (typeof part !== 'object') return escape(String(part))
    return 'markup' in part ? part.markup : part.map(written).join('')
  }
  return (texts, ...parts) =>
    raw(form, texts.map((text, at) => text + (at < parts.length ? written(parts[at] ?? '') : '')).join(''))
}
export const lines = <Form extends string>(form: Form, all: readonly Markup<Form>[]): Markup<Form> =>
  raw(form, all.map(({ markup }) => markup).join('\n'))

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Returns a text as HTML and XML show it. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
/** GitLab and Jenkins show a file that a test names as `[[ATTACHMENT|…]]`. */
export const xml = templateOf('xml', (text) => escaped(text.replaceAll('[[', '[ [')))

/**
 * Makes a text harmless for the log of a pipeline: GitHub runs a line that begins with `::`, and what follows `##[`
 * anywhere; Azure and TeamCity what follows `##vso[` and the like.
 */
export const forLog = (text: string): string => text.replace(/^([ \t]*):(?=:)/gm, '$1: ').replace(/##(?=\w*\[)/g, '## ')
/** A line of GitHub's annotations. */
export const command = templateOf('command', (text) => forLog(text).replaceAll('%', '%25'))
/** Returns a value of a property of a command, where a colon or a comma would end it. */
export const property = (text: string): Markup<'command'> =>
  raw('command', command`${text}`.markup.replaceAll(':', '%3A').replaceAll(',', '%2C'))
