import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Prepositions, conjunctions and particles of one or two letters, with the space after them, before a word, a number, «a quote» or a `${value}`. */
const shortWord = /(?<![\p{L}\p{N}])(в|во|к|ко|с|со|о|об|у|и|а|на|по|за|от|до|из|не|ни)[ ](?=[\p{L}\p{N}«$])/giu
/** A number with its noun: 30 минут. Not after a short word, because «по 3 доставки» is wider than a narrow column. */
const count = /(?<![\d\u00a0])(\d+)[ ](?=[а-яё]{3})/g
const NO_BREAK = '\u00a0'
const sources = join(import.meta.dirname, '../src/')

/** Puts a no-break space after each short word and number, so that no line ends with «с» or «30». The length of the text does not change, so source maps stay right. */
export const keepShortWords = (text: string): string =>
  text.replace(shortWord, `$1${NO_BREAK}`).replace(count, `$1${NO_BREAK}`)

/** Does the same in all sources of the app: everything Russian in them is page text. */
export const shortWords: Plugin = {
  name: 'short-words',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(sources) || !/\.tsx?$/.test(id)) return null
    return { code: keepShortWords(code), map: null }
  },
}
