import { noRule } from './description.ts'
import type { Code, Contract, Operation } from './document.ts'
import { examplesOf } from './examples.ts'
import { codesOf, failuresOf, isListed, statusesOf } from './failures.ts'
import { type Call, callsOf } from './operations.ts'
import { rejects } from './validity.ts'
import { judge, typesOf } from './verdict.ts'
import { vocabulary } from './vocabulary.ts'

/**
 * Lints the specification extensions of a description; each problem is a line with its place. Empty when there are
 * none.
 */
export function problemsOf(contract: Contract<Code>): string[] {
  const common = contract['x-failures']
  const ofRoot = [
    ...wordProblems('the root', 'x-failures', common),
    ...common
      .filter(({ name }) => !commonNames.has(name))
      .map(
        ({ name }) =>
          `the root: x-failures has ${name}; every call fails with these alone: ${[...commonNames].join(', ')}`,
      ),
  ]
  return [...ofRoot, ...callsOf<Code>(contract).flatMap((call) => callProblems(contract, call))]
}
/** Names of common failures that the SDK's runtime implements, so other contracts cannot add to them. */
const commonNames = new Set([
  'unauthorized',
  'tooManyRequests',
  'unexpectedStatus',
  'unknownCode',
  'malformed',
  'notSent',
  'noConnection',
  'timeOut',
])

function wordProblems(where: string, word: keyof typeof vocabulary, value: unknown): string[] {
  const check = vocabulary[word]
  // The loader adds an empty list to calls without failures.
  if (value === undefined || (Array.isArray(value) && value.length === 0) || check(value)) return []
  return (check.errors ?? []).map(({ instancePath, message, params }) => {
    const extra = (params as { additionalProperty?: string }).additionalProperty
    return `${where}: ${word}${instancePath} ${message}${extra ? `: ${extra}` : ''}`
  })
}

function callProblems(contract: Contract<Code>, { id, method, path, operation }: Call<Code>): string[] {
  const where = `${id} (${method.toUpperCase()} ${path})`
  const { 'x-validity': validity, 'x-failures': failures } = operation
  const hasRule = validity !== noRule
  const badWords = [
    ...(hasRule ? wordProblems(where, 'x-validity', validity) : []),
    ...wordProblems(where, 'x-failures', failures),
  ]
  if (badWords.length > 0) return badWords
  return [
    ...nameProblems(contract, operation),
    ...codeProblems(operation),
    ...statusProblems(operation),
    ...(hasRule ? exampleProblems(contract, operation) : []),
  ].map((problem) => `${where}: ${problem}`)
}

function nameProblems(contract: Contract<Code>, { 'x-failures': failures }: Operation<Code>): string[] {
  const common = contract['x-failures'].map(({ name }) => name)
  return failures.flatMap((failure, nth) => [
    ...(failures.findIndex(({ name }) => name === failure.name) === nth
      ? []
      : [`the name ${failure.name} is used twice`]),
    ...(isListed(failure) || common.includes(failure.name) ? [] : [`${failure.name} has neither code nor http`]),
    ...(isListed(failure) && common.includes(failure.name)
      ? [`${failure.name} is the name of a failure that every call has: choose another`]
      : []),
  ])
}

function codeProblems(operation: Operation<Code>): string[] {
  const { 'x-validity': validity, 'x-failures': failures } = operation
  if (validity.codeAt !== undefined && validity.codeAt !== (validity.at ?? 'code')) return []
  return failures
    .filter(({ http }) => http === undefined)
    .flatMap(codesOf<Code>)
    .filter((code) => !rejects(validity, code))
    .map((code) => `x-failures lists code ${code}, which x-validity accepts`)
}

function statusProblems({ 'x-failures': failures, responses }: Operation<Code>): string[] {
  const documented = Object.keys(responses)
  return failures
    .filter((failure) => failure.http !== undefined && statusesOf(failure, documented).length === 0)
    .filter(() => !documented.includes('default'))
    .map(({ name, http }) => `${name} means HTTP ${String(http)}, which has no response`)
}

/** Every example must be a success or a listed failure, and its code must be readable under a 2xx status. */
function exampleProblems(contract: Contract<Code>, operation: Operation<Code>): string[] {
  const listed = new Set(
    failuresOf<Code>(contract, operation)
      .filter(isListed)
      .map(({ name }) => name),
  )
  return examplesOf(contract, operation).flatMap(({ name, status, value }) => {
    const failure = status >= 200 && status < 300 ? judge(contract, operation, { status, body: value }) : null
    if (!failure || listed.has(failure.name)) return []
    const types = typesOf(operation)
    const why =
      failure.name === 'malformed'
        ? ` (a field that is required is missing, or its code is none of: ${types.at.join(', ')})`
        : ''
    return [`the example ${name} of ${status} is ${failure.name}${why}`]
  })
}
