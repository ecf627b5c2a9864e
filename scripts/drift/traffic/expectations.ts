import { isJson, JSON_MEDIA, mediaName } from '../description/media-type.ts'
import { type Code, type FailureEntry, isAssumed, list, placesOf, typesOf, type Validity } from '@paket/contract'
import {
  type Answer,
  type Call,
  type Description,
  headerAsParameter,
  type Parameter,
  successOf,
  versionedMedia,
} from '../description/description.ts'
import { bracesOf } from '../description/paths.ts'
import { type At, child, parts, type Reading } from '../description/reading.ts'
import { shapesOf } from '../description/alternatives.ts'
import { unreadIn } from '../description/unread.ts'
import { type Branch, branchesOf } from '../compare/branches.ts'
import { needsToken } from '../compare/compare-security.ts'
import { codeOf, type Extensions, extensionsOf, knownCodes } from '../compare/extensions.ts'
import { type Given, givenOf, type GivenObject, givenObjectOf, ownerOf } from './given.ts'
import { type Compiled, type Direction, SchemaCompiler } from './json-schema.ts'
import { type Known, KnownFields } from './known.ts'
import { lookOf } from './look.ts'
import { Routes } from './routes.ts'
import { codeText, joined, pathText, shownText, type Shown, type Words, unreadPlace, unreadText } from './shown.ts'
import { wordsOf } from './words-of.ts'
import { writtenBodiesOf, type WrittenBody } from './written-body.ts'

/** A compiled schema of a body. */
export interface Check extends Compiled {
  /** The schemas in the description, for places. */
  schemas: readonly At[]
  known: Known
}
export interface Written extends WrittenBody {
  check: Check
}
/** A response that a call describes for a status. */
export interface Described {
  status: Shown
  at: At
  /** The check of its JSON body; null when it describes none. */
  check: Check | null
  /** Checks by media type, when there are several JSON media types. */
  checks: ReadonlyMap<string, Check>
  /** Checks of bodies that are not JSON by media type; those that are no text are only checked when they are empty. */
  others: ReadonlyMap<string, Check>
  media: readonly string[]
  headers: Given[]
}
/** What the contract expects of the exchanges of one call. */
export interface Expectation {
  id: Shown
  call: Call
  isAssumed: boolean
  /** Whether a command that repeats the call sends a bearer token. */
  needsToken: boolean
  /** Whether responses have business codes: `x-validity` or `x-failures` exists. */
  isCoded: boolean
  validity: Validity<Code>
  failures: FailureEntry<Code>[]
  /** Paths in a 200 of the value that the rule looks at, and of the code. */
  places: { at: string; codeAt: string }
  /** Types that these two values may have. */
  types: { at: string[]; codeAt: string[] }
  /** The path of the code and the known codes, for reports. */
  shown: { codeAt: Shown; codes: Shown }
  /** Codes of a 200 that the contract knows. */
  codes: ReadonlySet<Code>
  /** The coverage's name of each code: `200 code 2004`. */
  cells: ReadonlyMap<Code, Shown>
  request: Check | null
  /** Checks by media type, when there are several JSON media types. */
  requests: ReadonlyMap<string, Check>
  /** The first of `texts`; null when there are none. */
  written: Written | null
  texts: ReadonlyMap<string, Written>
  headers: Given[]
  query: Given[]
  /** Objects whose fields are separate query parameters. */
  objects: GivenObject[]
  /** Returns whether the contract has a query parameter of this name. */
  owns: (name: string) => boolean
  /** Not compared with recordings, which seldom have cookies. */
  cookies: Given[]
  /** In the order of the path template; null when one is not described. */
  path: (Given | null)[]
  accepted: Check | null
  refused: Check | null
  /** Top-level fields that only a success has. */
  ofSuccess: readonly string[]
  /** By status, including `4XX` and `DEFAULT`. */
  answers: ReadonlyMap<string, Described>
  /** Statuses of `x-failures`, including ranges such as `5XX`. */
  listed: ReadonlySet<string>
  examples: Example[]
  /** What is not compared, by name. */
  unchecked: Shown[]
}
/** A named example of a response. Traffic shows it by the same status, code and, for a success, shape of the body. */
export interface Example {
  name: Shown
  status: number
  code: Code | null
  /** The shape of the body; null when status and code are enough. */
  look: string | null
}
export interface Expectations {
  /** Base paths, such as `/bff/api`. */
  bases: string[]
  all: readonly Expectation[]
  routes: Routes<Expectation>
  /** Calls with their own `servers`, by path with base path. */
  elsewhere: Routes<Expectation>
  words: Words
  compiler: SchemaCompiler
}

