import { noRule } from './description.ts'
import {
  type Code,
  type Contract,
  type FailureEntry,
  methods,
  type Operation,
  type Parameter,
  type Schema,
} from './document.ts'
import { examplesOf } from './examples.ts'
import { codesOf, commonFailures, failuresOf, isListed, statusesOf } from './failures.ts'
import { list } from './list.ts'
import {
  type Call,
  callsOf,
  type Components,
  dereferenced,
  jsonIn,
  parametersOf,
  resolved,
  schemaAt,
} from './operations.ts'
import { rejects } from './validity.ts'
import { valueAt } from './value-at.ts'
import { judge, placesOf, typesOf, verdictOf } from './verdict.ts'
import { vocabulary } from './vocabulary.ts'

/** A mistake in the specification extensions of a description. */
export interface Problem {
  /** Where it is: `['paths', '/books', 'post', 'x-failures', 0]`. */
  keys: (string | number)[]
  /** The call, and what is wrong with it. */
  message: string
  /** A warning: it may be intended. */
  isDoubt?: true
}
type Found = Problem | [keys: (string | number)[], message: string]

/** Lints the specification extensions of a description. Empty when nothing is wrong. */
export function problemsOf(contract: Contract<Code>): Problem[] {
  const common = contract['x-failures']
  const rootProblems = [
    ...wordProblems('x-failures', common),
    ...common
      .filter(({ name }) => !commonNames.has(name))
      .map(({ name }): Found => [
        ['x-failures'],
        `x-failures has ${name}; every call fails with these alone: ${[...commonNames].join(', ')}`,
      ]),
  ]
  return [
    ...rootProblems.map((found) => problem('the root', [], found)),
    ...unsupportedCalls(contract),
    ...ignoredNullables(contract),
    ...unsupportedBodies(contract),
    ...unsupportedParameters(contract),
    ...unsupportedSecurity(contract),
    ...otherServers(contract),
    ...unknownPaths(contract),
    ...callsOf<Code>(contract).flatMap((call) => callProblems(contract, call)),
  ]
}

/** Warns of calls that only OpenAPI 3.2 has: nothing is generated from them. */
const unsupportedCalls = ({ paths }: Contract<Code>): Problem[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    ['query', 'additionalOperations']
      .filter((word) => word in item)
      .map((word) => ({
        keys: ['paths', path, word],
        message: `${path}: ${word} is left out: calls are ${methods.join(', ')}; what is needed of it has to be one of these`,
        isDoubt: true,
      })),
  )

/** Warns of `nullable` where it means nothing, once. */
function ignoredNullables(contract: Contract<Code>): Problem[] {
  const { openapi = '' } = contract as { openapi?: string }
  if (openapi.startsWith('3.0')) return []
  const [first, ...more] = nullables(contract)
  if (!first) return []
  const others = more.length > 0 ? `; so are ${more.length} more` : ''
  const message = `nullable is ignored, because OpenAPI ${openapi} does not have it${others}: write type: [string, 'null']`
  return [{ keys: first, message, isDoubt: true }]
}

/** Warns of the calls that cannot work, because all that they take or answer is files or texts; once for each kind. */
function unsupportedBodies(contract: Contract<Code>): Problem[] {
  const calls = callsOf<Code>(contract)
  const isSent = /\bjson\b|\*|^application\/x-www-form-urlencoded/i
  const unsent = calls.filter(({ operation: { requestBody } }) => {
    const types = Object.keys(requestBody?.content ?? {})
    return types.length > 0 && !types.some((type) => isSent.test(type))
  })
  const answersOf = ({ responses }: Operation<Code>) =>
    Object.entries(responses).flatMap(([status, answer]) => (status.startsWith('2') ? resolved(contract, answer) : []))
  const unread = calls.filter(({ operation }) => {
    const answers = answersOf(operation)
    return (
      answers.length > 0 && answers.every(({ content = {} }) => Object.keys(content).length > 0 && !jsonIn(content))
    )
  })
  return [
    ...oneProblem(unsent, 'requestBody', 'takes neither JSON nor a form of texts, so its body is notSent'),
    ...oneProblem(unread, 'responses', 'answers no JSON, so its answer is malformed'),
  ]
}

