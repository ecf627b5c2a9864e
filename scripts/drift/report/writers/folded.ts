import { groupBy } from '../group-by.ts'
import type { Finding } from '../finding.ts'

/** A finding, or several of one list as one. */
export interface Folded extends Finding {
  /** The findings that it represents. */
  folded?: readonly Finding[]
}
const MOST_VALUES = 8
/**
 * Returns findings that differ only by a value of one list as one, for people. Programs get each value: it is accepted
 * by itself.
 */
export function foldedValues(findings: readonly Finding[]): Folded[] {
  const groups = groupBy(findings, (finding) => {
    const { id, value, rule, severity, calls, ours, theirs, since } = finding
    const alike = [rule, severity, calls, ours, theirs, since, textWithValue(finding, '')]
    return value === undefined ? id : JSON.stringify(alike)
  })
  return [...groups.values()].map((all) => {
    const [first] = all
    if (all.length === 1) return first
    return {
      ...first,
      says: textWithValue(first, listOf(all.map(({ value }) => value!))),
      id: listOf(all.map(({ id }) => id)),
      folded: all,
    }
  })
}
/** A label may contain a value, but not after a space. */
const textWithValue = ({ says, value }: Finding, other: string) => says.replace(` ${value}`, () => ` ${other}`)
const listOf = (texts: readonly string[]) => {
  const more = texts.length - MOST_VALUES
  return `${texts.slice(0, MOST_VALUES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
