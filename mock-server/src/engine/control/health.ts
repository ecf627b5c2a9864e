import type { Contract } from '#engine/contract/contract.ts'
import type { Engine } from '#engine/calls/answering.ts'
import { Problem } from '#engine/http/http.ts'
import type { Identity } from '#engine/identity/identity.ts'
import type { Origins } from '#engine/http/origins.ts'
import type { Parts } from '#engine/product.ts'
import type { Users } from '#engine/state/users.ts'
import { messageOf } from '#engine/message-of.ts'

const PROBE_MS = 5000

export interface HealthContext {
  contract: Contract
  engine: Engine
  identity: Identity
  users: Users
  origins: Origins
  parts: Parts
  visitor: string
  /** Calls the mock itself. */
  fetch: typeof globalThis.fetch
}

/**
 * Checks each part: issues and validates a token, requests the provider and the product's parts over HTTP, and
 * validates the answer of each call.
 */
export async function health(context: HealthContext) {
  const { identity, origins, contract, users, engine, parts, visitor, fetch } = context
  const [callProblems, ...others] = await Promise.all([
    engine.problems(),
    tokenProblem(identity, visitor),
    probeProblem(fetch, `${origins.main}/oidc/.well-known/openid-configuration`, 200),
    probeProblem(fetch, `${origins.main}/oidc/jwks`, 200),
    ...parts.probes.map(({ path, status }) => probeProblem(fetch, `${origins.main}${path}`, status)),
    probeProblem(fetch, `${origins.main}/__mock/panel/engine/style.css`, 200),
  ])
  const problems = [...callProblems, ...others.filter((problem) => problem !== null)]
  if (problems.length > 0) throw new Problem(503, 'Not healthy', problems.join('; '))
  return { status: 'ok', calls: contract.operations.length, scenarios: users.scenarios().length }
}

async function tokenProblem(identity: Identity, visitor: string): Promise<string | null> {
  const { accessToken } = await identity.issue(visitor, 60)
  const { problem } = await identity.callerOf(`Bearer ${accessToken}`)
  return problem && `the identity provider rejects its own token: ${problem}`
}

async function probeProblem(fetch: typeof globalThis.fetch, address: string, status: number): Promise<string | null> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PROBE_MS) })
    await answer.arrayBuffer()
    return answer.status === status ? null : `${address} answered ${answer.status}`
  } catch (error) {
    return `${address} did not answer: ${messageOf(error)}`
  }
}
