import type { IncomingMessage, ServerResponse } from 'node:http'
import { visible } from '@paket/contract'
import type { Contract, Operation } from '#engine/contract/contract.ts'
import { type Violation, withoutValues } from '#engine/contract/violation.ts'
import { findCall, type Found } from '#engine/contract/find-call.ts'
import type { Reply } from '#engine/state/reply.ts'
import type { Engine } from './answering.ts'
import { jsonOf, pathOf, Problem, problemBody, sendJson } from '#engine/http/http.ts'
import { useKey } from '#engine/state/idempotency.ts'
import type { Caller, Identity } from '#engine/identity/identity.ts'
import { type JournalEntry, storedBody, UNKNOWN_CALL } from '#engine/state/journal.ts'
import { unknownName } from '#engine/nearest.ts'
import { allowOrigins, type Origins } from '#engine/http/origins.ts'
import { type Body, bodyOf, shownBody } from './request-body.ts'
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
  /** Base paths of the contract's servers. Prism does not match them, so they are removed here. */
  basePaths: readonly string[]
  /** The backend whose session is being recorded; it answers instead of the scenarios. Usually null. */
  live: LiveSession | null
  /** The user of calls without a token. */
  visitor: string
  /** Called with a line for each request that violates the contract; the line contains no values of the request. */
  onViolation?: ((line: string) => void) | undefined
}

/**
 * Handles a call of the contract: finds the operation and the user, validates the request, answers from the user's
 * state, and writes the journal.
 */
export async function api(context: ApiContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { contract, basePaths } = context
  const { methods, isForeign } = contract
  const { method = '', url = '/' } = request
  const found = findCall(contract, basePaths, method, url)
  const headers = isForeign ? wantedHeaders(request) : undefined
  allowOrigins(context.origins, request, response, { methods: methods.join(', '), headers })
  const isPreflight = request.headers['access-control-request-method'] !== undefined
  if (method === 'OPTIONS' && (isPreflight || !found.operation)) return void response.writeHead(204).end()
  const requestId = crypto.randomUUID()
  response.setHeader('x-request-id', requestId)
  const startedAt = performance.now()
  const { users, identity } = context
  const caller = await identity.callerOf(request.headers.authorization)
  const came = { requestId, method, path: pathOf(request) }
  let entry: JournalEntry | null = null
  try {
    const { operation, body, sent } = await read(context, found, request)
    if (context.live) {
      // Only the backend can validate its tokens, and personal data of its answer must not get into the journal.
      entry = users.journal.note(users.get(context.visitor), { ...came, operation: operation.id, body: null })
      const status = await context.live.answer(operation, { headers: request.headers, url, body, sent }, response)
      Object.assign(entry, { status, note: 'answered by the live backend' } satisfies Partial<JournalEntry>)
      return
    }
    const { user, isRefused } = callerOf(context, caller, operation)
    const idempotencyKey = contract.idempotencyKeyOf(operation, request.headers)
    entry = users.journal.note(user, { ...came, operation: operation.id, body, idempotencyKey })
    if (isRefused) refuse(operation, caller.problem ?? 'no bearer token', entry, response)
    else
      await answered(context, { operation, url: found.url, user, body, sent, idempotencyKey, entry, request, response })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { user } = callerOf(context, caller)
    entry ??= users.journal.note(user, {
      ...came,
      operation: (found.operation ?? found.calls[0])?.id ?? UNKNOWN_CALL,
      body: null,
    })
    const { status, message, extra } = error
    const answer = problemBody(error)
    Object.assign(entry, { status, answer, accepted: false, note: message } satisfies Partial<JournalEntry>)
    const violations = extra['validation'] as Violation[] | undefined
    if (violations) context.onViolation?.(visible(`${entry.operation} ${status}: ${withoutValues(violations)}`))
    throw error
  } finally {
    if (entry) {
      entry.durationMs = Math.round(performance.now() - startedAt)
      users.journal.finish(entry)
    }
  }
}

/** Returns the operation and the body; throws a Problem when no operation matches or the body is invalid. */
async function read(
  { contract }: ApiContext,
  { operation, path, calls }: Found,
  request: IncomingMessage,
): Promise<{ operation: Operation } & Body> {
  if (operation) return { operation, ...(await bodyOf(request, operation, contract.isForeign)) }
  const methods = [...new Set(calls.map(({ method }) => method.toUpperCase()))]
  if (methods.length === 0)
    throw new Problem(
      404,
      'No such call',
      unknownName('path', path, [...new Set(contract.operations.map((known) => known.path))]),
    )
  const allow = methods.join(', ')
  throw new Problem(405, 'Wrong method', `${path} takes ${allow}, got ${request.method}`, { headers: { allow } })
}

const wantedHeaders = ({ headers }: IncomingMessage) => headers['access-control-request-headers']

/** Returns the user whose state answers. A token that fails validation does not identify a user. */
function callerOf({ users, visitor }: ApiContext, { login, problem }: Caller, operation?: Operation) {
  const isAnonymous = login === null || problem !== null
  const isRefused = isAnonymous && operation?.anonymous !== true
  const isOwn = login !== null && (!isAnonymous || (isRefused && users.isKnown(login)))
  return { user: users.get(isOwn ? login : visitor), isRefused }
}

interface Call extends Body {
  operation: Operation
  /** The path below the base path, with its query. */
  url: string
  user: User
  idempotencyKey: string | null
  entry: JournalEntry
  request: IncomingMessage
  response: ServerResponse
}
async function answered(context: ApiContext, call: Call): Promise<void> {
  const { engine, users, contract, origins } = context
  const { operation, url, user, body, sent, idempotencyKey, entry, request, response } = call
  const now = user.clock.now()
  const effectCall = { user, users, contract, now, origin: origins.of(request), appOrigin: origins.appOf(request) }
  const use = idempotencyKey === null ? null : useKey(user.keys, operation, idempotencyKey, body, now)
  let reply: Reply | null = null
  try {
    reply = await engine.answer(operation, body, {
      ...effectCall,
      headers: request.headers,
      url,
      sent,
      fixedAnswer: use?.fixedAnswer ?? null,
    })
    const { status, code, example, accepted, fault, note: remark, isRepeat } = reply
    const shown = reply.break ? null : shownBody(reply.body, reply.type)
    const answer = storedBody(shown, jsonOf(shown))
    const seen = { status, code, example, accepted, fault, note: remark, isRepeat, answer }
    Object.assign(entry, seen satisfies Partial<JournalEntry>)
    await sendReply(reply, response)
    // Only the client ends the connection of an answer that no fault breaks.
    if (reply.break === null && response.destroyed && !response.writableEnded)
      Object.assign(entry, { accepted: null, note: 'the client disconnected before the answer' })
  } finally {
    use?.end(reply)
  }
}

/** Sends the contract's 401. */
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
