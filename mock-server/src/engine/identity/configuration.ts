import { type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider'
import { escapeHtml, pageHeaders, pageHtml } from '#engine/http/page.ts'
import type { Origins } from '#engine/http/origins.ts'
import type { Users } from '#engine/state/users.ts'
import { grantedScope } from './granted-scope.ts'
import type { Storage } from './storage.ts'
import { applyTokenFault } from './token-faults.ts'
import type { IdentityRules } from './rules.ts'
import { ACCESS_SECONDS, DAY_SECONDS, REFRESH_SECONDS, type Tokens } from './tokens.ts'

export const MOUNT = '/oidc'
/** Refresh tokens expire with their session, so it must outlast them all. */
const SESSION_SECONDS = 40_000 * DAY_SECONDS
const SCOPE = 'openid offline_access profile phone'

interface Parts {
  users: Users
  origins: Origins
  /** The origin of this provider. */
  origin: string
  tokens: Tokens
  storage: Storage
  jwk: object
  rules: IdentityRules
  /** The heading of its pages. */
  brand: string
}

/** Configures the provider of one origin; all origins share keys, storage and cookie keys. */
export function configuration(parts: Parts): Configuration {
  const { users, origins, origin: own, tokens, storage, jwk, rules, brand } = parts
  const known = [...new Set([own, ...origins.own, ...origins.apps])]
  return {
    adapter: storage.adapter,
    jwks: { keys: [jwk] },
    clients: clients(rules, known),
    pkce: { required: () => true },
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    scopes: SCOPE.split(' '),
    claims: { openid: ['sub', ...rules.claimNames], profile: ['name', 'family_name'], phone: ['phone_number'] },
    async findAccount(context, login) {
      await applyTokenFault(context, users.get(login), users.journal)
      return {
        accountId: login,
        claims: () => ({ sub: login, ...tokens.claims(login), ...personOf(users, login) }),
      }
    },
    extraTokenClaims: (_context, token) =>
      'accountId' in token && token.accountId ? tokens.claims(token.accountId) : undefined,
    formats: {
      customizers: {
        jwt(context, _token, { payload }) {
          const { exp, iat, sub } = payload as { exp?: number; iat?: number; sub?: string }
          // The provider uses real time, the API the user's clock.
          if (exp !== undefined && iat !== undefined) Object.assign(payload, tokens.times(sub, exp - iat))
          // The provider writes only the API's scopes into the token, but the mock's userinfo needs the others too.
          Object.assign(payload, { scope: grantedScope(context) ?? payload['scope'] })
        },
      },
    },
    clientBasedCORS: (_context, origin) => known.includes(origin),
    cookies: {
      keys: ['mock'],
      short: { httpOnly: true, sameSite: 'lax' },
      long: { httpOnly: true, sameSite: 'lax' },
    },
    ttl: {
      AccessToken: (_context, { accountId }) => users.get(accountId).tokenSeconds ?? ACCESS_SECONDS,
      AuthorizationCode: 60,
      IdToken: 3600,
      RefreshToken: REFRESH_SECONDS,
      Session: SESSION_SECONDS,
      Grant: SESSION_SECONDS,
      Interaction: 3600,
    },
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    features: {
      devInteractions: { enabled: false },
      // No client of ours uses these; disabled features are not advertised.
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_context, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => logoutPage(context, brand, form, known),
        postLogoutSuccessSource: (context) => show(context, brand, 'Вы вышли', '<h1>Вы вышли</h1>'),
      },
      resourceIndicators: resourceIndicators(rules),
    },
    interactions: { url: (_context, { uid }) => `${MOUNT}/interaction/${uid}` },
    loadExistingGrant: withoutConsent(rules),
    renderError(context, { error, error_description: description = '' }) {
      const apps = `; known are the apps ${origins.apps.join(', ')} (--app-origin) at ${rules.callbackPaths.join(', ')}`
      const text = error === 'invalid_redirect_uri' ? `${description}${apps}` : description
      const message = `<code>${escapeHtml(error)}</code> ${escapeHtml(text)}`
      show(
        context,
        brand,
        'Не получилось войти',
        `<h1>Не получилось войти</h1><p class="soft" lang="en">${message}</p>`,
      )
    },
  }
}

const clients = ({ clients: names, callbackPaths }: IdentityRules, known: readonly string[]) =>
  names.map((name) => ({
    client_id: name,
    application_type: 'web' as const,
    token_endpoint_auth_method: 'none' as const,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code' as const],
    redirect_uris: known.flatMap((origin) => callbackPaths.map((path) => `${origin}${path}`)),
    post_logout_redirect_uris: known.map((origin) => `${origin}/`),
  }))

const resourceIndicators = ({ resource: ours, scope, audience }: IdentityRules) => ({
  enabled: true,
  defaultResource: () => ours,
  useGrantedResource: () => true,
  getResourceServerInfo: (_context: KoaContextWithOIDC, resource: string) => {
    if (resource !== ours) throw new errors.InvalidTarget()
    const jwt = { sign: { alg: 'RS256' as const } }
    return { scope, audience, accessTokenFormat: 'jwt' as const, jwt }
  },
})

/** Grants consent without a page: all clients are our own. */
const withoutConsent =
  ({ resource, scope }: IdentityRules): NonNullable<Configuration['loadExistingGrant']> =>
  async ({ oidc }) => {
    const { clientId } = oidc.client!
    const id = oidc.result?.consent?.grantId ?? oidc.session!.grantIdFor(clientId)
    const found = id ? await oidc.provider.Grant.find(id) : undefined
    if (found) return found
    const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session!.accountId! })
    grant.addOIDCScope(SCOPE)
    grant.addResourceScope(resource, scope)
    await grant.save()
    return grant
  }

function personOf(users: Users, login: string) {
  const { name, surname, phone } = users.get(login).scenario.profile
  return { name, family_name: surname, phone_number: phone }
}

function show(
  context: KoaContextWithOIDC,
  brand: string,
  title: string,
  content: string,
  formOrigins?: readonly string[],
  script?: string,
) {
  context.set(pageHeaders(formOrigins))
  const heading = `<div class="brand">${escapeHtml(brand)}</div>`
  context.body = pageHtml({ title, content: `${heading}${content}`, shape: 'narrow', ...(script && { script }) })
}

/** Signs out without confirmation: a script submits the form; without scripts it has a button. */
function logoutPage(context: KoaContextWithOIDC, brand: string, form: string, known: readonly string[]): void {
  const fields = '<input type="hidden" name="logout" value="yes"><noscript><button>Выйти</button></noscript>'
  show(context, brand, 'Выход', form.replace('</form>', `${fields}</form>`), known, '/__mock/panel/engine/submit.js')
}
