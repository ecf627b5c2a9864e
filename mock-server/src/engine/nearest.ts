import leven from 'leven'

/** Returns the known name that starts with a misspelt one, or the nearest by edit distance; undefined when all differ too much. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const begun = names.filter((other) => other.toLowerCase().startsWith(name.toLowerCase()))
  if (name.length > 2 && begun.length === 1) return begun[0]
  const ranked = names
    .map((other) => [leven(name.toLowerCase(), other.toLowerCase()), other] as const)
    .toSorted(([a], [b]) => a - b)
  const [best] = ranked
  // A distance of the name's whole length means that the two have nothing in common.
  return best && best[0] < name.length && best[0] <= Math.max(2, name.length / 2) ? best[1] : undefined
}

/** `unknown call "x"; did you mean "y"?` */
export function unknownName(what: string, name: string, names: readonly string[]): string {
  const near = nearest(name.slice(0, 100), names)
  return `unknown ${what} "${name}"; ${near ? `did you mean "${near}"?` : `known are ${names.join(', ') || 'none'}`}`
}
