import { type Token, tokenClaims } from '@paket/sdk'

/** Distinguishes users without naming them: the start of a digest. Empty when the token names no one, and on a page that is not secure. */
export async function markOf(token: Token): Promise<string> {
  const id = tokenClaims(token ?? '')?.x5id
  // Only a secure page has it.
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  if (!id || !subtle) return ''
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(id))
  return Array.from(new Uint8Array(digest, 0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
