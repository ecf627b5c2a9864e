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
import { rejects } from './validity.ts'

/** A call: its operation, its method, and its path below the server's base. */
export interface Call<C extends Code = number> {
  id: string
  method: Method
  path: string
  operation: Operation<C>
}
/** Returns all calls in the contract's order. */
export const callsOf = <C extends Code = number>(contract: Pick<Contract<C>, 'paths'>): Call<C>[] =>
  Object.entries(contract.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ id: operation.operationId, method, path, operation }] : []
    }),
  )

/** Whether the call works without a token: it has no security scheme, or an empty one is an option. */
export function isAnonymous(
  contract: Partial<Pick<Contract, 'security'>>,
  { security = contract.security ?? [] }: Pick<Operation, 'security'>,
): boolean {
  return security.length === 0 || security.some((option) => Object.keys(option).length === 0)
}

export type Components = Readonly<Record<string, Readonly<Record<string, object>>>> | undefined
/** Resolves a `$ref` to `#/components/<kind>/<name>`. Returns any other part, and an unresolvable one, unchanged. */
export function dereferenced<Part extends object>(components: Components, part: Part): Part {
  const [, , kind = '', name = ''] = (part as { $ref?: string }).$ref?.split('/') ?? []
  return (components?.[kind]?.[name] as Part | undefined) ?? part
}
/** Resolves a response that may be a reference to a shared one. Throws an Error when the reference is unknown. */
export function resolved(contract: { components?: Contract['components'] }, response: Response): Response {
  const found = dereferenced(contract.components as Components, response)
  if (found.$ref !== undefined) throw new Error(`the contract has no response ${found.$ref}`)
  return found
}
/**
 * Returns the JSON of a body: under a JSON media type (`application/json; charset=utf-8`, `application/problem+json`), or
 * under the wildcard type, which some generators write when they do not know it.
 */
export const jsonIn = (content: Body['content']): Media | undefined =>
  Object.entries(content ?? {}).find(([type]) => /^application\/([\w.-]+\+)?json\b/i.test(type))?.[1] ??
  (content as Record<string, Media> | undefined)?.['*/*']

/** Resolves a schema that may be a reference; an empty schema when the reference is unknown. */
export function schemaAt(contract: { components?: Contract['components'] }, schema: Schema | undefined): Schema {
  let at = schema
  for (let steps = 0; at?.$ref !== undefined && steps < 100; steps++)
    at = contract.components?.schemas?.[at.$ref.replace('#/components/schemas/', '')]
  return at ?? {}
}

/**
 * Returns the name in `#/components/schemas/Name`; throws an Error with the place when a schema is not in its own file.
 */
