/** What JavaScript reads as something else without the `u` flag. */
const FOREIGN = /\\[AzZpP]|\[\[:/
/** Parts of a pattern: an escape with braces or a quantifier, a class, an escape, a brace of its own. */
const PART = /\\[pPu]\{[^{}\\]*\}|\{\d+(?:,\d*)?\}|(\[(?:\\[\s\S]|[^\\\]])*\]?)|\\([\s\S])|[{}]/g

/**
 * Returns a pattern as a regular expression. Many patterns have what is an error with the `u` flag, such as `\\:`,
 * `[\\w-.]` or a brace of its own, or begin with modes, such as `(?i)`. Throws when JavaScript cannot read it.
 */
export function expressionOf(pattern: string, flags = 'u'): RegExp {
  const [, modes = '', text = pattern] = /^\(\?([ims]+)\)(.*)$/s.exec(pattern) ?? []
  const ways = [text, strictly(text)].map((source) => () => new RegExp(source, flags + modes))
  return firstOf(FOREIGN.test(text) ? ways : [...ways, () => new RegExp(text, modes)])
}
/** Returns a pattern in a form that JavaScript reads with the `u` flag alone; null when there is none. */
export function strictPatternOf(pattern: string): string | null {
  try {
    const { source, flags, unicode } = expressionOf(pattern)
    const modes = flags.replace('u', '')
    return unicode ? new RegExp(modes === '' ? source : `(?${modes}:${source})`, 'u').source : null
  } catch {
    return null
  }
}

/** Returns a pattern without needless escapes, and with those that the `u` flag needs. */
function strictly(text: string): string {
  return text.replaceAll(PART, (part: string, inClass?: string, sign?: string) => {
    if (inClass !== undefined)
      return inClass
        .replaceAll(/\\([ !-#%&',:->@_`~])/g, '$1')
        .replaceAll(/(\\[dDsSwW])-(?!\])/g, String.raw`$1\-`)
        .replaceAll(/-(?=\\[dDsSwW])/g, String.raw`\-`)
    if (sign !== undefined) return /[ !-#%&',\-:->@_`~]/.test(sign) ? sign : part
    return part.length === 1 ? `\\${part}` : part
  })
}
function firstOf([make, ...others]: readonly (() => RegExp)[]): RegExp {
  try {
    return make!()
  } catch (error) {
    if (others.length === 0) throw error
    return firstOf(others)
  }
}
