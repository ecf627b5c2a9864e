import { expect, it } from 'vitest'
import { needsToken } from '#drift/compare/compare-security.ts'
import { describe as read } from '#drift/description/description.ts'
import { driftOf, folderOfFile } from '../support.ts'

const folder = folderOfFile()
type Security = Record<string, string[]>[]
const flow = (url: string) => ({ tokenUrl: url })
const schemes = {
  token: { type: 'http', scheme: 'bearer' },
  upper: { type: 'HTTP', scheme: 'Bearer' },
  digest: { type: 'http', scheme: 'Digest' },
  scheme: { type: 'http' },
  login: { type: 'oauth2', flows: {} },
  connect: { type: 'openIdConnect', openIdConnectUrl: 'https://a.example' },
  connected: { type: 'openIdConnect', openIdConnectUrl: 'https://b.example' },
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  other: { type: 'apiKey', in: 'header', name: 'X-Other' },
  authorization: { type: 'apiKey', in: 'header', name: 'Authorization' },
  query: { type: 'apiKey', in: 'query', name: 'authorization' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'Sid' },
  nowhere: { type: 'apiKey' },
  certificate: { type: 'mutualTLS' },
  odd: { type: 'odd' },
  bare: {},
  inApp: { type: 'oauth2', flows: { password: flow('a') } },
  elsewhere: { type: 'oauth2', flows: { password: flow('b'), implicit: flow('c') } },
  renewed: { type: 'oauth2', flows: { password: { ...flow('a'), refreshUrl: 'd' } } },
  otherwise: { type: 'oauth2', flows: { clientCredentials: flow('a') } },
  every: {
    type: 'oauth2',
    flows: {
      x: { authorizationUrl: 'a', tokenUrl: 'b', refreshUrl: 'c', deviceAuthorizationUrl: 'd' },
    },
  },
  everyOther: {
    type: 'oauth2',
    flows: {
      x: { authorizationUrl: 'e', tokenUrl: 'f', refreshUrl: 'g', deviceAuthorizationUrl: 'h' },
    },
  },
  noToken: { type: 'http', scheme: 'bearer', flows: { password: flow('z') } },
}
const paths = (security: Security) => ({
  '/books': { get: { operationId: 'listBooks', security, responses: { '204': { description: 'x' } } } },
})
const info = { title: 'Books', version: '1' }
const newer = (security: Security) => ({
  openapi: '3.1.0',
  info,
  components: { securitySchemes: schemes },
  paths: paths(security),
})
const found = async (ours: object, theirs: object) =>
  (await driftOf(await folder.file(theirs), await folder.file(ours))).map(
    ({ rule, subject, says }) => `${rule} ${subject}: ${says.replace(/: .*/, '')}`,
  )

it.each<[scheme: string, text: string]>([
  ['token', 'a bearer token'],
  ['upper', 'a bearer token'],
  ['digest', 'HTTP digest'],
  ['scheme', 'HTTP '],
  ['login', 'a bearer token'],
  ['connect', 'a bearer token'],
  ['key', 'the key of the header x-key'],
  ['authorization', 'a bearer token'],
  ['query', 'the key of the query authorization'],
  ['cookie', 'the key of the cookie Sid'],
  ['nowhere', 'the key of the  '],
  ['certificate', 'a certificate'],
  ['odd', 'odd'],
  ['bare', ''],
  ['absent', 'the scheme absent, which is not described'],
])('says what is sent for the scheme %s', async (scheme, text) => {
  expect(await found(newer([{ other: [] }]), newer([{ [scheme]: [] }]))).toEqual([
    `security-other ${text} for the key of the header x-other: The call requires ${text}; clients send the key of the header x-other`,
  ])
})

const needed = (what: string, sent: string) =>
  `security-other ${what} for ${sent}: The call requires ${what}; clients send ${sent}`