export function schemaName(schema: Schema | undefined, where: string): string {
  const name = schema?.$ref?.match(/^#\/components\/schemas\/(\w[\w-]*)$/)?.[1]
  if (!name) throw new Error(`${where}: must be a $ref to a schema in openapi/schemas/`)
  return name
}
const jsonSchema = (part: Body | undefined) => part?.content?.['application/json']?.schema

/** Returns the name of a call's request schema. */
export const requestSchema = (operation: Pick<Operation, 'operationId' | 'requestBody'>): string =>
  schemaName(jsonSchema(operation.requestBody), `${operation.operationId}, request`)

/** Returns the name of the schema of the accepted answer: the first branch of the 200 (the second is the refusal). */
export function dataSchema(operation: Pick<Operation, 'operationId' | 'responses'>): string {
  const schema = jsonSchema(operation.responses['200'])
  return schemaName(schema?.anyOf?.[0] ?? schema, `${operation.operationId}, response 200`)
}

/** An answer that a call may accept: its status, and a schema of its JSON; null for an empty body. */
interface AcceptedAnswer {
  status: string
  schema: Schema | null
}
/**
 * Returns the answers that a call may accept. Skips the branches of a `oneOf` or `anyOf` whose value for the rule is
 * always rejected. When the schemas do not decide that, a rule that rejects something accepts only the first branch.
 */
export function acceptedAnswers(
  contract: Pick<Contract<Code>, 'components'>,
  operation: Pick<Operation<Code>, 'responses' | 'x-validity'>,
): AcceptedAnswer[] {
  const { responses, 'x-validity': validity } = operation
  const undescribed: Schema | null = describesNoSuccess(contract, operation) ? {} : null
  const rejectsSome = Object.keys(validity.reject).length > 0
  const isRefusal = (schema: Schema) => {
    const values = valuesAt(contract, schema, (validity.at ?? 'code').split('.'))
    return (
      values !== null &&
      values.every((value) => (value === anyValue ? rejects(validity, otherCode) : rejects(validity, value as Code)))
    )
  }
  const found = Object.entries(responses).flatMap(([status, response]): (AcceptedAnswer & { isRefusal: boolean })[] => {
    if (!status.startsWith('2')) return []
    const { content = {} } = resolved(contract, response)
    const json = jsonIn(content)
    // A text or a file is never accepted.
    if (!json && Object.keys(content).length > 0) return []
    if (!json) return [{ status, schema: status === '204' ? null : undescribed, isRefusal: false }]
    const schema: Schema = json.schema ?? {}
    // Also follows a reference to a union, if the rule can reject one of its branches.
    const { oneOf, anyOf } = rejectsSome ? schemaAt(contract, schema) : schema
    const branches = oneOf ?? anyOf ?? [schema]
    const candidates = branches.map((branch) => ({
      status,
      schema: branch,
      isRefusal: rejectsSome && isRefusal(branch),
    }))
    const isUndecided = rejectsSome && candidates.length > 1 && !candidates.some((branch) => branch.isRefusal)
    if (!isUndecided) return candidates
    return schema.$ref === undefined ? candidates.slice(0, 1) : [{ status, schema, isRefusal: false }]
  })
  const accepted = found.filter((answer) => !answer.isRefusal)
  return (accepted.length > 0 ? accepted : found).map(({ status, schema }) => ({ status, schema }))
}
/** Whether no success of a call without a rule describes its content, as some generators write it: then any JSON is accepted. */
export const describesNoSuccess = (
  contract: Pick<Contract<Code>, 'components'>,
  { responses, 'x-validity': { reject } }: Pick<Operation<Code>, 'responses' | 'x-validity'>,
): boolean =>
  Object.keys(reject).length === 0 &&
  Object.entries(responses).every(
    ([status, response]) =>
      !status.startsWith('2') || Object.keys(resolved(contract, response).content ?? {}).length === 0,
  )
const anyValue = Symbol('some value')
/** Different from every value in a rule. */
const otherCode = '\0' as Code

/**
 * Returns the values that a schema allows at a path: `[anyValue]` when any value is allowed, null when it can be
 * missing or is unknown.
 */
function valuesAt(
  contract: Pick<Contract<Code>, 'components'>,
  schema: Schema,
  [field = '', ...rest]: string[],
): unknown[] | null {
  const parts = partsOf(contract, schema)
  const properties = parts.flatMap((part) => part.properties?.[field] ?? [])
  if (properties.length === 0 || !parts.some((part) => part.required?.includes(field))) return null
  if (rest.length > 0)
    return properties.reduce<unknown[] | null>((found, one) => found ?? valuesAt(contract, one, rest), null)
  const allowed = properties
    .flatMap((one) => partsOf(contract, one))
    .map(({ const: only, enum: some }) => (only !== undefined ? [only] : some))
  return allowed.find((values) => values !== undefined) ?? [anyValue]
}

/** A schema, and all schemas in its `allOf`. */
export function partsOf(
  contract: Pick<Contract<Code>, 'components'>,
  schema: Schema,
  seen = new Set<Schema>(),
): Schema[] {
  const found = schemaAt(contract, schema)
  if (seen.has(found)) return []
  seen.add(found)
  return [found, ...(found.allOf ?? []).flatMap((part) => partsOf(contract, part, seen))]
}

/** Returns the parameters of a call. `ref` is the pointer of a shared one, empty for the call's own. */
export const parametersOf = (
  { components }: { components?: Contract['components'] },
  { parameters = [] }: Pick<Operation, 'parameters'>,
): (Parameter & { ref: string })[] =>
  parameters.flatMap((parameter) => {
    if (!('$ref' in parameter)) return [{ ...parameter, ref: '' }]
    const shared = components?.parameters?.[parameter.$ref.replace('#/components/parameters/', '')]
    return shared ? [{ ...shared, ref: parameter.$ref }] : []
  })

/** Returns the idempotency key's header parameter, if the call takes one. */
export const idempotencyKey = (
  contract: { components?: Contract['components'] },
  operation: Pick<Operation, 'parameters'>,
): Parameter | undefined =>
  parametersOf(contract, operation).find(
    ({ in: where, name }) => where === 'header' && name.toLowerCase() === 'idempotency-key',
  )
