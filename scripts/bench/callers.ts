import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { build } from 'esbuild'
import { createClient, type Failure, type OperationId, type Result } from '@paket/sdk'
import * as operations from '@paket/sdk/operations'
import { schemas } from '@paket/sdk/schemas'
import createOpenapiFetch from 'openapi-fetch'
import type { Call } from './contract.ts'
import { runGenerator, type Workshop } from './generators.ts'

/** What a client gives whoever calls it, when it does not throw. */
export interface Given {
  data?: unknown
  /** A failure, kept apart from data. */
  failure?: { isTyped: boolean }
  /** It has called a hook because the answer differs from the contract. */
  isReported?: boolean
}
export interface Asked {
  call: Call
  baseUrl: string
  token: string
  /** For the clients that can end a call by themselves. */
  timeoutMs?: number | undefined
}
export type Caller = (asked: Asked) => Promise<Given>

/** Our client; with the schemas it also reports what differs from them. */
export const paket =
  (withSchemas: boolean): Caller =>
  async ({ call, baseUrl, token, timeoutMs }) => {
    let isReported = false
    const client = createClient({
      baseUrl,
      auth: { getToken: () => token },
      ...(withSchemas && { schemas, on: { drift: () => (isReported = true) } }),
    })
    const id = call.id as OperationId
    const method = client[id] as (body: object, options: object) => Promise<Result>
    const result = await method(call.body, timeoutMs ? { timeoutMs } : {})
    return result.ok ? { data: result.data, isReported } : { failure: { isTyped: isNamed(id, result.failure) } }
  }
const byId: typeof operations = { ...operations }
/** Whether the failure is one of the call's own union. */
function isNamed(id: OperationId, { operation, name }: Failure): boolean {
  const { failures, common } = byId[id]
  return operation === id && (name in common || failures.some((failure) => failure.name === name))
}

/**
 * A failure of the others is typed when the client says what it is: the body of a status that the contract declares for
 * the call. An exception handed over as a value is none, nor is the body of any other status.
 */
const failed = ({ answers }: Call, status: number | undefined, error: unknown): Given => ({
  failure: { isTyped: status !== undefined && answers.has(status) && isDeepStrictEqual(error, answers.get(status)) },
})
interface Fields {
  data?: unknown
  error?: unknown
  response?: Response
}
const fieldsOf = (call: Call, { data, error, response }: Fields): Given =>
  error === undefined ? { data } : failed(call, response?.status, error)

const openapiFetch: Caller = async ({ call, baseUrl, token }) => {
  const api = createOpenapiFetch<Record<string, never>>({ baseUrl, headers: { Authorization: `Bearer ${token}` } })
  const post = api.POST as unknown as (path: string, init: { body: object }) => Promise<Fields>
  return fieldsOf(call, await post(call.path, { body: call.body }))
}

type Method<Args extends unknown[], Answer> = Record<string, (...args: Args) => Promise<Answer>>
interface HeyApi extends Method<[options: { client: unknown; body: object }], Fields> {}
interface HeyApiClient {
  createClient: (config: { baseUrl: string; auth: () => string }) => unknown
}
const heyApi =
  (sdk: HeyApi, { createClient: create }: HeyApiClient): Caller =>
  async ({ call, baseUrl, token }) => {
    const client = create({ baseUrl, auth: () => token })
    return fieldsOf(call, await sdk[call.id]!({ client, body: call.body }))
  }

type Orval = Method<
  [body: object, init: RequestInit, fetch: (path: string, init: RequestInit) => Promise<Response>],
  { data: unknown; status: number }
>
const orval =
  (sdk: Orval): Caller =>
  async ({ call, baseUrl, token }) => {
    const send = (path: string, init: RequestInit) => fetch(path.replace('/bff/api', baseUrl), init)
    const { data, status } = await sdk[call.id]!(call.body, { headers: { Authorization: `Bearer ${token}` } }, send)
    // Its union of answers is discriminated by the status.
    return status === 200 ? { data } : failed(call, status, data)
  }

interface Redocly {
  createClient: (operations: unknown, config: object) => Method<[args: { body: object }, init: object], Fields>
  OPERATIONS: unknown
}
interface RedoclyZod {
  zodValidation: (options: { onViolation: () => void }) => unknown
}
const redocly =
  ({ createClient: create, OPERATIONS }: Redocly, { zodValidation }: RedoclyZod): Caller =>
  async ({ call, baseUrl, token, timeoutMs }) => {
    let isReported = false
    const middleware = [zodValidation({ onViolation: () => (isReported = true) })]
    const client = create(OPERATIONS, { serverUrl: baseUrl, errorMode: 'result', auth: { bearer: token }, middleware })
    const given = fieldsOf(call, await client[call.id]!({ body: call.body }, timeoutMs ? { timeout: timeoutMs } : {}))
    return { ...given, isReported }
  }

export const ours: Record<string, Caller> = { '@paket/sdk': paket(false), '@paket/sdk + schemas': paket(true) }

/** Our client and the others, each generated from the contract with its checks switched on. */
export async function everyCaller(workshop: Workshop): Promise<Record<string, Caller>> {
  for (const name of ['hey-api + valibot', 'orval + zod', 'Redocly + zod'] as const) await runGenerator(name, workshop)
  const load = async (file: string): Promise<never> => {
    const outfile = join(workshop.folder, file.replace(/\.ts$/, '.mjs'))
    const entryPoints = [join(workshop.folder, file)]
    await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'silent' })
    return (await import(pathToFileURL(outfile).href)) as never
  }
  return {
    ...ours,
    'hey-api + valibot': heyApi(
      await load('hey-api-valibot/sdk.gen.ts'),
      await load('hey-api-valibot/client/index.ts'),
    ),
    'openapi-fetch': openapiFetch,
    'orval + zod': orval(await load('orval-zod/client.ts')),
    'Redocly + zod': redocly(await load('redocly-zod/client.ts'), await load('redocly-zod/client.zod.ts')),
  }
}
