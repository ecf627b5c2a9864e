import { isPlainObject } from '@redocly/openapi-core'
import { type FailureEntry, isAssumed, type Operation } from '@paket/contract'
import { compareCalls as compareCallWords } from './compare-extensions.ts'
import type { Answer, Call, Description, Parameter } from '../description/description.ts'
import { type At, child } from '../description/reading.ts'
import type { Found } from '../report/finding.ts'
import { compareSuccess, type Extensions } from './compare-answers.ts'
import { compareFields } from './compare-fields.ts'
import { compareSecurity } from './compare-security.ts'
import { type Context, found, type Mode } from './context.ts'
import { match, type Matches } from './match.ts'
import { changeAsFound } from './extension-finding.ts'

export interface Comparison {
  found: Found[]
  matches: Matches
}

const JSON_MEDIA = 'application/json'
const takesJson = (media: string) =>
  media === JSON_MEDIA || media === '*/*' || media === 'application/*' || media.endsWith('+json')
const jsonOf = (media: ReadonlyMap<string, At>): At | undefined =>
  [...media]
    .toSorted(([a], [b]) => Number(b === JSON_MEDIA) - Number(a === JSON_MEDIA))
    .find(([name]) => takesJson(name))?.[1]

/** Whether what is built on ours would still work with theirs. */
export function compareDescriptions(ours: Description, theirs: Description, mode: Mode): Comparison {
  const matches = match(ours, theirs, mode)
  const perCall = [...matches.pairs, ...matches.moved].flatMap(({ our, their }) =>
    compareCall(ours, theirs, our, their, mode),
  )
  return { found: [...matches.found, ...perCall], matches }
}

/** The specification extensions of a call; what a plain description has none of is empty. */
export function extensionsOf(call: Call, description: Description): Extensions {
  const operation = call.at.value as Partial<Operation>
  const everywhere = (child(description.reading.root, 'x-failures')?.value ?? []) as FailureEntry[]
  return {
    validity: operation['x-validity'] ?? { reject: {} },
    failures: [...(operation['x-failures'] ?? []), ...everywhere],
  }
}

function compareCall(ours: Description, theirs: Description, our: Call, their: Call, mode: Mode): Found[] {
  const base = { call: our.id, ours: ours.reading, theirs: theirs.reading }
  const request: Context = { ...base, direction: 'request' }
  const response: Context = { ...base, direction: 'response' }
  const deprecated =
    their.deprecated && !our.deprecated
      ? [
          found(request, {
            rule: 'call-deprecated',
            subject: our.id,
            differs: `${our.id} is deprecated`,
            ours: our.at,
            theirs: their.at,
          }),
        ]
      : []
  const operation = our.at.value as Operation
  const extensions =
    mode === 'spec' ? compareCallWords(our.id, operation, withExtensions(operation, their.at.value as Given)) : []
  return [
    ...deprecated,
    ...extensions.map((change) => changeAsFound(change, [our.id], our.at, their.at)),
    ...compareSecurity(request, our, their),
    ...compareParameters(request, our, their, mode),
    ...compareBodies(request, our, their),
    ...compareAnswers(response, extensionsOf(our, ours), our, their, mode),
  ]
}
type Given = Record<string, unknown>
/** The extensions that a service writes, as far as they can be read; the contract's own where it writes none. */
function withExtensions(ours: Operation, theirs: Given): Operation {
  const written = (word: keyof Operation, isSound: (value: unknown) => boolean) =>
    isSound(theirs[word]) ? theirs[word] : ours[word]
  return {
    ...ours,
    'x-validity': written('x-validity', (value) => isPlainObject(value) && isPlainObject(value['reject'])),
    'x-failures': written(
      'x-failures',
      (value) =>
        Array.isArray(value) && value.every((entry) => isPlainObject(entry) && typeof entry['name'] === 'string'),
    ),
    'x-cache': written('x-cache', isPlainObject),
    'x-provenance': written('x-provenance', (value) => isPlainObject(value) && typeof value['kind'] === 'string'),
  } as Operation
}

