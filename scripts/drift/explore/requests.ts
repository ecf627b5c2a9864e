import * as fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import type { ErrorObject } from 'ajv/dist/2020.js'
import { type At, child, type Reading } from '../description/reading.ts'
import type { Parameter } from '../description/description.ts'
import { errorsOf, stepsOf } from '../traffic/body-errors.ts'
import type { Expectation } from '../traffic/expectations.ts'
import { isJson } from '../description/media-type.ts'
import { isObject } from '../traffic/exchange.ts'
import type { ForbiddenParameter, Probe } from '../traffic/finding-collector.ts'
import type { Given } from '../traffic/given.ts'
import { quoted } from '../traffic/shown.ts'
import type { WrittenBody } from '../traffic/written-body.ts'
import type { Learned } from './learned.ts'
import { parameterExamplesOf, requestExamplesOf, valuesOf } from './values.ts'
import { additionsOf, variantsOf } from './variants.ts'

/** The values of a request by name, before serialization. */
export interface Sent {
  path: Record<string, unknown>
  query: Record<string, unknown>
  headers: Record<string, unknown>
  cookies: Record<string, unknown>
  /** Absent when no body is sent. */
  body?: unknown
}
type Where = 'path' | 'query' | 'headers' | 'cookies'
const kinds = { path: 'path', query: 'query', headers: 'header', cookies: 'cookie' } as const
interface Slot {
  where: Where
  parameter: Parameter
  given: Given
}
const KEY = /^idempotency-key$/i

