/** The name that is most like a misspelt one: fewest edits, if there are not too many. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((other) => [edits(name.toLowerCase(), other.toLowerCase()), other] as const)
    .toSorted(([a], [b]) => a - b)
  const [best] = ranked
  return best && best[0] <= Math.max(3, name.length / 2) ? best[1] : undefined
}

/** `unknown call "x"; did you mean "y"?` */
export function unknownName(what: string, name: string, names: readonly string[]): string {
  const near = nearest(name.slice(0, 100), names)
  return `unknown ${what} "${name}"; ${near ? `did you mean "${near}"?` : `known are ${names.join(', ') || 'none'}`}`
}

/** Levenshtein distance, row by row. */
function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, char] of Array.from(a).entries()) {
    const next = [i + 1]
    for (const [j, other] of Array.from(b).entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (char === other ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}
