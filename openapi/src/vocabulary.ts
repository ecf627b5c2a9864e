import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { parse } from 'yaml'

const words = ['x-validity', 'x-failures', 'x-cache', 'x-provenance'] as const
const ajv = new Ajv2020({ allErrors: true, strict: false })
for (const word of words) {
  const file = join(import.meta.dirname, '../vocabulary', `${word}.yaml`)
  ajv.addSchema(parse(readFileSync(file, 'utf8')) as object, `${word}.yaml`)
}
/** Validators of the specification extensions by their JSON Schemas. */
export const vocabulary = Object.fromEntries(words.map((word) => [word, ajv.getSchema(`${word}.yaml`)])) as Record<
  (typeof words)[number],
  ValidateFunction
>
