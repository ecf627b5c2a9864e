/** `; did you mean spec?` for a name that is nearly a known one; nothing for any other. */
export function didYouMean(name: string, known: readonly string[]): string {
  const [nearest] = known
    .map((one) => ({ one, distance: distanceOf(name, one) }))
    .filter(({ one, distance }) => distance <= Math.max(1, Math.floor(one.length / 3)))
    .toSorted((a, b) => a.distance - b.distance)
  return nearest ? `; did you mean ${nearest.one}?` : ''
}
/** How many letters must be written, left out or replaced to make one name of another; two that are swapped count once. */
function distanceOf(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1]
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row.push(
        Math.min(
          rows[i - 1]![j]! + 1,
          row[j - 1]! + 1,
          rows[i - 1]![j - 1]! + (isSame ? 0 : 1),
          isSwapped ? rows[i - 2]![j - 2]! + 1 : Infinity,
        ),
      )
    }
    rows.push(row)
  }
  return rows.at(-1)!.at(-1)!
}
