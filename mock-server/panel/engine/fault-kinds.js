/** The identity provider's token endpoint in the list of faults. @type {import('./page.js').Call} */
export const tokenCall = {
  operation: 'token',
  method: 'POST',
  path: '',
  summary: 'The token endpoint of the identity provider: each sign-in and refresh calls it. Not part of the contract.',
  isToken: true,
  examples: [],
  failures: [
    {
      name: 'refused',
      codes: [],
      http: ['400'],
      outcome: 'sign in again',
      description: 'The refresh token is refused.',
    },
    { name: 'failing', codes: [], http: ['503'], outcome: 'try later', description: 'The identity provider fails.' },
  ],
}

/** All calls of the contract at once, in the list of faults. @type {import('./page.js').Call} */
export const everyCall = {
  operation: '*',
  method: '',
  path: '',
  summary: 'Every call of the contract.',
  examples: [],
  failures: [],
}

/** @type {[import('../../src/engine/state/faults.ts').IdTokenForgery, string][]} */
export const idTokenForgeries = [
  ['missing', 'no ID token among the tokens'],
  ['unsigned', 'an ID token with alg: none'],
  ['wrong-key', 'an ID token signed by a key that the provider does not publish'],
  ['foreign-issuer', 'an ID token of another provider'],
  ['foreign-audience', 'an ID token for another client'],
  ['wrong-nonce', 'an ID token of another sign-in'],
  ['expired', 'an expired ID token'],
]

/** @type {[import('../../src/engine/state/faults.ts').Break, string][]} */
export const breaks = [
  ['reset', 'the connection is reset'],
  ['truncate', 'the answer is cut in half'],
  ['not-json', 'a gateway’s page instead of JSON'],
  ['wrong-shape', 'JSON that does not match the schema'],
  ['empty-result', 'a success with an empty result'],
  ['hang', 'no answer for a minute'],
]