/** Warns of the calls whose parameters are not sent, or not as they are described; once for each kind. */
function unsupportedParameters(contract: Contract<Code>): Problem[] {
  const calls = callsOf<Code>(contract)
  const callsWith = (isLost: (parameter: Parameter) => boolean) =>
    calls.filter(({ operation }) => parametersOf(contract, operation).some(isLost))
  const isObject = ({ schema }: Parameter) => {
    const { type, properties } = schemaAt(contract, schema)
    return [type].flat().includes('object') || properties !== undefined
  }
  const isSimple = ({ style = 'simple' }: Parameter) => style === 'simple'
  const isText = ({ in: place }: Parameter) => place === 'path' || place === 'header'
  return [
    ...oneProblem(
      callsWith(({ in: place }) => place === 'cookie'),
      'parameters',
      'has parameters in cookies, which are not sent',
    ),
    ...oneProblem(
      callsWith(({ in: place }) => place === 'querystring'),
      'parameters',
      'has a whole query as a parameter, which is not sent',
    ),
    ...oneProblem(
      callsWith((one) => isText(one) && (!isSimple(one) || (one.explode === true && isObject(one)))),
      'parameters',
      'has parameters of a path or headers that are not sent as described: their style is simple, without explode',
    ),
    ...oneProblem(
      callsWith((one) => isText(one) && one.content !== undefined),
      'parameters',
      'has parameters of a path or headers with content, which are sent as texts and not as JSON',
    ),
  ]
}
/** Warns of the calls that need a key or a password, because `auth` sends a bearer token alone; once for each kind. What is a parameter too is sent. */
function unsupportedSecurity(contract: Contract<Code>): Problem[] {
  const components = contract.components as Components
  const unsentKinds = (call: Call<Code>) => {
    const { security = contract.security } = call.operation
    const parameters = parametersOf(contract, call.operation)
    const unsent = security.map((option) =>
      Object.keys(option).flatMap((name) => {
        const scheme = dereferenced<SecurityScheme>(components, { $ref: `#/components/securitySchemes/${name}` })
        const isParameter = parameters.some((one) =>
          scheme.type === 'http'
            ? one.in === 'header' && /^authorization$/i.test(one.name)
            : one.name === scheme.name && one.in === scheme.in,
        )
        if (scheme.type === 'http') return isParameter || /^bearer$/i.test(scheme.scheme ?? '') ? [] : ['a password']
        return scheme.type === 'apiKey' && !isParameter ? [`a key in ${keyPlaces[scheme.in ?? ''] ?? scheme.in}`] : []
      }),
    )
    // Another option that is sent is enough.
    return unsent.every((kinds) => kinds.length > 0) ? unsent.flat() : []
  }
  const found = callsOf<Code>(contract).map((call) => [call, unsentKinds(call)] as const)
  const kinds = [...new Set(found.flatMap(([, lostHere]) => lostHere))]
  return kinds.flatMap((kind) =>
    oneProblem(
      found.filter(([, lostHere]) => lostHere.includes(kind)).map(([call]) => call),
      'security',
      `needs ${kind}, which auth does not send${advice(kind)}`,
    ),
  )
}
interface SecurityScheme {
  $ref?: string
  type?: string
  scheme?: string
  name?: string
  in?: string
}
const advice = (kind: string) => {
  if (kind === 'a password') return ': describe its header, Authorization, as a parameter too'
  return /query|header/.test(kind) ? ': describe it as a parameter too' : ''
}
const keyPlaces: Record<string, string> = { query: 'the query', header: 'a header', cookie: 'a cookie' }

