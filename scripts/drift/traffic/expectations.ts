import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import { type FailureEntry, isAssumed, list, loadBundled, type Validity } from '@paket/contract'
import { CannotCheck, messageOf } from '../report/cannot-check.ts'
import type { Call, Description } from '../description/description.ts'
import { type At, child, itemsOf } from '../description/reading.ts'
import { shapesOf } from '../description/shape.ts'
import { knownCodes } from '../compare/compare-answers.ts'
import { extensionsOf } from '../compare/compare-calls.ts'

// The package is CommonJS: its types and Node differ in where the function is.
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void

/** A schema as it is used on a body: quick at first, and with all that is wrong when something is. */
export interface Check {
  isValid: ValidateFunction
  errors(body: unknown): ErrorObject[]
  /** The same in the description: for names and places. */
  schemas: readonly At[]
  known: Known
}
/** The fields that a schema names, and those of what they hold; null, nothing is named. */
export interface Known {
  fields: Map<string, Known> | null
  items: Known | null
}
/** A header that clients send. */
export interface Header {
  name: string
  at: At
  isValid: ValidateFunction
}
/** What one call expects of an exchange. */
export interface Expectation {
  id: string
  call: Call
  isAssumed: boolean
  needsToken: boolean
  validity: Validity
  failures: FailureEntry[]
  /** Codes of a 200 that the contract knows. */
  codes: ReadonlySet<number>
  request: Check | null
  headers: Header[]
  accepted: Check | null
  refused: Check | null
  /** Fields that only a success has. */
  ofSuccess: readonly string[]
  statuses: ReadonlyMap<string, Check | null>
  /** Statuses that a failure names, with ranges such as `5XX`. */
  listed: ReadonlySet<string>
  examples: Example[]
}
/** A named example of an answer, recognised by its status, its code and, for successes, by what it looks like. */
export interface Example {
  name: string
  status: number
  code: number | null
  value: unknown
}
export interface Expectations {
  /** Where the calls stand: `/bff/api`. */
  base: string
  byPath: ReadonlyMap<string, Expectation>
  /** Words of the contract that may be shown: values of lists, ids of the catalogue. */
  words: ReadonlySet<string>
}

const JSON_MEDIA = 'application/json'

