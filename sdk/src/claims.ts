/** The claims of the access token that are read. Times are in seconds since 1970. */
// Source: core §3.
export interface TokenClaims {
  exp?: number
  iat?: number
  x5id?: string
  subscription?: unknown
}

/** Reads the claims of a JWT without verifying it: use them for its expiry, never for authorization. Null when the text is not a JWT. */
export function tokenClaims(token: string): TokenClaims | null {
  try {
    const [, payload = ''] = token.split('.')
    const claims: unknown = JSON.parse(decodeBase64(payload))
    return typeof claims === 'object' ? claims : null
  } catch {
    return null
  }
}

/**
 * The lifetime of a token in milliseconds, from when it was received: `exp - iat`, which does not depend on the device's clock.
 * Without `iat` it is the time from `serverNow` (milliseconds since 1970, as far as this device knows them) until `exp`.
 * Infinity when the token has no `exp`.
 */
export function tokenLifetimeMs(token: string, serverNow: number = Date.now()): number {
  const { exp, iat } = tokenClaims(token) ?? {}
  if (typeof exp !== 'number') return Infinity
  return typeof iat === 'number' && iat < exp ? (exp - iat) * 1000 : exp * 1000 - serverNow
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/'
/** Decodes base64url, and plain base64, without `atob` and `TextDecoder`, which React Native lacks. */
function decodeBase64(text: string): string {
  let escaped = ''
  let bits = 0
  let count = 0
  for (const digit of text.replaceAll('=', '')) {
    const at = digits.indexOf(digit)
    bits = (bits << 6) | (at < 64 ? at : at - 2)
    count += 6
    if (count < 8) continue
    count -= 8
    escaped += `%${(256 | ((bits >> count) & 255)).toString(16).slice(1)}`
  }
  return decodeURIComponent(escaped)
}
