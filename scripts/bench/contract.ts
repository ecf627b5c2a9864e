import { resolve } from 'node:path'
import { type Contract, loadContract } from '@paket/contract'

/** A call as the comparisons need it. */
export interface Call {
  id: string
  path: string
  /** A body that the contract shows. */
  body: object
  /** HTTP statuses that the call declares, with the body that the contract shows for each. */
  answers: Map<number, unknown>
  /** A code that the contract lists as a failure of this call. */
  failingCode: number | undefined
}
interface Shown {
  $ref?: string
  content?: { 'application/json'?: { examples?: Record<string, { value: unknown }> } }
}

/** The contract as any generator reads it: one document of plain OpenAPI, if need be with the accepted branch alone in each 200. */
export async function plainContract(withoutRefusals = false): Promise<{ document: object; calls: Call[] }> {
  const contract = await loadContract(resolve(import.meta.dirname, '../../openapi'))
  for (const { post } of withoutRefusals ? Object.values(contract.paths) : []) {
    const json = post.responses['200']?.content?.['application/json']
    if (json?.schema?.anyOf?.[0]) json.schema = json.schema.anyOf[0]
  }
  const document = Object.fromEntries(Object.entries(contract).filter(([key]) => !key.startsWith('x-')))
  return { document, calls: callsOf(contract) }
}

function callsOf(contract: Contract): Call[] {
  const at = (ref: string) =>
    ref
      .slice(2)
      .split('/')
      .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], contract)
  const firstExample = (shown: Shown): unknown => {
    const { content } = shown.$ref ? (at(shown.$ref) as Shown) : shown
    return Object.values(content?.['application/json']?.examples ?? {})[0]?.value
  }
  return Object.entries(contract.paths).map(([path, { post }]) => ({
    id: post.operationId,
    path,
    body: firstExample(post.requestBody as Shown) as object,
    answers: new Map(Object.entries(post.responses).map(([status, shown]) => [Number(status), firstExample(shown)])),
    failingCode: post['x-failures'].flatMap(({ code, http }) => (http === undefined ? (code ?? []) : []))[0],
  }))
}
