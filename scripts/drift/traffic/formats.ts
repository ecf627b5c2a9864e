import type { Ajv2020 } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'

// The type of this CommonJS module and Node disagree on where the function is.
const addAll = addFormatsModule as unknown as (ajv: Ajv2020) => void

/** `ajv-formats` accepts more than the standard: a space instead of `T`, a zone without colon, `urn:uuid:`. */
const STRICT = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i,
  time: /^\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i,
}
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const INT64 = 2 ** 63

/** Adds the formats of JSON Schema and OpenAPI, strictly by their standards. */
export function addFormats(ajv: Ajv2020): void {
  addAll(ajv)
  for (const [name, pattern] of Object.entries(STRICT)) {
    const { validate } = ajv.formats[name] as { validate: (text: string) => boolean }
    ajv.addFormat(name, (text: string) => pattern.test(text) && validate(text))
  }
  ajv.addFormat('uuid', UUID)
  ajv.addFormat('int64', {
    type: 'number',
    validate: (value: number) => Number.isInteger(value) && value >= -INT64 && value <= INT64,
  })
}