/** Returns whether a schema describes one item of a media type, such as one event; or any of several media types. */
const isStream = (media: string): boolean => /\*|event-stream|ndjson|jsonl|json-seq/.test(media)
/** Returns whether a media type is compared as text. */
export const isText = (media: string): boolean => media.startsWith('text/') && !isStream(media)
const jsonIn = (media: ReadonlyMap<string, At> | undefined): At | undefined =>
  media && (media.get(JSON_MEDIA) ?? [...media].find(([name]) => isJson(name))?.[1])

/** Request headers that are not compared here. */
export const OWN_HEADERS = new Set(['accept', 'content-type', 'authorization'])

interface Surroundings {
  /** The service's own description, whose words may be shown too. */
  service?: Description | undefined
  /** Whether there is a bearer token to send (true). */
  hasToken?: boolean
}
/** Returns what the contract expects of each call. */
export function expectationsOf(
  description: Description,
  { service, hasToken = true }: Surroundings = {},
): Expectations {
  const { reading } = description
  const words = wordsOf(description, ...(service ? [service] : []))
  const compiler = new SchemaCompiler(reading)
  const checks = checksOf(reading, compiler)
  const all = description.calls.map((call) => ({
    ...expectationOf(description, call, words, checks, compiler),
    needsToken: hasToken && needsToken(call),
  }))
  const routes = new Routes<Expectation>()
  const elsewhere = new Routes<Expectation>()
  for (const expected of all) {
    const { method, path, bases } = expected.call
    routes.add(method, path, expected)
    for (const base of bases ?? []) elsewhere.add(method, `${base}${path}`, expected)
  }
  return { bases: description.bases, all, routes, elsewhere, words, compiler }
}
type Checks = (schemas: readonly At[], direction: Direction) => Check
function checksOf(reading: Reading, compiler: SchemaCompiler): Checks {
  const known = { request: new KnownFields(reading, 'readOnly'), answer: new KnownFields(reading, 'writeOnly') }
  return ([schema, ...more], direction) => ({
    ...compiler.compile(schema!, direction),
    schemas: [schema!, ...more],
    known: known[direction].of([schema!]),
  })
}

/** Returns a check for each JSON media type when there are several, otherwise none. */
function byMedia(checks: Checks, media: ReadonlyMap<string, At> = new Map(), direction: Direction) {
  const json = [...media].filter(([name]) => isJson(name) && !name.includes('*'))
  return new Map(json.length > 1 ? json.map(([name, schema]) => [name, checks([schema], direction)]) : [])
}
/** Returns the check of the media type that was sent; `first` when it was not recorded. */
export const checkFor = (type: string | undefined, some: ReadonlyMap<string, Check>, first: Check | null) =>
  (some.size > 0 && type !== undefined ? some.get(mediaName(type)) : null) ?? first

