import { closestMatch } from 'leven'

/** Two letters that are swapped are two edits. */
const MOST_EDITS = 2

/** `; did you mean spec?` for a name that is nearly a known one; nothing for any other. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = closestMatch(name, known, { maxDistance: Math.max(MOST_EDITS, Math.floor(name.length / 3)) })
  return nearest === undefined ? '' : `; did you mean ${nearest}?`
}
