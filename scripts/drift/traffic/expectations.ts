import { type Code, type FailureEntry, isAssumed, list, placesOf, typesOf, type Validity } from '@paket/contract'
import type { Call, Description, Parameter } from '../description/description.ts'
import { type At, child, itemsOf, parts, type Reading } from '../description/reading.ts'
import { shapesOf } from '../description/shape.ts'
import { type Branch, branchesOf } from '../compare/branches.ts'
import { codeOf, type Extensions, extensionsOf, knownCodes } from '../compare/extensions.ts'
import { type Compiled, type Direction, SchemaCompiler } from './json-schema.ts'
import { Routes } from './routes.ts'
import { codeText, joined, pathText, said, type Shown, type Words } from './shown.ts'
import { wordsOf } from './words-of.ts'
import { type WrittenBody, writtenBodyOf } from './written-body.ts'

/** A schema as it is used on a body. */
export interface Check extends Compiled {
  /** The same in the description: for places. */
  schemas: readonly At[]
  known: Known
  /** The branches of a `oneOf` or `anyOf`, each by itself; empty when there are none. */
  branches: Check[]
}
/** The fields that a schema names, and those of what they hold; null, nothing is named. Read when it is asked for: schemas may be circles. */
export interface Known {
  readonly fields: ReadonlyMap<string, Known> | null
  readonly items: Known | null
}
/** A value that is in a query, a path or a header. */
export interface Given {
  name: string
  at: At
  required: boolean
  isValid(value: unknown): boolean
}
/** An answer that a call describes for a status. */
export interface Described {
  status: Shown
  at: At
  /** What its body is by the contract; null where it describes no JSON. */
  check: Check | null
  media: readonly string[]
  headers: Given[]
}
/** What one call expects of an exchange. */
export interface Expectation {
  id: Shown
  call: Call
  isAssumed: boolean
  needsToken: boolean
  /** Whether its answers have business codes, by `x-validity` or `x-failures`. */
  isCoded: boolean
  validity: Validity<Code>
  failures: FailureEntry<Code>[]
  /** Where the value that the rule looks at is in a 200, and the code. */
  places: { at: string; codeAt: string }
  /** Types that these two may have. */
  types: { at: string[]; codeAt: string[] }
  /** The place of the code and the known codes, as a report shows them. */
  shown: { codeAt: Shown; codes: Shown }
  /** Codes of a 200 that the contract knows. */
  codes: ReadonlySet<Code>
  request: Check | null
  /** Where the call takes no JSON: a form, one in parts, or a text. */
  written: WrittenBody | null
  headers: Given[]
  query: Given[]
  /** What recordings are not compared with: they seldom have cookies. */
  cookies: Given[]
  /** In the order of their braces. */
  path: (Given | null)[]
  accepted: Check | null
  refused: Check | null
  /** Fields that only a success has. */
  ofSuccess: readonly string[]
  /** Answers by status, `4XX` and `DEFAULT` among them. */
  answers: ReadonlyMap<string, Described>
  /** Statuses that a failure names, with ranges such as `5XX`. */
  listed: ReadonlySet<string>
  examples: Example[]
  /** What is not looked at, by name. */
  unchecked: Shown[]
}
/** A named example of an answer, recognised by its status, its code and, for successes, by what it looks like. */
export interface Example {
  name: Shown
  status: number
  code: Code | null
  value: unknown
}
export interface Expectations {
  /** Where the calls stand: `/bff/api`. */
  bases: string[]
  all: readonly Expectation[]
  routes: Routes<Expectation>
  words: Words
  compiler: SchemaCompiler
}

export const isJson = (media: string) =>
  media === 'application/json' || media === '*/*' || media === 'application/*' || media.endsWith('+json')
const jsonIn = (media: ReadonlyMap<string, At> | undefined): At | undefined =>
  media && (media.get('application/json') ?? [...media].find(([name]) => isJson(name))?.[1])

