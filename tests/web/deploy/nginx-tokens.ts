/** A directive of nginx: its words, without quotes, and what is in its block. */
export interface Directive {
  words: readonly string[]
  block: readonly Directive[] | null
}

/** Splits a configuration as nginx does (`ngx_conf_read_token`): words, `;`, `{` and `}`; comments are left out. */
function* tokensOf(text: string): Generator<{ word: string } | ';' | '{' | '}'> {
  let at = 0
  while (at < text.length) {
    const letter = text.charAt(at)
    if (/\s/.test(letter)) at++
    else if (letter === '#') while (at < text.length && text.charAt(at) !== '\n') at++
    else if (letter === ';' || letter === '{' || letter === '}') {
      at++
      yield letter
    } else {
      const quote = letter === '"' || letter === "'" ? letter : ''
      if (quote) at++
      let word = ''
      const isEnd = () => (quote ? text.charAt(at) === quote : /[\s;{]/.test(text.charAt(at)))
      while (!isEnd()) {
        if (at >= text.length) throw new Error(`a word that does not end: ${word}`)
        // A backslash keeps the next letter from ending the word; nginx removes it before these letters only.
        if (text.charAt(at) === '\\' && /["'\\]/.test(text.charAt(at + 1))) at++
        word += text.charAt(at++)
      }
      if (quote && !/[\s;{)]/.test(text.charAt(++at))) throw new Error(`no end after the quoted word ${word}`)
      yield { word }
    }
  }
}

/** Parses a configuration of nginx. Throws an Error where nginx would. */
export function parseNginx(text: string): Directive[] {
  const levels: Directive[][] = [[]]
  let words: string[] = []
  const add = (block: Directive[] | null) => {
    if (words.length === 0) throw new Error('a directive without a name')
    levels.at(-1)?.push({ words, block })
    words = []
  }
  for (const token of tokensOf(text)) {
    if (typeof token === 'object') words.push(token.word)
    else if (token === ';') add(null)
    else if (token === '{') {
      const inside: Directive[] = []
      add(inside)
      levels.push(inside)
    } else if (words.length > 0 || levels.length === 1) throw new Error('a } without its {')
    else levels.pop()
  }
  if (levels.length > 1 || words.length > 0) throw new Error('a block or directive that does not end')
  return levels[0] ?? []
}

/** Returns what a configuration does, without its values: names of directives and headers, how many words, which variables. */
export const structureOf = (directives: readonly Directive[]): unknown[] =>
  directives.map(({ words, block }) => [
    words[0],
    /^(add_header|proxy_set_header|proxy_hide_header)$/.test(words[0] ?? '') ? words[1] : '',
    words.length,
    words.flatMap((word) => word.match(/\$\w+/g) ?? []),
    block && structureOf(block),
  ])
