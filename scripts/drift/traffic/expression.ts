/** What JavaScript reads as something else without the `u` flag. */
const FOREIGN = /\\[AzZpP]|\[\[:/

/**
 * Returns a pattern as a regular expression. Many patterns escape characters needlessly, such as `\\:`, which is an
 * error with the `u` flag, or begin with modes, such as `(?i)`. Throws when JavaScript cannot read it.
 */
export function expressionOf(pattern: string, flags: string): RegExp {
  const [, modes = '', text = pattern] = /^\(\?([ims]+)\)(.*)$/s.exec(pattern) ?? []
  try {
    return new RegExp(text, flags + modes)
  } catch {
    const plain = text.replaceAll(/\\([\s\S])/g, (escaped, sign: string) =>
      /[!-#%&',:-@_`~]/.test(sign) ? sign : escaped,
    )
    return FOREIGN.test(text) ? new RegExp(plain, flags + modes) : new RegExp(text, modes)
  }
}