/** What the contract expects of each call. Words of the service's own description may be shown too. */
export function expectationsOf(description: Description, service?: Description): Expectations {
  const { reading } = description
  const words = wordsOf(description, ...(service ? [service] : []))
  const compiler = new SchemaCompiler(reading)
  const checks = checksOf(reading, compiler)
  const all = description.calls.map((call) => expectationOf(description, call, words, checks, compiler))
  const routes = new Routes<Expectation>()
  for (const expected of all) routes.add(expected.call.method, expected.call.path, expected)
  return { bases: description.bases, all, routes, words, compiler }
}
type Checks = (schemas: readonly At[], direction: Direction) => Check
function checksOf(reading: Reading, compiler: SchemaCompiler): Checks {
  const knowns = new Map<string, Known>()
  const check: Checks = ([schema, ...more], direction) => {
    const at = reading.follow(schema!)
    const choices = [...itemsOf(child(at, 'oneOf')), ...itemsOf(child(at, 'anyOf'))]
    return {
      ...compiler.compile(schema!, direction),
      schemas: [schema!, ...more],
      known: knownOf(reading, [schema!], knowns),
      get branches() {
        return choices.map((choice) => check([choice], direction))
      },
    }
  }
  return check
}

function expectationOf(
  description: Description,
  call: Call,
  words: Words,
  checks: Checks,
  compiler: SchemaCompiler,
): Expectation {
  const { reading } = description
  const extensions = extensionsOf(call, description)
  const { isCoded } = extensions
  const { validity, failures } = extensions
  const places = placesOf(validity)
  const codes: ReadonlySet<Code> = new Set(isCoded ? knownCodes(call, extensions) : [])
  const request = jsonIn(call.body?.media)
  const written =
    request === undefined && call.body ? writtenBodyOf(call.body.media, compiler, isFileOf(reading)) : null
  const success = jsonIn(call.answers.get('200')?.media)
  const { accepted: successes = [], refused: refusals = [] } =
    isCoded && success ? branchesOf(reading, success, extensions) : {}
  const areTwo = successes.length === 1 && refusals.length === 1
  // What holds beside the branches is in the whole schema only.
  const branch = ([one]: readonly Branch[]) => (areTwo && one?.all.length === 1 ? checks(one.all, 'answer') : null)
  const accepted = success ? (branch(successes) ?? checks([success], 'answer')) : null
  const refused = branch(refusals)
  const names = (one: Check | null) => [...(one?.known.fields?.keys() ?? [])]
  const id = words.word(call.id)
  const given = ({ name, at, required, schema }: Pick<Parameter, 'name' | 'at' | 'required' | 'schema'>): Given => {
    const compiled = compiler.compile(schema, 'request')
    return { name, at, required, isValid: (value) => compiled.isValid(value) }
  }
  const isSimple = (parameter: Parameter) => {
    const style = child(parameter.at, 'style')?.value
    return (
      parameter.schema !== parameter.at &&
      (style === undefined || style === 'form' || style === 'simple') &&
      !shapesOf(reading, [parameter.schema]).every(({ type }) => type === 'object' || type === 'null')
    )
  }
  const of = (where: string) => call.parameters.filter((parameter) => parameter.in === where)
  const answers = new Map(
    [...call.answers].map(([status, answer]): [string, Described] => {
      const schema = jsonIn(answer.media)
      const headers = [...answer.headers].map(
        ([name, header]) => reading.follow({ ...header, path: header.path }) && { name, at: reading.follow(header) },
      )
      return [
        status,
        {
          status: words.word(status, said`DEFAULT`),
          at: answer.at,
          check: schema ? checks([schema], 'answer') : null,
          media: [...answer.media.keys()],
          headers: headers.map(({ name, at }) =>
            given({
              name,
              at,
              required: child(at, 'required')?.value === true,
              schema: child(at, 'schema') ?? { ...at, value: true },
            }),
          ),
        },
      ]
    }),
  )
  const odd = call.parameters.filter(
    (parameter) => parameter.in === 'cookie' || (parameter.in !== 'header' && !isSimple(parameter)),
  )
  return {
    id,
    call,
    isAssumed: isAssumed(call.at.value),
    needsToken: call.entrances.every((entrance) => entrance.length > 0),
    isCoded,
    validity,
    failures,
    places,
    types: typesOf({ 'x-validity': validity, 'x-failures': failures }),
    codes,
    shown: {
      codeAt: pathText(words, places.codeAt),
      codes: joined([...codes].map((one) => codeText(one, words))) || said`no code`,
    },
    request: request ? checks([request], 'request') : null,
    written,
    headers: of('header')
      .filter(({ name }) => !['accept', 'content-type', 'authorization'].includes(name.toLowerCase()))
      .map(given),
    query: of('query').filter(isSimple).map(given),
    cookies: of('cookie').filter(isSimple).map(given),
    path: bracesOf(call.path).map((name) => {
      const parameter = of('path').find((one) => one.name === name)
      return parameter && isSimple(parameter) ? given(parameter) : null
    }),
    accepted,
    refused,
    ofSuccess: refused ? names(accepted).filter((name) => !names(refused).includes(name)) : [],
    answers,
    listed: new Set(failures.flatMap(({ http }) => list(http)).map(String)),
    examples: examplesOf(call, extensions, words),
    unchecked: [
      ...odd.map(({ in: where, name }) => said`${id}: ${words.word(where)} parameter ${words.word(name)}`),
      ...(request === undefined && written === null && call.body !== null
        ? [said`${id}: request body of ${joined([...call.body.media.keys()].map((one) => words.word(one)))}`]
        : []),
      ...(written && child(call.body!.at, 'content', written.media, 'encoding')
        ? [said`${id}: the encoding of fields in its body`]
        : []),
      ...[...answers.values()]
        .filter(({ check, media }) => check === null && media.length > 0)
        .map(({ status, media }) => said`${id} ${status}: body of ${joined(media.map((one) => words.word(one)))}`),
      ...(child(call.at, 'callbacks') ? [said`${id}: callbacks`] : []),
    ],
  }
}
/** Whether a field of a form in parts is a file, by its schema. */
const isFileOf = (reading: Reading) => (schema: At, field: string) =>
  shapesOf(reading, [schema])
    .flatMap(({ fields }) => fields.get(field) ?? [])
    .some((at) => {
      const own = [at, ...itemsSchemaOf(reading, at)].map((one) => reading.follow(one))
      return own.some((one) => child(one, 'format')?.value === 'binary' || child(one, 'contentMediaType') !== undefined)
    })
