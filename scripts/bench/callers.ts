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

/** What a client returns when it does not throw. */
export interface CallResult {
  data?: unknown
  /** A failure, separate from data. */
  failure?: { isTyped: boolean }
  /** Whether it has called a hook for an answer that differs from the contract. */
  isReported?: boolean
}
export interface CallInput {
  call: Call
  baseUrl: string
  token: string
  /** For clients with an option for it. */
  timeoutMs?: number | undefined
}
export type Caller = (input: CallInput) => Promise<CallResult>

/** Our client; with the schemas it also reports answers that differ from them. */
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
/** Whether the failure is a member of the call's union. */
function isNamed(id: OperationId, { operation, name }: Failure): boolean {
  const { failures, common } = byId[id]
  return (
    operation === id &&
    [...failures.map((failure) => failure.name), ...Object.values<readonly string[]>(common).flat()].includes(name)
  )
}

/**
 * The failure of another client. It counts as typed when it is the body of a status that the call declares; an exception
 * that is returned as a value, or the body of another status, does not.
 */
const failureResult = ({ answers }: Call, status: number | undefined, error: unknown): CallResult => ({
  failure: { isTyped: status !== undefined && answers.has(status) && isDeepStrictEqual(error, answers.get(status)) },
})
interface Fields {
  data?: unknown
  error?: unknown
  response?: Response
}
const resultOf = (call: Call, { data, error, response }: Fields): CallResult =>
  error === undefined ? { data } : failureResult(call, response?.status, error)

const openapiFetch: Caller = async ({ call, baseUrl, token }) => {
  const api = createOpenapiFetch<Record<string, never>>({ baseUrl, headers: { Authorization: `Bearer ${token}` } })
  const post = api.POST as unknown as (path: string, init: { body: object }) => Promise<Fields>
  return resultOf(call, await post(call.path, { body: call.body }))
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
    return resultOf(call, await sdk[call.id]!({ client, body: call.body }))
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
    return status === 200 ? { data } : failureResult(call, status, data)
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
    const given = resultOf(call, await client[call.id]!({ body: call.body }, timeoutMs ? { timeout: timeoutMs } : {}))
    return { ...given, isReported }
  }

export const ours: Record<string, Caller> = { '@paket/sdk': paket(false), '@paket/sdk + schemas': paket(true) }

const others = ['hey-api + valibot', 'orval + zod', 'Redocly + zod'] as const

/** The generated files to load per client: its calls, then its schemas. */
export const otherFiles: Record<(typeof others)[number], readonly string[]> = {
  'hey-api + valibot': ['hey-api-valibot/sdk.gen.ts', 'hey-api-valibot/valibot.gen.ts'],
  'orval + zod': ['orval-zod/client.ts', 'orval-zod/schemas/index.ts'],
  'Redocly + zod': ['redocly-zod/client.ts', 'redocly-zod/client.zod.ts'],
}

/** Generates the other clients that validate answers; returns them, and the schemas that each tool has generated, by title. */
async function checkingCallers(workshop: Workshop) {
  for (const name of others) await runGenerator(name, workshop)
  const load = async (file: string): Promise<never> => {
    const outfile = join(workshop.folder, file.replace(/\.ts$/, '.mjs'))
    const entryPoints = [join(workshop.folder, file)]
    await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'silent' })
    return (await import(pathToFileURL(outfile).href)) as never
  }
  const redoclyZod: RedoclyZod & Schemas = await load('redocly-zod/client.zod.ts')
  const callers = {
    'hey-api + valibot': heyApi(
      await load('hey-api-valibot/sdk.gen.ts'),
      await load('hey-api-valibot/client/index.ts'),
    ),
    'orval + zod': orval(await load('orval-zod/client.ts')),
    'Redocly + zod': redocly(await load('redocly-zod/client.ts'), redoclyZod),
  } satisfies Record<(typeof others)[number], Caller>
  const schemasOf = async (): Promise<Record<(typeof others)[number], (title: string) => Schema | undefined>> => {
    const [heyApiSchemas, orvalSchemas] = await Promise.all([
      load('hey-api-valibot/valibot.gen.ts') as Promise<Schemas>,
      load('orval-zod/schemas/index.ts') as Promise<Schemas>,
    ])
    return {
      'hey-api + valibot': (title) => heyApiSchemas[`v${title}`],
      'orval + zod': (title) => orvalSchemas[title],
      'Redocly + zod': (title) => redoclyZod[`${title}Schema`],
    }
  }
  return { callers, schemasOf }
}

/** Standard Schema, which valibot and zod implement. */
interface Schema {
  '~standard': { validate: (value: unknown) => { issues?: unknown } | Promise<{ issues?: unknown }> }
}
type Schemas = Record<string, Schema>

/** Our client and the others, each generated from the contract with validation switched on. */
export async function everyCaller(workshop: Workshop): Promise<Record<string, Caller>> {
  const { 'hey-api + valibot': heyApiCaller, ...rest } = (await checkingCallers(workshop)).callers
  return { ...ours, 'hey-api + valibot': heyApiCaller, 'openapi-fetch': openapiFetch, ...rest }
}

/**
 * The others, generated from the plain rendering, whose 200 is a union. The caller validates the data with the tool's own schema of the
 * success, then with those of the call's failures.
 */
export async function renderedCallers(workshop: Workshop): Promise<Record<string, Caller>> {
  const { callers, schemasOf } = await checkingCallers(workshop)
  const schemasByName = await schemasOf()
  return Object.fromEntries(
    others.map((name) => [`${name}, plain`, judgedBySchemas(callers[name], schemasByName[name])]),
  )
}
const judgedBySchemas =
  (caller: Caller, schemaOf: (title: string) => Schema | undefined): Caller =>
  async (input) => {
    const given = await caller(input)
    if (given.failure) return given
    const matches = async (name: string) => {
      const title = `${input.call.id.charAt(0).toUpperCase()}${input.call.id.slice(1)}${name.charAt(0).toUpperCase()}${name.slice(1)}`
      const schema = schemaOf(title)
      if (!schema) throw new Error(`nothing was generated for ${title}`)
      return !(await schema['~standard'].validate(given.data)).issues
    }
    if (await matches('success')) return given
    const matching = await Promise.all(input.call.coded.map(matches))
    return { failure: { isTyped: matching.includes(true) } }
  }
