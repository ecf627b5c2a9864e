import type { Plugin } from 'vite'

/** Prepositions, conjunctions and particles of one letter or two, with the space after them; a number or a quote may follow. */
const shortWord = /(?<![\p{L}\p{N}])(в|во|к|ко|с|со|о|об|у|и|а|на|по|за|от|до|из|не|ни)[ ](?=[\p{L}\p{N}«$])/giu
const NO_BREAK = '\u00a0'

/** Keeps a short word with the one after it: a line does not end in «с». The text stays as long as it was, and so do its places. */
export const keepShortWords = (text: string): string => text.replace(shortWord, `$1${NO_BREAK}`)

/** The same in all texts of the app. Whatever of a source is Russian is a text of a page. */
export const shortWords: Plugin = {
  name: 'short-words',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(`${import.meta.dirname}/src/`) || !/\.tsx?$/.test(id)) return null
    return { code: keepShortWords(code), map: null }
  },
}