const itemsSchemaOf = (reading: Reading, at: At): At[] => shapesOf(reading, [at]).flatMap(({ items }) => items)
/** Names in braces where a segment is nothing else; others are not distinguished. */
const bracesOf = (path: string): string[] =>
  path
    .split('/')
    .flatMap((part) =>
      !part.includes('{')
        ? []
        : part.startsWith('{') && part.endsWith('}') && part.indexOf('{', 1) === -1
          ? [part.slice(1, -1)]
          : [''],
    )

function knownOf(reading: Reading, schemas: readonly At[], knowns: Map<string, Known>): Known {
  const key = schemas
    .map((at) => reading.follow(at))
    .map(({ document, path }) => `${document.source.absoluteRef}#${path.join('/')}`)
    .join()
  const known = knowns.get(key)
  if (known) return known
  let read: { fields: ReadonlyMap<string, Known> | null; items: Known | null } | null = null
  const made: Known = {
    get fields() {
      return (read ??= readIt()).fields
    },
    get items() {
      return (read ??= readIt()).items
    },
  }
  knowns.set(key, made)
  return made

  function readIt() {
    const shapes = shapesOf(reading, schemas)
    const objects = shapes.filter(({ type }) => type === 'object')
    const lists = shapes.filter(({ type, items }) => type === 'array' && items.length > 0)
    const isNamed = objects.length > 0 && objects.every(({ fields, rest }) => fields.size > 0 && !Array.isArray(rest))
    const all = new Map<string, At[]>()
    for (const { fields } of objects)
      for (const [name, some] of fields) all.set(name, [...(all.get(name) ?? []), ...some])
    return {
      fields: isNamed
        ? new Map([...all].map(([name, some]) => [name, knownOf(reading, some.slice(0, 1), knowns)]))
        : null,
      items: lists[0] ? knownOf(reading, lists[0].items, knowns) : null,
    }
  }
}

function examplesOf(call: Call, extensions: Extensions, words: Words): Example[] {
  return [...call.answers].flatMap(([status, answer]) =>
    answer.examples.map((at) => {
      const name = at.path.at(-1) === 'value' ? at.path.at(-2)! : at.path.at(-1)!
      return {
        name: words.word(name),
        status: Number(status),
        code: extensions.isCoded ? codeOf(extensions, at) : null,
        value: at.value,
      }
    }),
  )
}
/** What no recording of traffic is compared with, whatever the contract says of it. */
export function uncheckedIn({ reading }: Description): Shown[] {
  return [
    said`security: recordings often leave tokens out`,
    ...(parts(child(reading.root, 'webhooks')).length > 0 ? [said`webhooks`] : []),
  ]
}
