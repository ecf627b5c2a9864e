import { createHash } from 'node:crypto'

/** What a Content-Security-Policy calls the styles that stand in a page itself: `'sha256-…'` of each. */
export const inlineStylesOf = (html: string): string[] =>
  [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(
    ([, css = '']) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  )