function expectationOf(
  description: Description,
  call: Call,
  words: Words,
  checks: Checks,
  compiler: SchemaCompiler,
): Omit<Expectation, 'needsToken'> {
  const { reading } = description
  const extensions = extensionsOf(call, description)
  const { isCoded, validity, failures } = extensions
  const places = placesOf(validity)
  const codes: ReadonlySet<Code> = new Set(isCoded ? knownCodes(call, extensions) : [])
  const request = jsonIn(call.body?.media)
  const texts = new Map(
    [...writtenBodiesOf(call.body?.media ?? new Map(), compiler, isFileOf(reading))].map(
      ([media, body]) => [media, { ...body, check: checks([body.schema], 'request') }] as const,
    ),
  )
  const [written = null] = texts.values()
  const success = jsonIn(successOf(call)?.media)
  const { accepted: successes = [], refused: refusals = [] } =
    isCoded && success ? branchesOf(reading, success, extensions) : {}
  const areTwo = successes.length === 1 && refusals.length === 1
  // Keywords beside `oneOf` or `anyOf` are only in the whole schema.
  const branch = ([one]: readonly Branch[]) => (areTwo && one?.all.length === 1 ? checks(one.all, 'answer') : null)
  const accepted = success ? (branch(successes) ?? checks([success], 'answer')) : null
  const refused = branch(refusals)
  const names = (one: Check | null) => [...(one?.known.fields?.keys() ?? [])]
  const id = words.word(call.id)
  const given = (parameter: Pick<Parameter, 'name' | 'at' | 'required' | 'schema' | 'in'>) =>
    givenOf(reading, compiler, parameter) ?? []
  const parameters = call.parameters.filter(
    ({ in: where, name }) => where !== 'header' || !OWN_HEADERS.has(name.toLowerCase()),
  )
  const of = (where: string) => parameters.filter((parameter) => parameter.in === where)
  const answers = new Map(
    [...call.answers].map(([status, answer]) => [
      status,
      {
        ...checksOfMedia(answer, checks),
        status: words.word(status, shownText`DEFAULT`),
        headers: [...answer.headers].flatMap(([name, at]) => given(headerAsParameter(name, reading.follow(at)))),
      },
    ]),
  )
  const objects = call.parameters.flatMap((parameter) => givenObjectOf(reading, compiler, parameter) ?? [])
  const isRead = (parameter: Parameter) =>
    givenOf(reading, compiler, parameter) !== null || objects.some(({ at }) => at === parameter.at)
  const odd = parameters.filter((parameter) => parameter.in === 'cookie' || !isRead(parameter))
  return {
    id,
    call,
    isAssumed: isAssumed(call.at.value),
    isCoded,
    validity,
    failures,
    places,
    types: typesOf({ 'x-validity': validity, 'x-failures': failures }),
    codes,
    cells: new Map([...codes].map((code) => [code, cellOf(code, words)])),
    shown: {
      codeAt: pathText(words, places.codeAt),
      codes: joined([...codes].map((one) => codeText(one, words))) || shownText`no code`,
    },
    request: request ? checks([request], 'request') : null,
    requests: byMedia(checks, call.body?.media, 'request'),
    written,
    texts,
    headers: of('header').flatMap(given),
    query: of('query').flatMap(given),
    objects,
    owns: ownerOf(reading, call.parameters),
    cookies: of('cookie').flatMap(given),
    path: bracesOf(call.path).map((name) => {
      const parameter = of('path').find((one) => one.name === name)
      return parameter ? givenOf(reading, compiler, parameter) : null
    }),
    accepted,
    refused,
    ofSuccess: refused ? names(accepted).filter((name) => !names(refused).includes(name)) : [],
    answers,
    listed: new Set(failures.flatMap(({ http }) => list(http)).map(String)),
    examples: examplesOf(call, extensions, words),
    unchecked: [
      ...odd.map(({ in: where, name }) => shownText`${id}: ${words.word(where)} parameter ${words.word(name)}`),
      ...uncheckedOf(id, call, { texts, answers }, words),
    ],
  }
}
/** Returns the description of a status: exact, by range or default. */
export function describedOf({ answers }: Expectation, status: number): Described | null {
  return answers.get(String(status)) ?? answers.get(`${Math.floor(status / 100)}XX`) ?? answers.get('DEFAULT') ?? null
}
/** Returns the checks of a response by media type. */
function checksOfMedia({ at, media }: Answer, checks: Checks): Omit<Described, 'status' | 'headers'> {
  const schema = jsonIn(media)
  return {
    at,
    check: schema ? checks([schema], 'answer') : null,
    checks: byMedia(checks, media, 'answer'),
    others: new Map(
      [...media].flatMap(([name, one]) => (isJson(name) || isStream(name) ? [] : [[name, checks([one], 'answer')]])),
    ),
    media: [...media.keys()],
  }
}
/** Returns what is not compared of a call, apart from parameters. */
function uncheckedOf(
  id: Shown,
  call: Call,
  { texts, answers }: Pick<Expectation, 'texts' | 'answers'>,
  words: Words,
): Shown[] {
  const { at, body } = call
  const bodiesOf = (media: readonly string[]) => joined(media.map((one) => words.word(one)))
  const unread = [...(body?.media.keys() ?? [])].filter((one) => !isJson(one) && !texts.has(one))
  const hasEncoding = [...texts.keys()].some((media) => child(body!.at, 'content', media, 'encoding'))
  return [
    ...(unread.length > 0 ? [shownText`${id}: request body of ${bodiesOf(unread)}`] : []),
    ...(hasEncoding ? [shownText`${id}: the encoding of fields in its body`] : []),
    ...[...answers.values()].flatMap(({ status, media }) => {
      const others = media.filter((one) => !isJson(one) && !isText(one))
      return others.length > 0 ? [shownText`${id} ${status}: body of ${bodiesOf(others)}`] : []
    }),
    ...[...call.answers].flatMap(([name, answer]) => {
      const { status, headers } = answers.get(name)!
      const read = new Set<string>(headers.map((header) => header.name))
      const others = [...answer.headers.keys()].filter((header) => !read.has(header))
      return others.map((header) => shownText`${id} ${status}: header ${words.word(header)}`)
    }),
    ...[body?.at, ...[...answers.values()].map((answer) => answer.at)].flatMap((one) =>
      (one ? versionedMedia(one) : []).map(
        (media) => shownText`${id}: bodies of ${words.word(media)} by its parameters`,
      ),
    ),
    ...(child(at, 'callbacks') ? [shownText`${id}: callbacks`] : []),
  ]
}
export const cellOf = (code: Code, words: Words): Shown => shownText`200 code ${codeText(code, words)}`
/** Whether a field of a multipart form is a file, by its schema. */
const isFileOf = (reading: Reading) => (schema: At, field: string) =>
  shapesOf(reading, [schema])
    .flatMap(({ fields }) => fields.get(field) ?? [])
    .some((at) => {
      const own = [at, ...itemsSchemaOf(reading, at)].map((one) => reading.follow(one))
      return own.some((one) => child(one, 'format')?.value === 'binary' || child(one, 'contentMediaType') !== undefined)
    })
