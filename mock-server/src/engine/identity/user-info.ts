import type { IncomingMessage, ServerResponse } from 'node:http'
import { Problem, sendJson } from '#engine/http/http.ts'
import { allowOrigins, type Origins } from '#engine/http/origins.ts'
import type { Users } from '#engine/state/users.ts'
import type { IdentityRules } from './rules.ts'
import type { Tokens } from './tokens.ts'

/** The path below the provider's mount. */
export const USER_INFO_PATH = '/me'

interface Context {
  origins: Origins
  users: Users
  tokens: Tokens
  rules: IdentityRules
}

/**
 * Handles the userinfo endpoint. The provider's own endpoint rejects tokens whose audience is an API, and all access
 * tokens of the mock have such an audience.
 */
export async function userInfo(context: Context, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { origins, users, tokens, rules } = context
  allowOrigins(origins, request, response, { methods: 'GET, POST' })
  if (request.method === 'OPTIONS') return void response.writeHead(204).end()
  if (request.method !== 'GET' && request.method !== 'POST')
    throw new Problem(405, 'Wrong method', `userinfo takes GET and POST, got ${request.method}`, {
      headers: { allow: 'GET, POST' },
    })
  const { login, problem, scope } = await tokens.callerOf(request.headers.authorization)
  if (login === null || problem !== null) {
    const error = request.headers.authorization === undefined ? '' : ' error="invalid_token"'
    response.setHeader('www-authenticate', `Bearer realm="oidc"${error}`)
    return sendJson(response, 401, { error: 'invalid_token', error_description: problem ?? 'no bearer token' })
  }
  if (!scope.includes('openid')) {
    response.setHeader('www-authenticate', 'Bearer realm="oidc" error="insufficient_scope" scope="openid"')
    return sendJson(response, 403, { error: 'insufficient_scope', scope: 'openid' })
  }
  const { name, surname, phone } = users.get(login).scenario.profile
  const claims = {
    sub: login,
    ...rules.claims(login),
    ...(scope.includes('profile') && { name, family_name: surname }),
    ...(scope.includes('phone') && { phone_number: phone }),
  }
  sendJson(response, 200, Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null)))
}
