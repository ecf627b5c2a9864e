/** Sanitizes untrusted text for a terminal, a log or a comment: joins lines, and escapes invisible characters, such as colour codes and bidi controls, as code points. */
export const visible = (text: string): string =>
  text
    .replace(/[\t-\r\u0085\u2028\u2029]+/g, ' ')
    .replace(/\p{C}/gu, (sign) => `\\u${sign.codePointAt(0)!.toString(16).padStart(4, '0')}`)
