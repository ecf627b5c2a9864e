import { createCall } from './call.ts'
import * as generated from './generated/operations.gen.ts'
import type { Operation, OperationId, Request } from './operation.ts'
import type { ClientOfOptions, ClientOptions, MoneyCallOptions, OptionsOf } from './options.ts'
import { withRefresh } from './refresh.ts'
import type { Result } from './result.ts'

/** The empty body of a call. Options in its place get a type error that says where they belong. */
export interface NoBody {
  readonly signal?: 'Options are the second argument: ({}, { signal })'
  readonly timeoutMs?: 'Options are the second argument: ({}, { timeoutMs })'
}
/** The type of a call's body argument. */
type Body<Call extends OperationId> = Request<Call> extends Record<string, never> ? NoBody : Request<Call>

/** One typed function per call. The body is optional where the contract has an empty one. */
export type Client<Id extends OperationId = OperationId> = {
  // Mapped over the constants, so that editors show their docstrings.
  readonly [Call in keyof Pick<typeof generated, Id>]: {} extends Request<Call>
    ? (body?: Body<Call>, options?: OptionsOf<Call>) => Promise<Result<Call>>
    : (body: Request<Call>, options?: OptionsOf<Call>) => Promise<Result<Call>>
}

/**
 * A client with the given calls only; a bundler drops the others:
 * `createClientOf({ createOrder, getOrderStatus }, options)` with the constants of `@paket/sdk/operations`.
 */
export function createClientOf<Id extends OperationId>(
  operations: { readonly [Call in Id]: Operation & { id: Call } },
  options: ClientOfOptions,
): Client<Id> {
  const call = createCall(options)
  const methods = Object.values<Operation>(operations).map((operation) => [
    operation.id,
    (body: unknown = {}, callOptions?: MoneyCallOptions) => call(operation, body, callOptions),
  ])
  // Methods and operations have the same names, and their types follow from the names.
  return Object.fromEntries(methods) as Client<Id>
}

/** A client with every call of the contract. */
export function createClient(options: ClientOptions): Client {
  const { errorCatalogue: _, ...operations } = generated
  return createClientOf(operations, { ...options, auth: withRefresh(options.auth, options) })
}
