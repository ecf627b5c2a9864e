/** A text of a stranger as a terminal, a log and a comment can take it: in one line; a sign that is not seen, such as one that colours or turns others, by its number. */
export const visible = (text: string): string =>
  text
    .replace(/[\t-\r\u0085\u2028\u2029]+/g, ' ')
    .replace(/\p{C}/gu, (sign) => `\\u${sign.codePointAt(0)!.toString(16).padStart(4, '0')}`)