/** Compiles what the contract expects of each call. */
export async function expectationsOf(description: Description, file: string): Promise<Expectations> {
  const document = await bundled(file)
  const [quick, thorough] = [
    new Ajv2020({ strict: false, validateFormats: true }),
    new Ajv2020({ strict: false, allErrors: true, verbose: true }),
  ]
  for (const ajv of [quick, thorough]) {
    addFormats(ajv)
    ajv.addSchema(document, 'contract')
  }
  const { reading } = description
  const byPath = new Map(
    description.calls.filter(({ method }) => method === 'post').map((call) => [call.path, expectation(call)]),
  )
  return { base: description.bases[0] ?? '', byPath, words: wordsIn(document) }

  function expectation(call: Call): Expectation {
    const { validity, failures } = extensionsOf(call, description)
    const at = `/paths/${call.path.replaceAll('/', '~1')}/${call.method}`
    const schemaOf = (media: ReadonlyMap<string, At> | undefined) => media?.get(JSON_MEDIA)
    const body = schemaOf(call.body?.media)
    const success = schemaOf(call.answers.get('200')?.media)
    const choices = success ? itemsOf(child(reading.follow(success), 'anyOf')) : []
    const inSuccess = `${at}/responses/200/content/application~1json/schema`
    const branch = (index: number) =>
      choices.length > 1 ? check(`${inSuccess}/anyOf/${index}`, [choices[index]!]) : null
    const accepted = success ? (branch(0) ?? check(inSuccess, [success])) : null
    const refused = branch(1)
    const names = (one: Check | null) => [...(one?.known.fields?.keys() ?? [])]
    return {
      id: call.id,
      call,
      isAssumed: isAssumed(call.at.value),
      needsToken: call.entrances.every((entrance) => entrance.length > 0),
      validity,
      failures,
      codes: new Set(knownCodes(call, { validity, failures })),
      request: body ? check(`${at}/requestBody/content/application~1json/schema`, [body]) : null,
      headers: call.parameters
        .filter((parameter) => parameter.in === 'header')
        .map(({ name, at: header, schema }) => ({
          name,
          at: header,
          isValid: quick.compile(reading.follow(schema).value as object),
        })),
      accepted,
      refused,
      ofSuccess: refused ? names(accepted).filter((name) => !names(refused).includes(name)) : [],
      statuses: new Map(
        [...call.answers]
          .filter(([status]) => status !== '200')
          .map(([status, answer]) => [status, errorCheck(status, schemaOf(answer.media))]),
      ),
      listed: new Set(failures.flatMap(({ http }) => list(http)).map(String)),
      examples: examplesOf(call),
    }

    function errorCheck(status: string, schema: At | undefined): Check | null {
      if (!schema) return null
      // The answer itself may be a reference, which the validator follows only within schemas.
      const resolved = schema.value as { $ref?: string }
      const name = reading.follow(schema).path.at(-1) ?? ''
      const title = child(reading.follow(schema), 'title')?.value
      const component = [name, title].find((one) => typeof one === 'string' && hasComponent(document, one))
      if (typeof component === 'string') return check(`/components/schemas/${component}`, [schema])
      const answer = child(call.at, 'responses', status)
      return resolved.$ref === undefined && answer && !child(answer, '$ref')
        ? check(`${at}/responses/${status}/content/application~1json/schema`, [schema])
        : null
    }
  }
  function check(pointer: string, schemas: readonly At[]): Check {
    const ref = { $ref: `contract#${encodeURI(pointer)}` }
    let all: ValidateFunction | null = null
    return {
      isValid: quick.compile(ref),
      errors(body) {
        all ??= thorough.compile(ref)
        return all(body) ? [] : [...(all.errors ?? [])]
      },
      schemas,
      known: knownIn(description, schemas, 0),
    }
  }
}
const hasComponent = (document: object, name: string) => {
  const { components } = document as { components?: { schemas?: object } }
  return components?.schemas !== undefined && Object.hasOwn(components.schemas, name)
}

const bundled = (file: string): Promise<object> =>
  loadBundled(file).catch((error: unknown) => {
    throw new CannotCheck(`${file} cannot be bundled: ${messageOf(error)}`)
  })

const DEEPEST = 12
function knownIn(description: Description, schemas: readonly At[], depth: number): Known {
  const shapes = depth > DEEPEST ? [] : shapesOf(description.reading, schemas)
  const objects = shapes.filter(({ type }) => type === 'object')
  const lists = shapes.filter(({ type, items }) => type === 'array' && items.length > 0)
  const isNamed = objects.length > 0 && objects.every(({ fields, rest }) => fields.size > 0 && !Array.isArray(rest))
  const all = new Map<string, At[]>()
  for (const { fields } of objects)
    for (const [name, some] of fields) all.set(name, [...(all.get(name) ?? []), ...some])
  return {
    fields: isNamed
      ? new Map([...all].map(([name, some]) => [name, knownIn(description, some.slice(0, 1), depth + 1)]))
      : null,
    items: lists[0] ? knownIn(description, lists[0].items, depth + 1) : null,
  }
}

function examplesOf(call: Call): Example[] {
  return [...call.answers].flatMap(([status, answer]) =>
    answer.examples.map((at) => {
      const name = at.path.at(-1) === 'value' ? at.path.at(-2)! : at.path.at(-1)!
      const code = child(at, 'code')?.value
      return { name, status: Number(status), code: typeof code === 'number' ? code : null, value: at.value }
    }),
  )
}

/** Values of lists, ids and names of the catalogue: not secret, since they are in the contract. */
function wordsIn(document: object): Set<string> {
  const words = new Set<string>()
  const walk = (value: unknown, key: string): void => {
    if (Array.isArray(value))
      for (const item of value)
        if (key === 'enum' && typeof item === 'string') words.add(item)
        else walk(item, key)
    else if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) walk(part, name)
  }
  walk(document, '')
  return words
}
