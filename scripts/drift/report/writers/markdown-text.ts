import { raw, templateOf, type Markup } from './markup.ts'

/**
 * What can be no syntax: a word of letters, or a number, with the punctuation of a sentence. Anything else may be a
 * link, a picture, a heading, HTML, a formula or an emoji, or what GitHub and GitLab make of plain text after Markdown:
 * a mention, a reference to an issue, a commit or a label, an address, a quick action.
 */
const WORD = /^[("“]?(?:\p{L}+(?:['’-]\p{L}+)*|\d+(?:[.,]\d+)*)[)"”]?[.,:;!?…]?[)"”]?$/u
const PUNCTUATION = /^[.,:;!?…)("“”’–—×]{1,3}$/u
/** An abbreviated or whole id of a commit. */
const COMMIT = /^\W*[\da-f]{7,}\W*$/i
/** A number that would begin a list. */
const ITEM = /^\d+[.)]/
const isPlain = (text: string, isFirst: boolean) =>
  PUNCTUATION.test(text) || (WORD.test(text) && !COMMIT.test(text) && !(isFirst && ITEM.test(text)))

/**
 * Returns a text as Markdown that shows it and has no other effect: what is no plain word is in a code span. GitHub and GitLab neither notify nor link from there.
 */
function asCode(text: string, isInTable: boolean): string {
  const all: { text: string; isCode: boolean }[] = []
  const add = (shown: string, isCode: boolean) => {
    const last = all.at(-1)
    // Two code spans side by side would be one with a longer fence.
    if (isCode && last?.isCode === true) last.text += shown
    else if (shown !== '') all.push({ text: shown, isCode })
  }
  for (const [nth, part] of text
    .trim()
    .split(/(`[^`]+`|\s+)/)
    .entries()) {
    if (part.trim() === '') add(part === '' ? '' : ' ', false)
    else if (nth % 2 === 1) add(part.slice(1, -1), true)
    else if (isPlain(part, all.length === 0)) add(part, false)
    else {
      const [before, core, after] = withoutPunctuation(part)
      add(before, false)
      add(core, true)
      add(after, false)
    }
  }
  return all.map((one) => (one.isCode ? span(one.text, isInTable) : one.text)).join('')
}
/** Divides a word from a parenthesis before it, and from what ends a sentence after it. */
function withoutPunctuation(word: string): [before: string, core: string, after: string] {
  const [, before = '', core = word, end = ''] = /^(\(?)(\S*[^\s.,:;!?…])([.,:;!?…]?)$/.exec(word) ?? []
  return core.length > 1 && core.endsWith(')') && !core.includes('(')
    ? [before, core.slice(0, -1), `)${end}`]
    : [before, core, end]
}
/** Returns a code span with a fence that its text does not have. */
function span(text: string, isInTable: boolean): string {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0)
  const fence = '`'.repeat(longest + 1)
  const gap = /^`|`$|^\s.*\s$/.test(text) ? ' ' : ''
  const one = (part: string) => `${fence}${gap}${isInTable ? part.replaceAll('|', String.raw`\|`) : part}${gap}${fence}`
  // In a table, renderers disagree on what a backslash before an escaped bar means.
  return isInTable
    ? text
        .split(/(?<=\\)(?=\|)/)
        .map(one)
        .join(' ')
    : one(text)
}

export const markdown = templateOf('markdown', (text) => asCode(text, false))
/** The template of a row of a table. */
export const row = templateOf('markdown', (text) => asCode(text, true))
/** Returns a name as code. */
export const name = (text: string): Markup<'markdown'> => raw('markdown', span(text, true))
