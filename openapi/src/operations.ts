import type { Body, Contract, Operation, Parameter, Response, Schema } from './document.ts'

/** A call: its operation and the path that it is posted to, below the server's base. */
export interface Call {
  id: string
  path: string
  operation: Operation
}
/** Every call, in the contract's order. */
export const callsOf = (contract: Pick<Contract, 'paths'>): Call[] =>
  Object.entries(contract.paths).map(([path, { post }]) => ({ id: post.operationId, path, operation: post }))

/** Whether the call works without a token. */
export const isAnonymous = (contract: Pick<Contract, 'security'>, operation: Operation): boolean =>
  (operation.security ?? contract.security).some((option) => Object.keys(option).length === 0)

/** A response, also where it is a reference to a shared one. */
export function resolved(contract: Pick<Contract, 'components'>, response: Response): Response {
  const shared = response.$ref?.split('/').at(-1)
  const found = shared === undefined ? response : contract.components.responses?.[shared]
  if (!found) throw new Error(`the contract has no response ${response.$ref}`)
  return found
}

/** `#/components/schemas/Name` to `Name`; an Error that names the place when a schema has no file of its own. */
export function schemaName(schema: Schema | undefined, where: string): string {
  const name = schema?.$ref?.match(/^#\/components\/schemas\/(\w[\w-]*)$/)?.[1]
  if (!name) throw new Error(`${where}: a schema of its own in openapi/schemas/ is needed`)
  return name
}
const jsonSchema = (part: Body | undefined) => part?.content?.['application/json']?.schema

/** Name of the schema of a call's request. */
export const requestSchema = (operation: Operation): string =>
  schemaName(jsonSchema(operation.requestBody), `${operation.operationId}, request`)

/** Name of the schema of the accepted answer: the first branch of the 200 (the second is the refusal). */
export function dataSchema(operation: Operation): string {
  const schema = jsonSchema(operation.responses['200'])
  return schemaName(schema?.anyOf?.[0] ?? schema, `${operation.operationId}, response 200`)
}

/** The parameters of a call: shared components, bundled as references; `ref` says where in the document. */
export const parametersOf = (
  { components }: Pick<Contract, 'components'>,
  { parameters = [] }: Operation,
): (Parameter & { ref: string })[] =>
  parameters.flatMap(({ $ref }) => {
    const parameter = components.parameters?.[$ref.replace('#/components/parameters/', '')]
    return parameter ? [{ ...parameter, ref: $ref }] : []
  })

/** The header that names the intent, where the call takes it. */
export const idempotencyKey = (contract: Pick<Contract, 'components'>, operation: Operation): Parameter | undefined =>
  parametersOf(contract, operation).find(({ in: where, name }) => where === 'header' && name === 'Idempotency-Key')
