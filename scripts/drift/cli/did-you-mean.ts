import { closestMatch } from 'leven'

/** Two swapped letters are two edits. */
const MOST_EDITS = 2

/** Returns `; did you mean spec?` for a name similar to a known one, otherwise an empty string. */
export function didYouMean(name: string, known: readonly string[]): string {
  const isSwapped = (one: string) => lettersOf(one) === lettersOf(name)
  const nearest =
    known.find(isSwapped) ??
    closestMatch(name, known, { maxDistance: Math.max(MOST_EDITS, Math.floor(name.length / 3)) })
  return nearest === undefined ? '' : `; did you mean ${nearest}?`
}
const lettersOf = (text: string): string => Array.from(text).toSorted().join('')