/** Warns of the calls with other servers than the description, or than its first call: a client sends all of its calls to one `baseUrl`. */
function otherServers(contract: Contract<Code>): Problem[] {
  const addressesIn = (part: object) =>
    (part as { servers?: { url: string }[] }).servers?.map(({ url }) => url).join(' ')
  const calls = callsOf<Code>(contract).map((call) => {
    const item = contract.paths[call.path] ?? {}
    return { call, servers: addressesIn(call.operation) ?? addressesIn(item) ?? addressesIn(contract) }
  })
  const usual = addressesIn(contract) ?? calls[0]?.servers
  return oneProblem(
    calls.filter(({ servers }) => servers !== usual).map(({ call }) => call),
    'servers',
    'has servers of its own: make a client for it whose baseUrl is one of them',
  )
}

const MOST_NAMED = 20
function oneProblem([first, ...more]: Call<Code>[], part: string | string[], what: string): Problem[] {
  if (!first) return []
  const { id, method, path } = first
  const names = more.slice(0, MOST_NAMED).map((call) => call.id)
  if (more.length > MOST_NAMED) names.push(`${more.length - MOST_NAMED} more`)
  const others = more.length > 0 ? `; the same holds for ${names.join(', ')}` : ''
  const message = `${id} (${method.toUpperCase()} ${path}) ${what}${others}`
  return [{ keys: ['paths', path, method, ...[part].flat()], message, isDoubt: true }]
}

/** The places of `nullable: true` in schemas: not in values, nor in what others have added. */
const nullables = (part: unknown, keys: string[] = []): string[][] =>
  Object.entries(part ?? {}).flatMap(([key, value]: [string, unknown]) => {
    if (key === 'nullable' && value === true) return [[...keys, key]]
    const isValue = /^(examples?|default|enum|const|x-.*)$/.test(key) && keys.at(-1) !== 'properties'
    return typeof value === 'object' && !isValue ? nullables(value, [...keys, key]) : []
  })
/** Names of common failures that the SDK's runtime implements, so other contracts cannot add to them. */
const commonNames = new Set(commonFailures.map(({ name }) => name))

const problem = (where: string, parent: string[], found: Found): Problem => {
  const { keys, message, ...more } = Array.isArray(found) ? { keys: found[0], message: found[1] } : found
  return { keys: [...parent, ...keys], message: `${where}: ${message}`, ...more }
}

function wordProblems(word: keyof typeof vocabulary, value: unknown): Found[] {
  const check = vocabulary[word]
  // The loader adds an empty list to calls without failures.
  if (value === undefined || (Array.isArray(value) && value.length === 0) || check(value)) return []
  return (check.errors ?? []).map(({ instancePath, message, params }) => {
    const extra = (params as { additionalProperty?: string }).additionalProperty
    const keys = [word, ...instancePath.split('/').slice(1), ...(extra === undefined ? [] : [extra])]
    return [keys, `${word}${instancePath} ${message}${extra ? `: ${extra}` : ''}`]
  })
}

function callProblems(contract: Contract<Code>, { id, method, path, operation }: Call<Code>): Problem[] {
  const where = `${id} (${method.toUpperCase()} ${path})`
  const badWords = badWordsOf(operation)
  const found =
    badWords.length > 0
      ? badWords
      : [
          ...callNameProblems(operation),
          ...nameProblems(contract, operation),
          ...codeProblems(operation),
          ...statusProblems(operation),
          ...unreachedFailures(operation),
          ...(hasRule(operation) ? exampleProblems(contract, operation) : []),
        ]
  return found.map((each) => problem(where, ['paths', path, method], each))
}

const hasRule = ({ 'x-validity': validity }: Operation<Code>) => validity !== noRule

const badWordsOf = (operation: Operation<Code>): Found[] => [
  ...(hasRule(operation) ? wordProblems('x-validity', operation['x-validity']) : []),
  ...wordProblems('x-failures', operation['x-failures']),
  ...misspeltWords(operation),
]

