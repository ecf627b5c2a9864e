import {
  bodiesOf,
  type Call,
  type Code,
  type Contract,
  type FailureEntry,
  failuresOf,
  idempotencyKey,
  isAnonymous,
  list,
  type Media,
  type Operation,
  parametersOf,
  placesOf,
  resolved,
  type Style,
  typesOf,
} from '@paket/contract'

/** `5XX` is the digit 5: a status below 10 represents its class. */
const status = (http: number | string) => (typeof http === 'number' ? http : Number(http[0]))
function failureEntry({ name, outcome, code, http }: FailureEntry<Code>) {
  return {
    name,
    ...(outcome !== undefined && { outcome }),
    ...(code !== undefined && { codes: list<Code>(code) }),
    ...(http !== undefined && { http: list(http).map(status) }),
  }
}

/** A call as data: what the runtime needs to send it and to judge its answer. */
export function descriptor(contract: Contract<Code>, { id, method, path, operation }: Call<Code>) {
  const failures = failuresOf<Code>(contract, operation)
  const key = idempotencyKey(contract, operation)
  return {
    id,
    path,
    ...(method !== 'post' && { method: method.toUpperCase() }),
    ...queryStyles(contract, operation),
    ...bodyType(operation),
    ...answerType(contract, operation),
    ...(isAnonymous(contract, operation) && { anonymous: true }),
    ...(key && { idempotencyKey: key['x-provenance']?.kind ?? 'documented' }),
    ...answerRule(contract, operation),
    require: operation['x-validity'].require ?? [],
    failures: failures.filter(({ isCommon }) => !isCommon).map(failureEntry),
    common: namesByOutcome(failures.filter(({ isCommon }) => isCommon)),
  }
}

function namesByOutcome(failures: readonly FailureEntry<Code>[]): Record<string, string[]> {
  const names: Record<string, string[]> = {}
  for (const { name, outcome } of failures) if (outcome !== undefined) (names[outcome] ??= []).push(name)
  return names
}

const delimiters: Record<string, string> = { spaceDelimited: 'space', pipeDelimited: 'pipe', deepObject: 'deep' }
/** How the values of a list are joined; undefined: they are repeated. */
const joinedBy = ({ style = 'form', explode }: Style) => delimiters[style] ?? (explode === false ? 'comma' : undefined)
/** Query parameters that are not repeated for each value of a list. */
function queryStyles(contract: Contract<Code>, operation: Operation<Code>) {
  const styles = parametersOf(contract, operation).flatMap((parameter) => {
    const joined = parameter.content ? 'json' : joinedBy(parameter)
    return parameter.in === 'query' && joined ? [[parameter.name, joined]] : []
  })
  return styles.length > 0 ? { query: Object.fromEntries(styles) as Record<string, string> } : {}
}

/** How the body is sent where that is not `application/json`: as a form, if the call takes nothing else; as another JSON; of another type it cannot be. */
function bodyType({ requestBody }: Operation<Code>): { form?: true | Record<string, string | true>; type?: string } {
  const content: Record<string, Media> = requestBody?.content ?? {}
  const types = Object.keys(content)
  const json =
    types.find((type) => /^application\/json\b|\*/i.test(type)) ?? types.find((type) => /\bjson\b/i.test(type))
  const form = content['application/x-www-form-urlencoded']
  if (json === undefined && form) return { form: fieldStyles(form) }
  const type = json ?? types[0]
  return type === undefined || /^application\/json\b|\*/i.test(type) ? {} : { type }
}

/** The JSON type that the answers have instead of `application/json`. */
function answerType(contract: Contract<Code>, { responses }: Operation<Code>): { accept?: string } {
  const accept = Object.entries(responses)
    .flatMap(([http, response]) => (http[0] === '2' ? Object.keys(resolved(contract, response).content ?? {}) : []))
    .filter((type) => /\bjson\b/i.test(type))
    .toSorted((a, b) => Number(isPlainJson(b)) - Number(isPlainJson(a)))[0]
  return accept === undefined || isPlainJson(accept) ? {} : { accept }
}
const isPlainJson = (type: string) => /^application\/json\b/i.test(type)

/** The fields of a form that have a style of their own: the others are JSON if they are objects. */
function fieldStyles({ encoding = {} }: Media): true | Record<string, string | true> {
  const withStyle = Object.entries(encoding).filter(
    ([, { style, explode }]) => style !== undefined || explode !== undefined,
  )
  return withStyle.length > 0 ? Object.fromEntries(withStyle.map(([name, one]) => [name, joinedBy(one) ?? true])) : true
}

/** The rule of an answer whose code is not a number in `code` of an object. */
function answerRule(contract: Contract<Code>, operation: Operation<Code>) {
  const { at, codeAt } = placesOf(operation['x-validity'])
  const types = typesOf(operation)
  const { reject } = operation['x-validity']
  const { nothing, anything } = bodiesOf(contract, operation)
  if (at === 'code' && codeAt === at && types.at.join('') === 'number' && !nothing && !anything) return { reject }
  const otherBodies = { ...(nothing && { nothing }), ...(anything && { anything }) }
  return { answer: { reject, at, codeAt, types: types.at, codeTypes: types.codeAt, ...otherBodies }, reject: {} }
}
