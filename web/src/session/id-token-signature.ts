import { compactVerify, createLocalJWKSet, type JWK } from 'jose'

/** Asymmetric algorithms only: `none` proves nothing, and a browser has no secret for HMAC. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA']

/** Verifies an ID token's signature with the provider's published keys. Throws an error of jose when it is invalid. */
export async function verifySignature(idToken: string, keys: readonly object[]): Promise<void> {
  // jose ignores entries that are not keys of these algorithms.
  await compactVerify(idToken, createLocalJWKSet({ keys: keys as JWK[] }), { algorithms })
}
