import type { Body, Contract, FailureEntry, Operation } from './document.ts'
import { codesOf, statusesOf } from './failures.ts'
import { list } from './list.ts'
import { resolved } from './operations.ts'

/** A named answer that the contract shows. */
export interface Example {
  name: string
  /** HTTP status. */
  status: number
  summary: string
  value: unknown
}

/** The business code of a body; null when it has none that is a number. */
export function codeOf(body: unknown): number | null {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'number' ? body.code : null
}

const shownIn = (body: Body | undefined) =>
  Object.entries(body?.content?.['application/json']?.examples ?? {}).map(([name, { value, summary = '' }]) => ({
    name,
    summary,
    value,
  }))

/** Every answer that the contract shows of a call, by status, shared answers included. */
export const examplesOf = (
  contract: Pick<Contract, 'components'>,
  { responses }: Pick<Operation, 'responses'>,
): Example[] =>
  Object.entries(responses).flatMap(([status, response]) =>
    shownIn(resolved(contract, response)).map((example) => ({ ...example, status: Number(status) })),
  )

/** The request bodies that the contract shows of a call, the first of them typical. */
export const examplesOfRequest = ({ requestBody }: Operation): Omit<Example, 'status'>[] => shownIn(requestBody)

/** An example that a failure needs: under which status it is, with which code, and what it is called. */
interface NeededExample {
  status: string
  code: number | undefined
  name: string
}
/** Every example that a failure needs, of the statuses that its call documents. */
export function neededExamples(failure: FailureEntry, documented: readonly string[]): NeededExample[] {
  const codes = codesOf(failure)
  const many = codes.length > 1
  const coded = (code: number | undefined) => `${failure.name}${many ? code : ''}`
  if (failure.http === undefined) return codes.map((code) => ({ status: '200', code, name: coded(code) }))
  const isRanged = Array.isArray(failure.http) || list(failure.http).some((http) => String(http).endsWith('XX'))
  return statusesOf(failure, documented).flatMap((status) =>
    (many ? codes : [codes[0]]).map((code) => ({
      status,
      code,
      name: `${coded(code)}${isRanged ? `${many ? 'At' : ''}${status}` : ''}`,
    })),
  )
}
