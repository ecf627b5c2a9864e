import { createHash } from 'node:crypto'

/** Returns the CSP source `'sha256-…'` of each `<style>` element of a page. */
export const inlineStylesOf = (html: string): string[] =>
  [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(
    ([, css = '']) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  )
