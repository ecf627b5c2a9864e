import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Contract, Operation } from '#engine/contract/contract.ts'
import type { Reply } from '#engine/state/reply.ts'
import type { Engine } from './answering.ts'
import { pathOf, Problem, readAnyJson, readJson, readText, sendJson } from '#engine/http/http.ts'
import { useKey } from '#engine/state/idempotency.ts'
import type { Caller, Identity } from '#engine/identity/identity.ts'
import { type JournalEntry, storedBody } from '#engine/state/journal.ts'
import { unknownName } from '#engine/nearest.ts'
import { allowOrigins, type Origins } from '#engine/http/origins.ts'
import { sendReply } from './send-reply.ts'
import type { User } from '#engine/state/user.ts'
import type { LiveSession } from '#engine/record/live.ts'
import type { Users } from '#engine/state/users.ts'

export interface ApiContext {
  contract: Contract
  engine: Engine
  identity: Identity
  users: Users
  origins: Origins
  /** The base path of the contract's server; Prism does not match it, so it is cut off here. */
  basePath: string
  /** The backend whose session is recorded, instead of the scenarios; null as usual. */
  live: LiveSession | null
  /** Who calls without a token. */
  visitor: string
}

/** Answers a call of the contract: who calls, is the request right, what does the user's state say. All that comes is in the journal. */
export async function api(context: ApiContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { operations } = context.contract
  const methods = [...new Set(operations.map(({ method }) => method.toUpperCase()))].join(', ')
  allowOrigins(context.origins, request, response, methods)
  if (request.method === 'OPTIONS') return void response.writeHead(204).end()
  const requestId = crypto.randomUUID()
  response.setHeader('x-request-id', requestId)
  const startedAt = performance.now()
  const { users, identity } = context
  const caller = await identity.callerOf(request.headers.authorization)
  const { method = '' } = request
  const came = { requestId, method, path: pathOf(request) }
  let entry: JournalEntry | null = null
  try {
    const { operation, body } = await read(context, request)
    if (context.live) {
      // Whose token it is, the backend knows; what it says of a person stays out of the journal.
      entry = users.journal.note(users.get(context.visitor), { ...came, operation: operation.id, body: null })
      const status = await context.live.answer(operation, request.headers, body, response)
      Object.assign(entry, { status, note: 'answered by the live backend' } satisfies Partial<JournalEntry>)
      return
    }
    const { user, isRefused } = whoCalls(context, caller, operation)
    const idempotencyKey = context.contract.idempotencyKeyOf(operation, request.headers)
    entry = users.journal.note(user, { ...came, operation: operation.id, body, idempotencyKey })
    if (isRefused) refuse(operation, caller.problem ?? 'no bearer token', entry, response)
    else await answered(context, { operation, user, body, idempotencyKey, entry, request, response })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { user } = whoCalls(context, caller)
    entry ??= users.journal.note(user, {
      ...came,
      operation:
        (operationAt(context, request) ?? context.contract.at(came.path.slice(context.basePath.length))[0])?.id ??
        UNKNOWN,
      body: null,
    })
    Object.assign(entry, { status: error.status, accepted: false, note: error.message } satisfies Partial<JournalEntry>)
    throw error
  } finally {
    if (entry) {
      entry.durationMs = Math.round(performance.now() - startedAt)
      users.journal.finish(entry)
    }
  }
}

/** How the journal names what is no call. */
export const UNKNOWN = 'unknown'

const operationAt = ({ contract, basePath }: ApiContext, request: IncomingMessage): Operation | undefined =>
  contract.at(pathOf(request).slice(basePath.length)).find(({ method }) => method === request.method?.toLowerCase())

/** The call and its body; a Problem when there is no such call, or the body is none. */
async function read(context: ApiContext, request: IncomingMessage): Promise<{ operation: Operation; body: unknown }> {
  const operation = operationAt(context, request)
  const { contract, basePath } = context
  const path = pathOf(request).slice(basePath.length)
  if (operation) return { operation, body: await bodyOf(request, operation) }
  const methods = contract.at(path).map(({ method }) => method.toUpperCase())
  if (methods.length === 0)
    throw new Problem(
      404,
      'No such call',
      unknownName('path', path, [...new Set(contract.operations.map((known) => known.path))]),
    )
  const allow = methods.join(', ')
  throw new Problem(405, 'Wrong method', `${path} takes ${allow}, got ${request.method}`, { headers: { allow } })
}

/** The body of a call; undefined when it takes none, text when it is no JSON and the call takes something else. */
async function bodyOf(request: IncomingMessage, { types }: Operation): Promise<unknown> {
  const [type = ''] = request.headers['content-type']?.split(';') ?? []
  const isJson = /^application\/([\w.-]+\+)?json$/i.test(type)
  if (types.length === 0 || (!isJson && types.some((each) => !/json/i.test(each))))
    return (await readText(request)) || undefined
  return isJson ? readAnyJson(request) : readJson(request)
}

/** Whose state answers. A token that does not hold makes nobody a user. */
function whoCalls({ users, visitor }: ApiContext, { login, problem }: Caller, operation?: Operation) {
  const isAnonymous = login === null || problem !== null
  const isRefused = isAnonymous && operation?.anonymous !== true
  const isOwn = login !== null && (!isAnonymous || (isRefused && users.isKnown(login)))
  return { user: users.get(isOwn ? login : visitor), isRefused }
}

interface Call {
  operation: Operation
  user: User
  body: unknown
  idempotencyKey: string | null
  entry: JournalEntry
  request: IncomingMessage
  response: ServerResponse
}
async function answered(context: ApiContext, call: Call): Promise<void> {
  const { engine, users, contract, origins } = context
  const { operation, user, body, idempotencyKey, entry, request, response } = call
  const now = user.clock.now()
  const effectCall = { user, users, contract, now, origin: origins.of(request), appOrigin: origins.appOf(request) }
  const use = idempotencyKey === null ? null : useKey(user.keys, operation, idempotencyKey, body, now)
  let reply: Reply | null = null
  try {
    reply = await engine.answer(operation, body, {
      ...effectCall,
      headers: request.headers,
      url: request.url?.slice(context.basePath.length) ?? '',
      fixedAnswer: use?.fixedAnswer ?? null,
    })
    const { status, code, example, accepted, fault, note: remark, isRepeat } = reply
    const answer = reply.break ? null : storedBody(reply.body)
    const seen = { status, code, example, accepted, fault, note: remark, isRepeat, answer }
    Object.assign(entry, seen satisfies Partial<JournalEntry>)
    await sendReply(reply, response)
  } finally {
    use?.end(reply)
  }
}

/** Without a token that holds: the contract's 401. */
function refuse(operation: Operation, problem: string, entry: JournalEntry, response: ServerResponse): void {
  const example = operation.examples.find(({ status }) => status === 401)
  sendJson(response, 401, example?.value ?? {})
  Object.assign(entry, {
    status: 401,
    answer: example?.value ?? {},
    example: example?.name ?? null,
    accepted: false,
    note: problem,
  })
}
