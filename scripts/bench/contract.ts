import { resolve } from 'node:path'
import {
  callsOf,
  codesOf,
  type Contract,
  examplesOf,
  examplesOfRequest,
  loadContract,
  plainRendering,
} from '@paket/contract'

/** A call as the comparisons need it. */
export interface Call {
  id: string
  path: string
  /** An example body of the contract. */
  body: object
  /** The example body of each HTTP status that the call declares. */
  answers: Map<number, unknown>
  /** A code that the contract lists as a failure of this call. */
  failingCode: number | undefined
  /** Names of the failures that have a code in a 200. */
  coded: string[]
}
/** The contract's plain rendering. */
export const renderedContract = async (): Promise<object> =>
  plainRendering(await loadContract(resolve(import.meta.dirname, '../../openapi')))

/** The contract for any generator: one document of plain OpenAPI. `withoutRefusals`: each 200 has only its accepted branch. */
export async function plainContract(withoutRefusals = false): Promise<{ document: object; calls: Call[] }> {
  const contract = await loadContract(resolve(import.meta.dirname, '../../openapi'))
  for (const { operation } of withoutRefusals ? callsOf(contract) : []) {
    const json = operation.responses['200']?.content?.['application/json']
    if (json?.schema?.anyOf?.[0]) json.schema = json.schema.anyOf[0]
  }
  const document = Object.fromEntries(Object.entries(contract).filter(([key]) => !key.startsWith('x-')))
  return { document, calls: benchedCalls(contract) }
}

const benchedCalls = (contract: Contract): Call[] =>
  callsOf(contract).map(({ id, path, operation }) => {
    const shown = examplesOf(contract, operation)
    const coded = operation['x-failures'].filter(({ code, http }) => code !== undefined && http === undefined)
    const statuses = Object.keys(operation.responses).map(Number)
    return {
      id,
      path,
      body: examplesOfRequest(operation)[0]?.value as object,
      answers: new Map(statuses.map((status) => [status, shown.find((example) => example.status === status)?.value])),
      failingCode: coded.flatMap(codesOf)[0],
      coded: coded.map(({ name }) => name),
    }
  })
