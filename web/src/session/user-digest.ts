import { type Token, tokenClaims } from '@paket/sdk'

/** Distinguishes users without identifying them: the first 8 bytes of their id's SHA-256, in hex. Empty when the token has no user id, and outside of a secure context. */
export async function userDigest(token: Token): Promise<string> {
  const id = tokenClaims(token ?? '')?.x5id
  // Undefined outside of a secure context.
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  if (!id || !subtle) return ''
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(id))
  return Array.from(new Uint8Array(digest, 0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
