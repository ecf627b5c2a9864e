import { dataSchema, requestSchema } from '@paket/contract'
import { pointed, readContract, schemaCheck } from './contract.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: boolean
}
/** The contract, and helpers to inspect its schemas. */
export const { document, calls, call } = await readContract()
export const check = schemaCheck(document)

/** Returns the schema at a path of fields (`result.cards`), with references resolved. */
export function schemaAt(name: string, path = ''): Schema {
  const follow = (schema: Schema | undefined): Schema => {
    if (!schema) throw new Error(`${name} has no ${path}`)
    if (schema.$ref) return follow(pointed(document, schema.$ref) as Schema)
    const object = schema.anyOf?.find(({ type }) => type !== 'null')
    return object ? follow(object) : schema.items ? follow(schema.items) : schema
  }
  const steps = path ? path.split('.') : []
  return steps.reduce(
    (schema, field) => follow(schema.properties?.[field]),
    follow({ $ref: `#/components/schemas/${name}` }),
  )
}
/** Returns the names of an object's fields. */
export const fields = (schema: Schema) => Object.keys(schema.properties ?? {})
/** Returns the names of an object's fields; optional ones end with a question mark. */
export const shape = (schema: Schema) =>
  fields(schema).map((name) => (schema.required?.includes(name) ? name : `${name}?`))
/** Returns the name of the schema of a call's answer. */
export const answer = (id: string) => dataSchema(call(id).operation)
/** Returns the name of the schema of a call's request. */
export const request = (id: string) => requestSchema(call(id).operation)
