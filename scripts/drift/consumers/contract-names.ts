import { commonFailures, type FailureEntry, type Operation } from '@paket/contract'
import { contractFile } from '../description/contract-file.ts'
import { describe } from '../description/description.ts'
import { child, type ReadOptions } from '../description/reading.ts'

/** The names of the contract that code may use. */
export interface ContractNames {
  calls: ReadonlySet<string>
  failures: ReadonlySet<string>
}
export async function contractNamesAt(place: string, options?: ReadOptions): Promise<ContractNames> {
  const { calls, reading } = await describe(await contractFile(place), options)
  const everywhere = (child(reading.root, 'x-failures')?.value ?? []) as FailureEntry[]
  const listed = calls.flatMap(({ at }) => (at.value as Partial<Operation>)['x-failures'] ?? [])
  return {
    calls: new Set(calls.map(({ id }) => id)),
    failures: new Set([...commonFailures, ...everywhere, ...listed].map(({ name }) => name)),
  }
}
