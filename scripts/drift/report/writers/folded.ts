import type { Finding } from './finding.ts'

const MOST_VALUES = 8
/**
 * Returns findings that differ only by a value of one list as one, for people. Programs get each value: it is accepted
 * by itself.
 */
export function foldedValues(findings: readonly Finding[]): Finding[] {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const { id, value, rule, severity, calls, ours, theirs, since } = finding
    const alike = [rule, severity, calls, ours, theirs, since, textWithValue(finding, '')]
    const key = value === undefined ? id : JSON.stringify(alike)
    groups.set(key, [...(groups.get(key) ?? []), finding])
  }
  return [...groups.values()].map(([first, ...more]) => {
    if (more.length === 0) return first!
    const all = [first!, ...more]
    return {
      ...first!,
      says: textWithValue(first!, listOf(all.map(({ value }) => value!))),
      id: listOf(all.map(({ id }) => id)),
    }
  })
}
/** A label may contain a value, but not after a space. */
const textWithValue = ({ says, value }: Finding, other: string) => says.replace(` ${value}`, () => ` ${other}`)
const listOf = (texts: readonly string[]) => {
  const more = texts.length - MOST_VALUES
  return `${texts.slice(0, MOST_VALUES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