/** Generates requests of one call from its description. */
export class RequestMaker {
  readonly expected: Expectation
  readonly #reading: Reading
  readonly #slots: Slot[]
  readonly #media: string | undefined
  /** How a body that is not JSON is serialized. */
  readonly #writing: WrittenBody | null
  readonly #bodySchema: At | undefined
  constructor(expected: Expectation, reading: Reading) {
    this.expected = expected
    this.#reading = reading
    const { call } = expected
    const named = (where: Where, some: readonly (Given | null)[]): Slot[] =>
      some.flatMap((given) => {
        const parameter = call.parameters.find((one) => one.in === kinds[where] && one.name === given?.name)
        return given && parameter ? [{ where, parameter, given }] : []
      })
    this.#slots = [
      ...named('path', expected.path),
      ...named('query', expected.query),
      ...named('headers', expected.headers),
      ...named('cookies', expected.cookies),
    ]
    this.#writing = expected.request === null ? expected.written : null
    this.#media = [...(call.body?.media.keys() ?? [])].find(isJson) ?? this.#writing?.media
    this.#bodySchema = this.#media === undefined ? undefined : call.body?.media.get(this.#media)
  }
  /** Returns why no request of the call can be generated; null when it can. */
  get obstacle(): string | null {
    const { call, path } = this.expected
    if (path.some((one) => one === null)) return 'a part of its path is described in no way that is read'
    if (call.body?.required === true && this.#media === undefined)
      return `its body is ${[...call.body.media.keys()].join(', ')}`
    const known = new Set(this.#slots.map(({ parameter }) => parameter))
    const odd = call.parameters.find(
      (one) =>
        one.required &&
        !known.has(one) &&
        !['accept', 'content-type', 'authorization'].includes(one.name.toLowerCase()),
    )
    return odd ? `its parameter ${odd.name} is written in a style that is not made` : null
  }
  get #bodyExamples(): unknown[] {
    const media = this.#media === undefined ? undefined : child(this.expected.call.body!.at, 'content', this.#media)
    return requestExamplesOf(this.#reading, media)
  }
  /** The contract's examples of the parameters and the body. */
  get examples(): unknown[] {
    const ofParameters = this.#slots.flatMap(({ parameter }) => parameterExamplesOf(this.#reading, parameter))
    return [...ofParameters, ...this.#bodyExamples]
  }
  /** Returns the name of the idempotency key header, if the call has one. */
  get keyName(): string | undefined {
    return this.#slots.find(({ where, parameter }) => where === 'headers' && KEY.test(parameter.name))?.parameter.name
  }

  /**
   * Returns requests with the examples of the description, then the same with ids from responses; one generated request
   * when there are no examples.
   */
  shown(learned: Learned, seed: number): Sent[] {
    const [made] = fc.sample(this.arbitrary(learned), { seed, numRuns: 1 })
    const plain: Sent = { ...made!, query: {}, headers: {}, cookies: {} }
    for (const { where, parameter } of this.#slots) {
      const { name } = parameter
      const [example] = parameterExamplesOf(this.#reading, parameter)
      if (parameter.required || KEY.test(name))
        plain[where][name] = KEY.test(name) ? made!.headers[name] : (example ?? made![where][name])
    }
    const shown = this.#bodyExamples.map((body): Sent => ({ ...plain, body }))
    const known = shown.map((sent): Sent => ({ ...sent, body: replaced(sent.body, learned) }))
    return shown.length === 0 ? [plain] : [...shown, ...known.filter((one, nth) => !isDeepStrictEqual(one, shown[nth]))]
  }
  /** Returns an arbitrary of valid requests, as far as a schema's keywords say. */
  arbitrary(learned: Learned): fc.Arbitrary<Sent> {
    const of = (where: Where) => {
      const slots = this.#slots.filter((slot) => slot.where === where)
      const required = slots.filter(({ parameter }) => parameter.required || KEY.test(parameter.name))
      return fc.record(
        Object.fromEntries(
          slots.map(({ parameter: { name, schema } }) => [name, valuesOf(this.#reading, [schema], learned, name)]),
        ),
        { requiredKeys: required.map(({ parameter }) => parameter.name) },
      ) as fc.Arbitrary<Record<string, unknown>>
    }
    const model = { path: of('path'), query: of('query'), headers: of('headers'), cookies: of('cookies') }
    return this.#bodySchema
      ? fc.record({ ...model, body: valuesOf(this.#reading, [this.#bodySchema], learned) })
      : fc.record(model)
  }

  /** Yields the request with one change: each that is worth trying. */
  *variants(sent: Sent): Generator<Sent> {
    if (this.#bodySchema && 'body' in sent) {
      for (const body of variantsOf(this.#reading, [this.#bodySchema], sent.body)) yield { ...sent, body }
      const { body: _, ...bare } = sent
      yield bare
    }
    for (const { where, parameter } of this.#slots) {
      const { [parameter.name]: value, ...left } = sent[where]
      if (where !== 'path' && value !== undefined) yield { ...sent, [where]: left }
      for (const one of variantsOf(
        this.#reading,
        [parameter.schema],
        value ?? parameterExamplesOf(this.#reading, parameter)[0],
      ))
        if (!isObject(one)) yield { ...sent, [where]: { ...sent[where], [parameter.name]: one } }
    }
  }

  /** Yields the request with one field more. */
  *additions(sent: Sent, learned: Learned, seed: number): Generator<Sent> {
    const schemas = this.#bodySchema ? [this.#bodySchema] : []
    const generated = (some: readonly At[], name: string) =>
      fc.sample(valuesOf(this.#reading, some, learned, name), { seed, numRuns: 1 })[0]
    for (const body of additionsOf(this.#reading, schemas, sent.body, generated)) yield { ...sent, body }
  }

  /** Returns the parameters that the contract forbids, and whether it forbids the body. */
  forbidden(sent: Sent): Probe['forbidden'] {
    const { request, call } = this.expected
    const writing = this.#writing
    const isBody = (value: unknown) =>
      writing ? writing.isValid(writing.write(value)) : request === null || request.isValid(value)
    const body = call.body !== null && (sent.body === undefined ? call.body.required : !isBody(sent.body))
    const given = this.#slots.map(({ where, parameter: { name }, given: one }) => {
      const value = sent[where][name]
      return { where: kinds[where], given: one, texts: value === undefined ? [] : one.write(value) }
    })
    const isWrong = ({ given: one, texts }: ForbiddenParameter) =>
      texts.length === 0 ? one.required : !one.fits(texts)
    return { body, parameters: given.filter(isWrong) }
  }

  /** Returns each mistake in a request by its place and its kind. */
  mistakes(sent: Sent): Set<string> {
    const { body, parameters } = this.forbidden(sent)
    const { request, written } = this.expected
    const inBody = (): ErrorObject[] => {
      if (request) return errorsOf(request, sent.body)
      return written ? errorsOf(written.check, written.read(written.write(sent.body))) : []
    }
    const errors = !body || sent.body === undefined ? [] : inBody()
    return new Set([
      ...(body && errors.length === 0 ? ['body'] : []),
      // Shrinking moves the items of a list.
      ...errors.map(
        (error) =>
          `body ${error.keyword} ${stepsOf(error)
            .join('/')
            .replace(/\b\d+\b/g, '0')}`,
      ),
      ...parameters.map(({ where, given, texts }) => `${where} ${given.name}${texts.length === 0 ? ' missing' : ''}`),
    ])
  }
  /** Returns the call without values. */
  get bare(): Written {
    const { method, path } = this.expected.call
    return { method: method.toUpperCase(), target: path, headers: {}, type: '', body: undefined }
  }
  /** Returns the request to send; null when it cannot be serialized. */
  written(sent: Partial<Sent>): Written | null {
    const { call } = this.expected
    const { path, query, headers, cookies } = sent
    // The shrinker removes any field.
    if (!path || !query || !headers || !cookies) return null
    let isWhole = true
    const target = call.path.replace(/\{([^{}]*)\}/g, (_, name: string) => {
      const text = textsOf(path[name]).join(',')
      // These would change the path.
      if (path[name] === undefined || /^\.{0,2}$|[/\\]/.test(text) || !text.isWellFormed()) isWhole = false
      return isWhole ? encodeURIComponent(text) : ''
    })
    const pairs = this.#slots
      .filter(({ where, parameter }) => where === 'query' && query[parameter.name] !== undefined)
      .flatMap(({ parameter, given }) =>
        given.write(query[parameter.name]).map((text): [string, string] => [parameter.name, text]),
      )
    const lines = Object.entries(headers).map(([name, value]): [string, string] => [name, textsOf(value).join(',')])
    const crumbs = Object.entries(cookies).map(([name, value]): [string, string] => [name, textsOf(value).join(',')])
    // Other characters in cookies are not portable.
    if (crumbs.some(([, text]) => !/^[\w!#$%&'()*+./:<=>?@[\]^`{|}~-]*$/.test(text))) return null
    if (crumbs.length > 0) lines.push(['Cookie', crumbs.map((crumb) => crumb.join('=')).join('; ')])
    if (!isWhole || lines.some(([, text]) => !/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text))) return null
    const asked = new URLSearchParams(pairs).toString()
    const body = sent.body === undefined ? undefined : (this.#writing?.write ?? JSON.stringify)(sent.body)
    // An empty string is sent as no body.
    if (body === '') return null
    return {
      method: call.method.toUpperCase(),
      target: asked === '' ? target : `${target}?${asked}`,
      headers: Object.fromEntries(lines),
      type: this.#writing?.type ?? (this.#media?.includes('*') === false ? this.#media : 'application/json'),
      body,
    }
  }
}
const LONGEST = 1800
/** Returns a curl command; the address and the token come from environment variables. */
export function curlOf(
  { method, target, headers, type, body }: Written,
  { base, bases }: { base: string; bases: readonly string[] },
  needsToken: boolean,
): string {
  // A base path that is not the contract's is part of the given address, which is not shown.
  const path = bases.includes(base) ? `${base}${target}` : target
  const lines = Object.entries(headers).map(([name, value]) => ` -H ${quoted(`${name}: ${value}`)}`)
  const token = needsToken ? ' -H "Authorization: Bearer $TOKEN"' : ''
  const data =
    body === undefined
      ? ''
      : ` -H ${quoted(`Content-Type: ${type}`)} ${body.length > LONGEST ? '-d @body.json' : `--data-raw ${quoted(body)}`}`
  return `curl -X ${method} "$ORIGIN"${quoted(path)}${token}${lines.join('')}${data}`
}
/** A serialized request. */
export interface Written {
  method: string
  /** Path and query, below the server's base path. */
  target: string
  headers: Record<string, string>
  /** The media type of the body. */
  type: string
  body: string | undefined
}

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one)))
/** Returns a body with its example ids replaced by ids from responses. */
function replaced(value: unknown, learned: Learned): unknown {
  if (Array.isArray(value)) return value.map((item) => replaced(item, learned))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const [known] = /id$/i.test(name) ? learned.of(name) : []
      return [name, known !== undefined && typeof known === typeof part ? known : replaced(part, learned)]
    }),
  )
}
