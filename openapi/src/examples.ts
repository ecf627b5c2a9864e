import type { Body, Contract, FailureEntry, Operation } from './document.ts'
import { codesOf, statusesOf } from './failures.ts'
import { list } from './list.ts'
import { resolved } from './operations.ts'

/** A named example of an answer. */
export interface Example {
  name: string
  /** HTTP status. */
  status: number
  summary: string
  value: unknown
}

/** Returns the numeric business code of a body; null when there is none. */
export function codeOf(body: unknown): number | null {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'number' ? body.code : null
}

const shownIn = (body: Body | undefined) =>
  Object.entries(body?.content?.['application/json']?.examples ?? {}).map(([name, { value, summary = '' }]) => ({
    name,
    summary,
    value,
  }))

/** Returns all examples of a call's answers, including those of shared responses. */
export const examplesOf = (
  contract: Pick<Contract, 'components'>,
  { responses }: Pick<Operation, 'responses'>,
): Example[] =>
  Object.entries(responses).flatMap(([status, response]) =>
    shownIn(resolved(contract, response)).map((example) => ({ ...example, status: Number(status) })),
  )

/** Returns the example request bodies of a call, the typical one first. */
export const examplesOfRequest = ({ requestBody }: Operation): Omit<Example, 'status'>[] => shownIn(requestBody)

/** An example that a failure requires. */
interface NeededExample {
  status: string
  code: number | undefined
  name: string
}
/** Lists the examples that a failure requires, for the statuses that its call documents. */
export function neededExamples(failure: FailureEntry, documented: readonly string[]): NeededExample[] {
  const codes = codesOf(failure)
  const hasMany = codes.length > 1
  const exampleName = (code: number | undefined) => `${failure.name}${hasMany ? code : ''}`
  if (failure.http === undefined) return codes.map((code) => ({ status: '200', code, name: exampleName(code) }))
  const isRanged = Array.isArray(failure.http) || list(failure.http).some((http) => String(http).endsWith('XX'))
  return statusesOf(failure, documented).flatMap((status) =>
    (hasMany ? codes : [codes[0]]).map((code) => ({
      status,
      code,
      name: `${exampleName(code)}${isRanged ? `${hasMany ? 'At' : ''}${status}` : ''}`,
    })),
  )
}
