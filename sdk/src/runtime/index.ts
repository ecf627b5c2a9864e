import { createCall } from '../call.ts'
import type { CommonArms, FailureDetails } from '../failure.ts'
import type { CommonName, Operation } from '../operation.ts'
import type { CallOptions, ClientOptions, MoneyCallOptions } from '../options.ts'
import type { Auth } from '../token.ts'
import type { Code, Descriptor, ListedFailure } from './descriptor.ts'
import { encoded, filledPath, headersOf, type Parts } from './request.ts'
import { acceptsNull, readBy } from './verdict.ts'

export type { AnswerRule, Code, Descriptor, ListedFailure, QueryStyle } from './descriptor.ts'

interface Named<Op extends Descriptor, Name extends string, Outcome> extends Omit<FailureDetails, 'code'> {
  readonly operation: Op['id']
  readonly name: Name
  readonly outcome: Outcome
  /** What the answer says of itself; undefined when it says nothing. */
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
type Common<Op extends Descriptor> = {
  [Name in CommonName]: Omit<
    Named<Op, Name, Name extends keyof Op['common'] ? Op['common'][Name] : undefined>,
    Exclude<keyof CommonArms[Name], 'code'>
  > &
    Omit<CommonArms[Name], 'code'>
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

/** Options of a client: those of this package's own, with a description's own error catalogue. Without `auth` every call is sent without a token. */
export interface RuntimeOptions extends Omit<ClientOptions, 'auth' | 'schemas' | 'strict'> {
  auth?: Auth
}

/**
 * A client of any description: `createClientOf({ getBook, addBook }, { baseUrl })` with generated constants. A call rejects with a TypeError when a
 * parameter of its path is missing, and with the reason of its signal.
 */
export function createClientOf<Ops extends Record<string, Descriptor>>(
  operations: Ops,
  { auth, ...options }: RuntimeOptions,
): ClientOf<Ops> {
  const calls = new Map<string, ReturnType<typeof createCall>>()
  const callFor = (docs: string) => {
    const call = calls.get(docs) ?? createCall({ docs, ...options, auth: auth ?? { getToken: () => null } })
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
      const operation = {
        ...shared,
        path: filledPath(descriptor, request),
        headers: headersOf(descriptor, request),
        encode: (body: unknown) => encoded(descriptor, body),
      }
      // The runtime's types are those of its own contract; what it does depends on the values alone.
      return call(operation as unknown as Operation, request.body, callOptions)
    }
    return [name, method]
  })
  return Object.fromEntries(methods) as ClientOf<Ops>
}
