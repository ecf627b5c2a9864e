/** The most similar name, by edit distance. */
export function nearest(name: string, names: readonly string[]): string {
  const distance = (other: string) => edits(name.toLowerCase(), other.toLowerCase())
  return names.reduce((best, other) => (distance(other) < distance(best) ? other : best))
}

/** Levenshtein distance, row by row. */
function edits(one: string, two: string): number {
  let row = Array.from({ length: two.length + 1 }, (_, index) => index)
  for (const [i, letter] of Array.from(one).entries()) {
    const next = [i + 1]
    for (const [j, other] of Array.from(two).entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}