/** Headers that every client sends by itself. */
const ownHeaders = new Set(['authorization', 'content-type', 'accept'])
const nameOf = ({ in: where, name }: Pick<Parameter, 'in' | 'name'>) =>
  `${where} parameter ${where === 'header' ? name.toLowerCase() : name}`
export const isSameParameter = (one: Parameter, other: Parameter) => nameOf(one) === nameOf(other)
/** A name without case, dashes and the `X-` of old headers. */
const plainName = (name: string) =>
  name
    .toLowerCase()
    .replace(/^x-/, '')
    .replaceAll(/[^a-z0-9]/g, '')
function compareParameters(context: Context, our: Call, their: Call, mode: Mode): Found[] {
  const known = new Map(our.parameters.map((parameter) => [nameOf(parameter), parameter]))
  const there = new Map(their.parameters.map((parameter) => [nameOf(parameter), parameter]))
  const more = [...there].filter(
    ([name, parameter]) =>
      !known.has(name) &&
      parameter.in !== 'path' &&
      !(parameter.in === 'header' && ownHeaders.has(parameter.name.toLowerCase())),
  )
  return [
    ...more.map(([name, { required, at }]) =>
      found(context, {
        rule: required ? 'parameter-required' : 'parameter-new',
        subject: name,
        differs: `The ${name} ${required ? 'is required' : 'may be sent'}`,
        ours: our.at,
        theirs: at,
      }),
    ),
    ...[...known].flatMap(([name, parameter]) => {
      const other = there.get(name)
      const renamed = more.find(([, each]) => plainName(each.name) === plainName(parameter.name))
      if (!other)
        return [
          found(context, {
            rule: mode === 'spec' && isAssumed(parameter.at.value) ? 'parameter-assumed-gone' : 'parameter-gone',
            subject: name,
            differs: `The ${name} is not read${renamed ? `, but \`${renamed[1].name}\` is new` : ''}`,
            ours: parameter.at,
            theirs: their.at,
          }),
        ]
      const isNarrower = other.required && !parameter.required
      const required = isNarrower
        ? [
            found(context, {
              rule: 'parameter-required',
              subject: name,
              differs: `The ${name} is required now`,
              ours: parameter.at,
              theirs: other.at,
            }),
          ]
        : []
      return [...required, ...compareFields(context, { ours: [parameter.schema], theirs: [other.schema] }, name)]
    }),
  ]
}

function compareBodies(context: Context, our: Call, their: Call): Found[] {
  const one = (rule: Parameters<typeof found>[1]['rule'], differs: string, at: At) => [
    found(context, { rule, subject: our.id, differs, ours: our.body?.at ?? our.at, theirs: at }),
  ]
  if (!our.body)
    return their.body?.required ? one('request-body-required', `${our.id} requires a body`, their.body.at) : []
  if (!their.body) return one('request-body-refused', `${our.id} takes no body`, their.at)
  const optional =
    our.body.required && !their.body.required
      ? one('request-body-optional', `The body of ${our.id} may be left out`, their.body.at)
      : []
  const [mine, taken] = [jsonOf(our.body.media), jsonOf(their.body.media)]
  if (!mine) return optional
  if (!taken)
    return [
      ...optional,
      ...one(
        'request-media-type-refused',
        `${our.id} takes ${[...their.body.media.keys()].join(', ') || 'nothing'} only`,
        their.body.at,
      ),
    ]
  return [...optional, ...compareFields(context, { ours: [mine], theirs: [taken] }, `${our.id} request`)]
}

const isSuccess = (status: string) => status.startsWith('2')
function compareAnswers(context: Context, extensions: Extensions, our: Call, their: Call, mode: Mode): Found[] {
  const success =
    their.answers.get('200') ??
    their.answers.get('2XX') ??
    ([...their.answers.keys()].some(isSuccess) ? undefined : their.answers.get('DEFAULT'))
  const one = (rule: Parameters<typeof found>[1]['rule'], subject: string, differs: string, at: At) =>
    found(context, { rule, subject, differs, ours: child(our.at, 'responses') ?? our.at, theirs: at })
  const expected = our.answers.get('200')
  return [
    ...(success && expected
      ? compareFirst(context, extensions, { call: our, answer: expected }, { call: their, answer: success }, mode)
      : []),
    ...(success || !expected
      ? []
      : [
          one(
            'response-success-missing',
            our.id,
            `${our.id} describes no answer with HTTP 200`,
            child(their.at, 'responses') ?? their.at,
          ),
        ]),
    ...[...their.answers].flatMap(([status, answer]) => compareStatus(status, answer)),
    ...[...our.answers.keys()]
      .filter((status) => status !== '200' && !covers(their, status))
      .map((status) =>
        one(
          'response-status-never',
          status,
          `HTTP ${status} is not described`,
          child(their.at, 'responses') ?? their.at,
        ),
      ),
  ]

  function compareStatus(status: string, answer: Answer): Found[] {
    const known = our.answers.get(status)
    if (status === '200' || status === '2XX' || status === 'DEFAULT' || status.startsWith('1')) return []
    if (known) return compareErrors(context, known, answer, status)
    if (isSuccess(status))
      return [one('response-success-other', `${our.id} ${status}`, `${our.id} may answer HTTP ${status}`, answer.at)]
    if (status.startsWith('3'))
      return [one('response-redirect', `${our.id} ${status}`, `${our.id} may answer HTTP ${status}`, answer.at)]
    return isListed(extensions, status)
      ? []
      : [one('response-status-unknown', status, `HTTP ${status} may be answered`, answer.at)]
  }
}
/** Whether a description has a status, by itself or in a range. */
export const covers = ({ answers }: Call, status: string) =>
  answers.has(status) || answers.has(`${status[0]}XX`) || answers.has('DEFAULT')
function isListed({ failures }: Extensions, status: string): boolean {
  return failures.some(({ http }) =>
    (Array.isArray(http) ? http : [http]).some(
      (one) => String(one) === status || (String(one).endsWith('XX') && String(one)[0] === status[0]),
    ),
  )
}

function compareFirst(
  context: Context,
  extensions: Extensions,
  ours: { call: Call; answer: Answer },
  theirs: { call: Call; answer: Answer },
  mode: Mode,
): Found[] {
  const [mine, their] = [jsonOf(ours.answer.media), jsonOf(theirs.answer.media)]
  if (!mine) return []
  const one = (rule: Parameters<typeof found>[1]['rule'], differs: string) =>
    found(context, { rule, subject: context.call, differs, ours: ours.answer.at, theirs: theirs.answer.at })
  if (theirs.answer.media.size === 0) return [one('response-body-missing', `${context.call} answers without a body`)]
  const others = [...theirs.answer.media.keys()].filter((media) => !takesJson(media))
  if (!their) return [one('response-media-type', `${context.call} answers ${others.join(', ')}`)]
  const more =
    others.length > 0 ? [one('response-media-type-more', `${context.call} may answer ${others.join(', ')}`)] : []
  // A header that the contract only assumes is reported once, as a note: its absence from a description says little.
  const headers = [...ours.answer.headers]
    .filter(([name]) => !theirs.answer.headers.has(name))
    .map(([name, at]) =>
      mode === 'spec' && isAssumed(context.ours.follow(at).value)
        ? found(context, {
            rule: 'response-header-gone',
            subject: `header ${name}`,
            differs: `The header ${name}, which the contract assumes, is not described`,
            ours: at,
            theirs: theirs.answer.at,
            severity: 'note',
          })
        : one('response-header-gone', `The header ${name} of ${context.call} is gone`),
    )
  return [
    ...more,
    ...headers,
    ...compareSuccess(
      context,
      extensions,
      { call: ours.call, schema: mine },
      { ...theirs, schema: their },
      mode === 'spec',
    ),
  ]
}
function compareErrors(context: Context, ours: Answer, theirs: Answer, status: string): Found[] {
  const [mine, their] = [jsonOf(ours.media), jsonOf(theirs.media)]
  if (!mine) return []
  const label = `${context.call} ${status}`
  if (their) return compareFields(context, { ours: [mine], theirs: [their] }, label, { hasCode: true })
  const differs = `HTTP ${status} comes with ${[...theirs.media.keys()].join(', ') || 'no body'}`
  return [
    found(context, { rule: 'response-error-media-type', subject: status, differs, ours: ours.at, theirs: theirs.at }),
  ]
}
