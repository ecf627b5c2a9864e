import { compactVerify, createLocalJWKSet, type JWK } from 'jose'

/** Never `none`, nor one with a secret: a browser keeps none. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA']

/** Verifies an ID token's signature by the keys that the provider shows. Throws an error of jose when it is invalid. */
export async function verifySignature(idToken: string, keys: readonly object[]): Promise<void> {
  // What is no key of these algorithms is passed over by jose.
  await compactVerify(idToken, createLocalJWKSet({ keys: keys as JWK[] }), { algorithms })
}
