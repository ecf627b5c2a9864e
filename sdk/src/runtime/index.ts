import { createCall } from '../call.ts'
import type { CommonArms, FailureDetails } from '../failure.ts'
import type { CommonName, Operation } from '../operation.ts'
import type { CallOptions, ClientOfOptions, MoneyCallOptions } from '../options.ts'
import type { AsEvent, Listeners } from '../telemetry.ts'
import type { TokenSource } from '../token.ts'
import type { Code, Descriptor, ListedFailure } from './descriptor.ts'
import { encodedBody, filledPath, headersOf, type Parts } from './request.ts'
import { acceptsNull, readBy } from './verdict.ts'

export { withRefresh, type RefreshedTokens, type RefreshOptions } from '../refresh.ts'
export type { Auth, Token, TokenRequest, TokenSource } from '../token.ts'
export type { AnswerRule, Code, Descriptor, ListedFailure, QueryStyle } from './descriptor.ts'

interface Named<Op extends Descriptor, Name extends string, Outcome> extends Omit<FailureDetails, 'code'> {
  readonly operation: Op['id']
  readonly name: Name
  readonly outcome: Outcome
  /** The answer's business code; undefined when it has none. */
  readonly code: Code | undefined
}
type OutcomeOf<Entry> = Entry extends { readonly outcome: infer Outcome } ? Outcome : undefined
type Listed<Op extends Descriptor, Entry extends ListedFailure> = Entry extends { readonly http: readonly number[] }
  ? Named<Op, Entry['name'], OutcomeOf<Entry>>
  : Named<Op, Entry['name'], OutcomeOf<Entry>> & {
      readonly kind: 'business'
      readonly status: number
      readonly code: Entry extends { readonly codes: readonly (infer One)[] } ? One : Code
    }
/** The outcome of a common failure. */
type CommonOutcome<Op extends Descriptor, Name extends CommonName> =
  | { [Out in keyof Op['common']]: Name extends Op['common'][Out][number] ? Out : never }[keyof Op['common']]
  | (Name extends Op['common'][keyof Op['common']][number] ? never : undefined)
type Common<Op extends Descriptor> = {
  [Name in CommonName]: Named<Op, Name, CommonOutcome<Op, Name>> & CommonArms[Name]
}[CommonName]

/** Every failure of a call, as a union discriminated by `name`. */
export type FailureOf<Op extends Descriptor> = Op extends Descriptor
  ? Listed<Op, Op['failures'][number]> | Common<Op>
  : never
/** What a call returns: its data or its failure. It never throws because of a server or a network. */
export type ResultOf<Op extends Descriptor> =
  | { readonly ok: true; readonly data: NonNullable<Op['types']['data']> | Extract<Op['types']['data'], null> }
  | { readonly ok: false; readonly failure: FailureOf<Op> }

type OptionsOf<Op extends Descriptor> = Op extends { readonly idempotencyKey: string } ? MoneyCallOptions : CallOptions
/** One function per call: it takes `{ path, query, headers, body }`, as far as the call has them. */
export type ClientOf<Ops extends Record<string, Descriptor>> = {
  readonly [Name in keyof Ops]: {} extends Ops[Name]['types']['request']
    ? (request?: Ops[Name]['types']['request'], options?: OptionsOf<Ops[Name]>) => Promise<ResultOf<Ops[Name]>>
    : (request: Ops[Name]['types']['request'], options?: OptionsOf<Ops[Name]>) => Promise<ResultOf<Ops[Name]>>
}

/** Options of a client, as for the contract's own calls; `docs` is the description's error catalogue. Without `auth` no token is sent. */
export interface RuntimeOptions<Op extends Descriptor = Descriptor> extends Omit<
  ClientOfOptions,
  'auth' | 'on' | 'schemas' | 'strict'
> {
  auth?: TokenSource
  /** Events of calls, typed by them. */
  on?: Listeners<AsEvent<FailureOf<Op>>> | undefined
}

/** How a request is sent. Throws lazily when it cannot be built, so that the call returns a failure. */
function wireOf(descriptor: Descriptor, request: Parts): Required<Pick<Operation, 'path' | 'init'>> {
  try {
    const path = filledPath(descriptor, request)
    const method = descriptor.method ?? 'POST'
    const sent = { method, headers: headersOf(descriptor, request), body: encodedBody(descriptor, request.body) }
    return { path, init: () => sent }
  } catch (thrown) {
    const init = () => {
      throw thrown
    }
    return { path: descriptor.path, init }
  }
}

/**
 * A client of any description: `createClientOf({ getBook, addBook }, { baseUrl })` with generated constants. A call rejects with the reason of its
 * signal, and with a TypeError for its options; a request that cannot be built, such as one that lacks a parameter of its path, is `notSent`.
 */
export function createClientOf<Ops extends Record<string, Descriptor>>(
  operations: Ops,
  { auth, on, ...options }: RuntimeOptions<Ops[keyof Ops]>,
): ClientOf<Ops> {
  const calls = new Map<string, ReturnType<typeof createCall>>()
  const callFor = (docs: string) => {
    const call =
      calls.get(docs) ?? createCall({ docs, ...options, on: on as Listeners, auth: auth ?? { getToken: () => null } })
    calls.set(docs, call)
    return call
  }
  const methods = Object.entries<Descriptor>(operations).map(([name, descriptor]) => {
    const call = callFor(descriptor.docs ?? '')
    const shared = {
      ...descriptor,
      ...(!auth && { anonymous: true }),
      ...(descriptor.answer && {
        reject: acceptsNull,
        require: [],
        read: readBy(descriptor.answer, descriptor.require),
      }),
    }
    const method = async (request: Parts = {}, callOptions?: MoneyCallOptions) => {
      // The runtime is typed for its own contract, but works with any values.
      return call({ ...shared, ...wireOf(descriptor, request) } as unknown as Operation, undefined, callOptions)
    }
    return [name, method]
  })
  return Object.fromEntries(methods) as ClientOf<Ops>
}