function misspeltWords(operation: object): Found[] {
  const words = Object.keys(operation).filter((word) => /^x-(valid|fail)/i.test(word) && !(word in vocabulary))
  return words.map((word) => {
    const correct = /^x-v/i.test(word) ? 'x-validity' : 'x-failures'
    return [[word], `${word} is no word of the vocabulary: ${correct} is`]
  })
}

const callNameProblems = ({ operationId }: Operation<Code>): Found[] =>
  operationId === 'then'
    ? [[['operationId'], '`await` takes a client with a call named then for a promise: choose another operationId']]
    : []

function nameProblems(contract: Contract<Code>, { 'x-failures': failures }: Operation<Code>): Found[] {
  const common = contract['x-failures'].map(({ name }) => name)
  return failures.flatMap((failure, nth): Found[] => {
    const keys = ['x-failures', nth]
    const isUsed = failures.findIndex(({ name }) => name === failure.name) !== nth
    const isCommon = common.includes(failure.name)
    return [
      ...(isUsed ? [[keys, `the name ${failure.name} is used twice`] as Found] : []),
      ...(isListed(failure) || isCommon ? [] : [[keys, `${failure.name} has neither code nor http`] as Found]),
      ...(isListed(failure) && isCommon
        ? [[keys, `${failure.name} is the name of a failure that every call has: choose another`] as Found]
        : []),
    ]
  })
}

function codeProblems(operation: Operation<Code>): Found[] {
  const { 'x-validity': validity, 'x-failures': failures } = operation
  if (validity.codeAt !== undefined && validity.codeAt !== (validity.at ?? 'code')) return []
  return failures.flatMap((failure, nth) =>
    failure.http === undefined
      ? codesOf<Code>(failure)
          .filter((code) => !rejects(validity, code))
          .map((code): Found => [
            ['x-failures', nth],
            `x-failures lists code ${code}, which x-validity accepts: it is a success or the failure ${failure.name}`,
          ])
      : [],
  )
}

function statusProblems({ 'x-failures': failures, responses }: Operation<Code>): Found[] {
  const documented = Object.keys(responses)
  const isDocumented = (failure: FailureEntry<Code>) =>
    documented.some(
      (status) =>
        status === 'default' ||
        statusesOf(failure, [status]).length > 0 ||
        statusesOf({ http: status }, list(failure.http).map(String)).length > 0,
    )
  return failures.flatMap((failure, nth): Found[] =>
    failure.http !== undefined && !isDocumented(failure)
      ? [[['x-failures', nth], `${failure.name} means HTTP ${String(failure.http)}, which has no response`]]
      : [],
  )
}

/** Warns of entries that no answer reaches, because the first entry that matches an answer is its failure, and a refused token is before all. */
function unreachedFailures({ 'x-failures': failures }: Operation<Code>): Problem[] {
  const refusedToken = { name: 'unauthorized', http: [401, 403] }
  return failures.flatMap((failure, nth) => {
    const has = (entry: Pick<FailureEntry<Code>, 'code' | 'http'>) =>
      (entry.http === undefined) === (failure.http === undefined) &&
      list(failure.http).every((status) => statusesOf(entry, [String(status)]).length > 0) &&
      (entry.code === undefined ||
        (failure.code !== undefined && codesOf<Code>(failure).every((one) => codesOf<Code>(entry).includes(one))))
    const earlier = isListed(failure) && [refusedToken, ...failures.slice(0, nth).filter(isListed)].find(has)
    const message =
      earlier && `${failure.name} is never reached: ${earlier.name} has all of its answers and is before it`
    return message ? [{ keys: ['x-failures', nth], message, isDoubt: true }] : []
  })
}

/**
 * Warns of the calls whose rule examines a path that no schema and no example of an answer has; once for each path. Only a warning, because a description
 * may omit the answers of failures.
 */
