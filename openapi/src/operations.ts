import {
  type Body,
  type Code,
  type Contract,
  type Media,
  type Method,
  methods,
  type Operation,
  type Parameter,
  type Response,
  type Schema,
} from './document.ts'

/** A call: its operation, its method and its path below the server's base. */
export interface Call<C extends Code = number> {
  id: string
  method: Method
  path: string
  operation: Operation<C>
}
/** Every call, in the contract's order. */
export const callsOf = <C extends Code = number>(contract: Pick<Contract<C>, 'paths'>): Call<C>[] =>
  Object.entries(contract.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ id: operation.operationId, method, path, operation }] : []
    }),
  )

/** Whether the call works without a token: it names no security scheme, or none is an option. */
export function isAnonymous(
  contract: Partial<Pick<Contract, 'security'>>,
  { security = contract.security ?? [] }: Pick<Operation, 'security'>,
): boolean {
  return security.length === 0 || security.some((option) => Object.keys(option).length === 0)
}

/** A response, also where it is a reference to a shared one. */
export function resolved(contract: { components?: Contract['components'] }, response: Response): Response {
  const shared = response.$ref?.split('/').at(-1)
  const found = shared === undefined ? response : contract.components?.responses?.[shared]
  if (!found) throw new Error(`the contract has no response ${response.$ref}`)
  return found
}
/** The JSON of a body, under whatever JSON media type: `application/json; charset=utf-8`, `application/problem+json`. */
export const jsonIn = (content: Body['content']): Media | undefined =>
  Object.entries(content ?? {}).find(([type]) => /^application\/([\w.-]+\+)?json\b/i.test(type))?.[1]

/** A schema, also where it is a reference to a shared one; an empty one for a reference that leads elsewhere. */
export function schemaAt(contract: { components?: Contract['components'] }, schema: Schema | undefined): Schema {
  let at = schema
  for (let steps = 0; at?.$ref !== undefined && steps < 100; steps++)
    at = contract.components?.schemas?.[at.$ref.replace('#/components/schemas/', '')]
  return at ?? {}
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

/** The parameters of a call; `ref` says where in the document a shared one stands, and is empty for one of the call's own. */
export const parametersOf = (
  { components }: { components?: Contract['components'] },
  { parameters = [] }: Pick<Operation, 'parameters'>,
): (Parameter & { ref: string })[] =>
  parameters.flatMap((parameter) => {
    if (!('$ref' in parameter)) return [{ ...parameter, ref: '' }]
    const shared = components?.parameters?.[parameter.$ref.replace('#/components/parameters/', '')]
    return shared ? [{ ...shared, ref: parameter.$ref }] : []
  })

/** The header that names the intent, where the call takes it. */
export const idempotencyKey = (
  contract: { components?: Contract['components'] },
  operation: Pick<Operation, 'parameters'>,
): Parameter | undefined =>
  parametersOf(contract, operation).find(
    ({ in: where, name }) => where === 'header' && name.toLowerCase() === 'idempotency-key',
  )
