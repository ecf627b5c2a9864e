import { createCall } from './call.ts'
import * as generated from './generated/operations.gen.ts'
import type { Operation, OperationId, Request } from './operation.ts'
import type { ClientOptions, MoneyCallOptions, OptionsOf } from './options.ts'
import type { Result } from './result.ts'

/** One typed function per call. The body is optional where the contract has an empty one. */
export type Client<Id extends OperationId = OperationId> = {
  readonly [Call in Id]: {} extends Request<Call>
    ? (body?: Request<Call>, options?: OptionsOf<Call>) => Promise<Result<Call>>
    : (body: Request<Call>, options?: OptionsOf<Call>) => Promise<Result<Call>>
}

/**
 * A client with the given calls only; a bundler drops the others:
 * `createClientOf({ createOrder, getOrderStatus }, options)` with the constants of `@paket/sdk/operations`.
 */
export function createClientOf<Id extends OperationId>(
  operations: { readonly [Call in Id]: Operation & { id: Call } },
  options: ClientOptions,
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
  return createClientOf(operations, options)
}
