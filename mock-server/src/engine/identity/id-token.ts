import { decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { IdTokenForgery } from '#engine/state/faults.ts'
import { grantedScope } from './granted-scope.ts'
import { KEY_ID, type Tokens } from './tokens.ts'

/** The forged ID token that the response to a token request must contain. */
const forgeries = new WeakMap<object, IdTokenForgery>()
export const forgeIdToken = (context: KoaContextWithOIDC, forgery: IdTokenForgery): unknown =>
  forgeries.set(context, forgery)

/**
 * Koa middleware that signs the ID token again with times of the user's clock, as in the access token, and forges it
 * when a fault asks for that.
 */
export const idTokenByUserClock =
  (tokens: Tokens) =>
  async (context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next()
    const body: unknown = context.body
    if (typeof body !== 'object' || body === null || !('id_token' in body) || typeof body.id_token !== 'string') return
    context.body = {
      ...body,
      scope: grantedScope(context),
      id_token: await rewritten(body.id_token, tokens, forgeries.get(context)),
    }
  }

async function rewritten(idToken: string, tokens: Tokens, forgery?: IdTokenForgery): Promise<string | undefined> {
  const { iat = 0, exp = 0, ...claims } = decodeJwt(idToken)
  const times = tokens.times(claims.sub, exp - iat)
  const { auth_time: signedInAt } = claims
  const payload = {
    ...claims,
    ...times,
    ...(typeof signedInAt === 'number' && { auth_time: signedInAt + times.iat - iat }),
  }
  const signed = async (own: object, key = tokens.privateKey) =>
    new SignJWT({ ...payload, ...own }).setProtectedHeader({ alg: 'RS256', kid: KEY_ID }).sign(key)
  switch (forgery) {
    case 'missing':
      return undefined
    case 'unsigned':
      return new UnsecuredJWT(payload).encode()
    case 'wrong-key':
      return signed({}, (await generateKeyPair('RS256')).privateKey)
    case 'foreign-issuer':
      return signed({ iss: 'https://issuer.example' })
    case 'foreign-audience':
      return signed({ aud: 'another-client' })
    case 'wrong-nonce':
      return signed({ nonce: 'of-another-sign-in' })
    case 'expired':
      return signed({ iat: payload.iat - 7200, exp: payload.iat - 3600 })
    case undefined:
      return signed({})
  }
}
