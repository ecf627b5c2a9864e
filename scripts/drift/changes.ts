import { type Contract, loadContract } from '@paket/contract'
import { type Change, severities, sorted } from './change.ts'
import { compareShapes } from './compare-shapes.ts'
import { compareWords } from './compare-words.ts'

/** The contract without our words: what oasdiff knows to compare. */
const shapes = (contract: Contract) =>
  Object.fromEntries(Object.entries(contract).filter(([name]) => !name.startsWith('x-')))

/** Everything that changed for callers between two versions of the contract, breaking first. */
export async function contractChanges(before: string, after: string): Promise<Change[]> {
  const [old, now] = await Promise.all([loadContract(before), loadContract(after)])
  return sorted([...compareWords(old, now), ...(await compareShapes(shapes(old), shapes(now)))])
}

const titles = { breaking: 'Breaking: callers must act', risky: 'Risky: callers should look', note: 'Notes' }

/** The changes as text: a title for each severity, a line for each change. */
export function asText(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Nothing changed for callers.'
  const groups = severities.flatMap((severity) => {
    const some = changes.filter((change) => change.severity === severity)
    return some.length > 0 ? [`${titles[severity]} (${some.length})\n${some.map(line).join('\n')}`] : []
  })
  return groups.join('\n\n')
}
const line = ({ where, text, kind }: Change) => `  ${where}: ${text} [${kind}]`