const token = 'a bearer token'
const key = 'the key of the header x-key'
it.each<[what: string, ours: Security, theirs: Security, changes: string[]]>([
  [
    'a token where none is needed',
    [],
    [{ token: [] }],
    ['security-required a bearer token: The call requires a bearer token; the contract requires no token'],
  ],
  [
    'a token where one may come without',
    [{}, { key: [] }],
    [{ token: [] }],
    ['security-required a bearer token: The call requires a bearer token; the contract requires no token'],
  ],
  ['no token on either side', [{}], [], []],
  ['no token', [{ token: [] }], [{}], ['security-open no token: No token is required']],
  ['a token or none', [{ token: [] }], [{ token: [] }, {}], []],
  ['more than is sent', [{ token: [] }], [{ token: [], key: [] }], [needed(`${token} and ${key}`, token)]],
  ['less than is sent', [{ token: [], key: [] }], [{ token: [] }], []],
  ['one of two', [{ token: [] }, { key: [] }], [{ token: [] }], [needed(token, key)]],
  ['two where one is sent', [{ key: [] }], [{ token: [] }, { digest: [] }], [needed(`${token} or HTTP digest`, key)]],
  ['one by two names', [{ key: [] }], [{ token: [] }, { upper: [] }], [needed(token, key)]],
  ['one by two names at once', [{ key: [] }], [{ token: [], upper: [] }], [needed(token, key)]],
  [
    'scopes',
    [{ token: ['read'] }],
    [{ token: ['read', 'write', 'admin'] }],
    ['security-scope write admin: The scope write, admin is required'],
  ],
  ['a scope by one of two ways', [{ token: ['read'] }], [{ token: ['write'] }, { upper: ['read'] }], []],
  [
    'a scope by both of two ways',
    [{ token: ['read'] }],
    [{ token: ['write'] }, { upper: ['admin'] }],
    ['security-scope write: The scope write is required'],
  ],
  ['a scope of a scheme that no one has', [{ token: ['read'] }], [{ token: ['read'] }, { key: ['admin'] }], []],
  [
    'a token that is had elsewhere',
    [{ inApp: [] }],
    [{ elsewhere: [] }],
    ['security-address tokenUrl of password b: The tokenUrl of password is b; the contract has a'],
  ],
  [
    'a token that is had in another way',
    [{ inApp: [] }],
    [{ otherwise: [] }],
    ['security-address tokenUrl of password : There is no tokenUrl of password; the contract has a'],
  ],
  ['a token that may be renewed', [{ inApp: [] }], [{ renewed: [] }], []],
  ['a token that is had in the same way, too', [{ inApp: [] }], [{ elsewhere: [] }, { inApp: [] }], []],
  ['a token that is not described to be had anywhere', [{ inApp: [] }], [{ noToken: [] }], []],
  ['a token that was not said to be had anywhere', [{ token: [] }], [{ inApp: [] }], []],
  [
    'addresses of every kind',
    [{ every: [] }],
    [{ everyOther: [] }],
    [
      'security-address authorizationUrl of x e: The authorizationUrl of x is e; the contract has a',
      'security-address deviceAuthorizationUrl of x h: The deviceAuthorizationUrl of x is h; the contract has d',
      'security-address refreshUrl of x g: The refreshUrl of x is g; the contract has c',
      'security-address tokenUrl of x f: The tokenUrl of x is f; the contract has b',
    ],
  ],
  [
    'another address of OpenID Connect',
    [{ connect: [] }],
    [{ connected: [] }],
    [
      'security-address openIdConnectUrl https://b.example: The openIdConnectUrl is https://b.example; the contract has https://a.example',
    ],
  ],
  ['a scheme that is described nowhere, on either side', [{ absent: [] }], [{ absent: [] }], []],
])('asked for: %s', async (_what, ours, theirs, changes) => {
  expect(await found(newer(ours), newer(theirs))).toEqual(changes)
})

it('reports credentials that all calls require as one finding', async () => {
  const described = (words: object) => ({
    openapi: '3.1.0',
    info,
    components: { securitySchemes: schemes },
    paths: { ...pathOf('listBooks'), ...pathOf('listShelves') },
    ...words,
  })
  const pathOf = (operationId: string) => ({
    [`/${operationId}`]: { get: { operationId, responses: { '204': { description: 'x' } } } },
  })
  const drift = await driftOf(
    await folder.file(described({ security: [{ key: [] }] })),
    await folder.file(described({})),
  )
  expect(drift.map(({ rule, calls }) => ({ rule, calls }))).toEqual([
    { rule: 'security-required', calls: ['listBooks', 'listShelves'] },
  ])
})

const old = (words: object) => ({
  swagger: '2.0',
  info,
  securityDefinitions: { login: { type: 'oauth2', ...words } },
  paths: paths([{ login: [] }]),
})
const flows = (all: object) => ({
  ...newer([{ login: [] }]),
  components: { securitySchemes: { login: { type: 'oauth2', flows: all } } },
})
it.each<[old: string, newer: string]>([
  ['application', 'clientCredentials'],
  ['accessCode', 'authorizationCode'],
  ['password', 'password'],
])('knows the flow %s of OpenAPI 2.0 as %s', async (before, now) => {
  expect(await found(old({ flow: before, tokenUrl: 'a' }), flows({ [now]: flow('a') }))).toEqual([])
  expect(await found(old({ flow: before, tokenUrl: 'a' }), flows({ [now]: flow('b') }))).toEqual([
    `security-address tokenUrl of ${now} b: The tokenUrl of ${now} is b; the contract has a`,
  ])
})
it('compares the URLs of a flow that OpenAPI 2.0 does not name', async () => {
  expect(await found(old({ tokenUrl: 'a' }), old({ tokenUrl: 'b' }))).toEqual([
    'security-address tokenUrl of  b: The tokenUrl of  is b; the contract has a',
  ])
})

it.each<[security: Security, isNeeded: boolean]>([
  [[{ token: [] }], true],
  [[{ login: [] }], true],
  [[{ key: [] }], false],
  [[{ key: [] }, { token: [] }], true],
  [[{ token: [] }, {}], false],
  [[], false],
])('knows whether %j asks for a token: %s', async (security, isNeeded) => {
  const { calls } = await read(await folder.file(newer(security)))
  expect(calls.map(needsToken)).toEqual([isNeeded])
})