const itemsSchemaOf = (reading: Reading, at: At): At[] => shapesOf(reading, [at]).flatMap(({ items }) => items)
function examplesOf(call: Call, extensions: Extensions, words: Words): Example[] {
  return [...call.answers].flatMap(([status, answer]) =>
    answer.examples.map((at) => {
      const name = at.path.at(-1) === 'value' ? at.path.at(-2)! : at.path.at(-1)!
      const code = extensions.isCoded ? codeOf(extensions, at) : null
      const isSuccess = status === '200' && (code === null || code === 0)
      return { name: words.word(name), status: Number(status), code, look: isSuccess ? lookOf(at.value) : null }
    }),
  )
}
/** Returns what is never compared with traffic, whatever the contract says. */
export function uncheckedIn({ reading }: Description, { words, compiler }: Expectations): Shown[] {
  const all = unreadIn(reading)
  const inOneLine = all.filter(
    ({ kind, name }) => kind === 'content' || (kind === 'format' && !compiler.knowsFormat(name)),
  )
  return [
    shownText`security: recordings often leave tokens out`,
    ...(parts(child(reading.root, 'webhooks')).length > 0 ? [shownText`webhooks`] : []),
    ...all.flatMap((unread) => {
      const { kind, name } = unread
      // Bodies in XML are listed with their calls.
      if (kind === 'xml' || kind === 'format' || kind === 'content') return []
      const of = unreadPlace(reading, unread)
      if (kind === 'dialect')
        return [shownText`${of}what the dialect ${words.word(name)} means otherwise than JSON Schema 2020-12`]
      return [shownText`${of}${unreadText(kind)}`]
    }),
    ...[...new Set(inOneLine.map(({ name }) => name))].map((name) => {
      const [first, ...more] = inOneLine.filter((unread) => unread.name === name)
      const of = unreadPlace(reading, first!, more.length)
      return first!.kind === 'content'
        ? shownText`${of}${unreadText('content')}`
        : shownText`${of}its format ${words.word(name)}`
    }),
  ]
}
