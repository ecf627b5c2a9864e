import { escaped, type Markup as MarkupOf, raw as rawOf, templateOf } from './writers/markup.ts'

export { escaped } from './writers/markup.ts'
/** A string that is HTML already. */
export type Markup = MarkupOf<'html'>
/** Returns a string as HTML, unescaped. */
export const raw = (markup: string): Markup => rawOf('html', markup)
/** Returns HTML from a template; values are escaped unless they are `Markup`. */
export const html = templateOf('html', escaped)
