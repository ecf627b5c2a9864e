import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Contract, Operation } from '#engine/contract/contract.ts'
import type { Reply } from '#engine/state/reply.ts'
import type { Engine } from './answering.ts'
import { pathOf, Problem, readJson, sendJson } from '#engine/http/http.ts'
import { useKey } from '#engine/state/idempotency.ts'
import type { Caller, Identity } from '#engine/identity/identity.ts'
import { type JournalEntry, storedBody, note } from '#engine/state/journal.ts'
import { unknownName } from '#engine/nearest.ts'
import { allowOrigins, type Origins } from '#engine/http/origins.ts'
import { sendReply } from './send-reply.ts'
import type { Users } from '#engine/state/users.ts'

export interface ApiContext {
  contract: Contract
  engine: Engine
  identity: Identity
  users: Users
  origins: Origins
  /** The base path of the contract's server; Prism does not match it, so it is cut off here. */
  basePath: string
  /** Who calls without a token. */
  visitor: string
}

/** Answers a call of the contract: who calls, is the request right, what does the user's state say. */
export async function api(context: ApiContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  allowOrigins(context.origins, request, response)
  if (request.method === 'OPTIONS') return void response.writeHead(204).end()
  response.setHeader('x-request-id', crypto.randomUUID())
  const startedAt = performance.now()
  const operation = operationOf(context, request)
  const caller = await context.identity.callerOf(request.headers.authorization)
  const body = await readJson(request)
  const entry = await answered(context, { operation, caller, body, request, response })
  entry.durationMs = Math.round(performance.now() - startedAt)
}

function operationOf({ contract, basePath }: ApiContext, request: IncomingMessage): Operation {
  const path = pathOf(request).slice(basePath.length)
  const operation = contract.byPath(path)
  const paths = contract.operations.map((known) => known.path)
  if (!operation) throw new Problem(404, 'No such call', unknownName('path', path, paths))
  if (request.method !== 'POST')
    throw new Problem(405, 'Wrong method', `${path} takes POST, got ${request.method}`, { headers: { allow: 'POST' } })
  return operation
}

interface Call {
  operation: Operation
  caller: Caller
  body: unknown
  request: IncomingMessage
  response: ServerResponse
}
async function answered(context: ApiContext, call: Call): Promise<JournalEntry> {
  const { engine, users, contract, origins, visitor } = context
  const { operation, caller, body, request, response } = call
  const isAnonymous = caller.login === null || caller.problem !== null
  const isRefused = isAnonymous && !operation.anonymous
  const user = users.get(isRefused ? (caller.login ?? visitor) : isAnonymous ? visitor : caller.login!)
  const idempotencyKey = contract.idempotencyKeyOf(operation, request.headers)
  const entry = note(user.journal, {
    operation: operation.id,
    at: new Date(user.clock.now()).toISOString(),
    body,
    idempotencyKey,
  })
  if (isRefused) return refuse(operation, caller.problem ?? 'no bearer token', entry, response)
  const now = user.clock.now()
  const effectCall = { user, users, contract, now, origin: origins.of(request), appOrigin: origins.appOf(request) }
  const use = idempotencyKey === null ? null : useKey(user.keys, operation, idempotencyKey, body, now)
  let reply: Reply | null = null
  try {
    reply = await engine.answer(operation, body, {
      ...effectCall,
      headers: request.headers,
      fixedAnswer: use?.fixedAnswer ?? null,
    })
    const { status, code, example, accepted, fault, note: remark, isRepeat } = reply
    const answer = reply.break ? null : storedBody(reply.body)
    const seen = { status, code, example, accepted, fault, note: remark, isRepeat, answer }
    Object.assign(entry, seen satisfies Partial<JournalEntry>)
    await sendReply(reply, response)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    Object.assign(entry, { status: error.status, accepted: false, note: error.message } satisfies Partial<JournalEntry>)
    throw error
  } finally {
    use?.end(reply)
  }
  return entry
}

/** Without a token that holds: the contract's 401. */
function refuse(operation: Operation, problem: string, entry: JournalEntry, response: ServerResponse): JournalEntry {
  const example = operation.examples.find(({ status }) => status === 401)
  sendJson(response, 401, example?.value ?? {})
  return Object.assign(entry, {
    status: 401,
    answer: example?.value ?? {},
    example: example?.name ?? null,
    accepted: false,
    note: problem,
  })
}