function unknownPaths(contract: Contract<Code>): Problem[] {
  const ruled = callsOf<Code>(contract).filter(
    ({ operation }) => hasRule(operation) && badWordsOf(operation).length === 0,
  )
  const found = ruled.map((call) => [call, unknownPathsOf(contract, call.operation)] as const)
  const places = new Map(found.flatMap(([, unknown]) => unknown.map((place) => [place.join(' '), place])))
  return [...places].flatMap(([name, [member, path]]) =>
    oneProblem(
      found.filter(([, unknown]) => unknown.some((place) => place.join(' ') === name)).map(([call]) => call),
      ['x-validity', member],
      `has no schema and no example of an answer with ${path}, which x-validity examines`,
    ),
  )
}
/** The paths that a rule examines and no schema and no example of an answer has, with the member of the rule. */
function unknownPathsOf(contract: Contract<Code>, operation: Operation<Code>): [member: string, path: string][] {
  const { 'x-validity': validity, responses } = operation
  const schemas = Object.values(responses).flatMap(
    (response) => jsonIn(resolved(contract, response).content)?.schema ?? [],
  )
  const examples = examplesOf(contract, operation)
  if (schemas.length === 0 && examples.length === 0) return []
  const paths = [
    ['at', validity.at ?? ''],
    ['codeAt', validity.codeAt ?? ''],
    ...(validity.require ?? []).map((path) => ['require', path]),
  ] as [string, string][]
  return paths.filter(
    ([, path]) =>
      path !== '' &&
      !schemas.some((schema) => mayHave(contract, schema, path.split('.'))) &&
      !examples.some(({ value }) => valueAt(value, path) !== undefined),
  )
}

/** Whether a schema allows a value at a path; a schema without properties allows any. `seen`: the examined schemas, by the fields that are left. */
function mayHave(contract: Contract<Code>, schema: Schema, path: readonly string[], seen: Set<Schema>[] = []): boolean {
  const found = schemaAt(contract, schema)
  const [field, ...rest] = path
  if (field === undefined) return true
  const examined = (seen[rest.length] ??= new Set())
  if (examined.has(found)) return false
  examined.add(found)
  const branches = [...(found.allOf ?? []), ...(found.anyOf ?? []), ...(found.oneOf ?? [])]
  const property = found.properties?.[field]
  if (property) return mayHave(contract, property, rest, seen)
  if (branches.length > 0) return branches.some((branch) => mayHave(contract, branch, path, seen))
  return found.properties === undefined
}

/** Every example must be a success or a listed failure, and its code must be readable under a 2xx status. */
function exampleProblems(contract: Contract<Code>, operation: Operation<Code>): Found[] {
  const listed = new Set(
    failuresOf<Code>(contract, operation)
      .filter(isListed)
      .map(({ name }) => name),
  )
  return examplesOf(contract, operation).flatMap(({ name, status, value }) => {
    const failure = status >= 200 && status < 300 ? judge(contract, operation, { status, body: value }) : null
    if (!failure || listed.has(failure.name)) return []
    const why =
      failure.name === 'malformed'
        ? whyMalformed(operation, value)
        : 'x-validity rejects it and no entry of x-failures has its code'
    return [
      [
        ['responses', String(status), 'content', 'application/json', 'examples', name],
        `the example ${name} of ${status} is ${failure.name}: ${why}`,
      ],
    ]
  })
}

function whyMalformed(operation: Operation<Code>, value: unknown): string {
  const { require: required = [] } = operation['x-validity']
  const { at, codeAt } = placesOf(operation['x-validity'])
  if (verdictOf(operation, value))
    return `${required.filter((path) => (valueAt(value, path) ?? '') === '').join(', ')} is required and missing`
  const types = typesOf(operation)
  return `${[...new Set([at, codeAt])].join(' or ')} is of another type than the words have (${[...new Set([...types.at, ...types.codeAt])].join(', ')})`
}
