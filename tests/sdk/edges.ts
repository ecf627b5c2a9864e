/* oxlint-disable no-console -- what is logged there is watched */
import type * as sdk from '@paket/sdk'
import type { Auth, ClientOptions, Listeners, Result } from '@paket/sdk'

/**
 * Behaviour of a call when a platform, a host or a server is unusual. Each edge case returns its result as JSON. They run with the sources
 * (edges.test.ts), and with the packed SDK in Node, workerd and an old runtime (../package/edges.test.ts), so they use nothing of Node.
 */
export interface Edge {
  title: string
  see: (sdk: Sdk, origin: string) => unknown
  sees: unknown
  /** What the runtime must have: streaming bodies; a clock that advances while a program computes (workerd's does not). */
  needs?: 'streams' | 'clock' | undefined
}
export type Sdk = typeof sdk

const order = { source: 'web', bundleId: 'b61e6ba5-3682-4dd6-b804-69b84b2d451c', usingMainCard: true } as const
const created = '{"code":0,"result":{"orderId":"order-1"}}'
const baseUrl = 'https://paket.test/bff/api'
const auth: Auth = { getToken: () => 'token' }
const never = () => new Promise<never>(() => {})

/** The result of a call: the data, or the failure's name with its status. */
const summary = (result: Result) => (result.ok ? 'ok' : [result.failure.name, result.failure.status ?? null].join(' '))
type Fetch = typeof globalThis.fetch
const answering = (answer: (init: RequestInit) => unknown) =>
  (async (_: string, init: RequestInit) => answer(init)) as unknown as Fetch
/** A body that begins, never ends, and ignores the signal. Records that it was cancelled. */
function stalling(noted: string[] = []) {
  const bytes = new TextEncoder().encode('{"code":')
  return new ReadableStream({
    start: (stream) => stream.enqueue(bytes),
    cancel: () => void noted.push('cancelled'),
  })
}

/** Runs `work` and returns what it logs. */
async function withConsole(work: () => Promise<unknown>): Promise<unknown[]> {
  const errors: unknown[] = []
  const { error } = console
  console.error = (...parts: unknown[]) => void errors.push(...parts)
  try {
    const seen = await work()
    // An unhandled rejection is reported one turn later.
    await new Promise((done) => setTimeout(done, 5))
    return [seen, errors.length]
  } finally {
    console.error = error
  }
}
const reject = () => Promise.reject(new Error('a bug of a listener'))
const unwritable = () => Promise.reject(Object.create(null))
/** The timeout of a call that hangs. */
const HANGING_MS = 80
/** Places an order: the result of a lost order must never be guessed. */
async function ordered(sdk: Sdk, options: Partial<ClientOptions>): Promise<string> {
  return summary(await sdk.createClient({ baseUrl, auth, timeoutMs: 20_000, ...options }).createOrder(order))
}
function typeErrorOf(work: () => unknown): string {
  try {
    work()
    return 'it can'
  } catch (error) {
    return error instanceof TypeError ? error.message : `no TypeError: ${String(error)}`
  }
}

const all: Record<string, [see: Edge['see'], sees: unknown, needs?: Edge['needs']]> = {
  'an order reaches a real server': [(sdk, origin) => ordered(sdk, { baseUrl: `${origin}/good/bff/api` }), 'ok'],

  'async listeners that reject fail no call; each error is logged to the console': [
    (sdk) =>
      withConsole(() => {
        // oxlint-disable-next-line no-misused-promises -- the types allow it, and people do it
        const on: Listeners = { request: reject, response: reject, failure: reject, refresh: reject, drift: reject }
        return ordered(sdk, { fetch: answering(() => new Response(created, { status: 500 })), on })
      }),
    ['orderUnavailable 500', 3],
  ],

  'a fetch that ignores its signal and hangs is timeOut at the deadline': [
    (sdk) => ordered(sdk, { fetch: answering(never), timeoutMs: HANGING_MS }),
    'timeOut ',
  ],
  'an answer of such a fetch after the deadline is cancelled': [
    async (sdk) => {
      const noted: string[] = []
      let answerLate = (_: Response) => {}
      const end = await ordered(sdk, {
        fetch: answering(() => new Promise<Response>((done) => (answerLate = done))),
        timeoutMs: HANGING_MS,
      })
      answerLate(new Response(stalling(noted)))
      await new Promise((done) => setTimeout(done, 5))
      return [end, noted]
    },
    ['timeOut ', ['cancelled']],
    'streams',
  ],
  'a body that ignores the signal and hangs is timeOut at the deadline, and cancelled': [
    async (sdk) => {
      const noted: string[] = []
      return [
        await ordered(sdk, { fetch: answering(() => new Response(stalling(noted))), timeoutMs: HANGING_MS }),
        noted,
      ]
    },
    ['timeOut ', ['cancelled']],
    'streams',
  ],
  'a body without streams that hangs is timeOut at the deadline': [
    (sdk) =>
      ordered(sdk, {
        fetch: answering(() => ({ status: 200, headers: new Headers(), text: never })),
        timeoutMs: HANGING_MS,
      }),
    'timeOut ',
  ],
  'a body that starves the timer is timeOut at the deadline': [
    (sdk) => {
      const space = new TextEncoder().encode(' '.repeat(1000))
      const body = () => new ReadableStream({ pull: (stream) => stream.enqueue(space) })
      return ordered(sdk, { fetch: answering(() => new Response(body())), maxBytes: Infinity, timeoutMs: HANGING_MS })
    },
    'timeOut ',
    'clock',
  ],
  'an answer whose parsing takes longer than the timeout is timeOut': [
    async (sdk) => {
      const { parse } = JSON
      JSON.parse = (...args: Parameters<typeof parse>) => {
        for (const until = performance.now() + 100; performance.now() < until;);
        return parse(...args) as unknown
      }
      try {
        return await ordered(sdk, { fetch: answering(() => new Response(created)), timeoutMs: HANGING_MS })
      } finally {
        JSON.parse = parse
      }
    },
    'timeOut ',
    'clock',
  ],

  'a redirect is unexpectedStatus with its status, and is not followed': [
    async (sdk, origin) => {
      const ends = []
      for (const status of [301, 302, 303, 307, 308])
        ends.push(await ordered(sdk, { baseUrl: `${origin}/redirect-${status}/bff/api` }))
      return [ends, await (await fetch(`${origin}/how-often/elsewhere`)).json()]
    },
    [[301, 302, 303, 307, 308].map((status) => `unexpectedStatus ${status}`), 0],
  ],
  'a redirect whose body hangs is unexpectedStatus, and its body cancelled': [
    async (sdk) => {
      const noted: string[] = []
      return [await ordered(sdk, { fetch: answering(() => new Response(stalling(noted), { status: 307 })) }), noted]
    },
    ['unexpectedStatus 307', ['cancelled']],
    'streams',
  ],
  'a redirect in a browser, which hides its status, is unexpectedStatus with the status 0': [
    (sdk) =>
      ordered(sdk, {
        fetch: answering(() => ({ type: 'opaqueredirect', status: 0, headers: new Headers(), text: async () => '' })),
      }),
    'unexpectedStatus 0',
  ],

  'a caller who aborts gets the signal’s reason, or an AbortError where the platform keeps none': [
    async (sdk) => {
      const leaving = new AbortController()
      const paket = sdk.createClient({ baseUrl, auth, fetch: answering(never) })
      const call = paket.createOrder(order, { signal: leaving.signal })
      setTimeout(() => leaving.abort(), 5)
      const names = [await call.catch((error: Error) => error.name)]
      names.push(await paket.createOrder(order, { signal: leaving.signal }).catch((error: Error) => error.name))
      const { signal } = leaving
      const page = { baseUrl: 'https://cms.test', fetch: answering(never) }
      names.push(await sdk.readMyPaketPage(page, { signal }).then(String, (error: Error) => error.name))
      return names
    },
    ['AbortError', 'AbortError', 'AbortError'],
  ],
  'flows that are aborted reject, too': [
    async (sdk) => {
      const leaving = new AbortController()
      const body = JSON.stringify({ code: 0, formUrl: 'https://bank.test', result: { orderStatus: 'new' } })
      const paket = sdk.createClient({ baseUrl, auth, fetch: answering(() => new Response(body)) })
      const { signal } = leaving
      const openPage = async () => {
        leaving.abort()
        return 'returned' as const
      }
      const poll = sdk
        .pollOrder(paket, { orderId: 'o', payment: 'mainCard', signal })
        .catch((error: Error) => error.name)
      const bind = sdk.bindCard(paket, { source: 'web', from: 'profile', signal, openPage })
      return [await bind.catch((error: Error) => error.name), await poll]
    },
    ['AbortError', 'AbortError'],
  ],
  'the claims of a token are decoded': [
    (sdk) => sdk.tokenClaims('h.eyJleHAiOjcsIng1aWQiOiLQgS0_PiJ9.s'),
    { exp: 7, x5id: 'Ё-?>' },
  ],

  'a token that is unavailable is notSent; no one is signed out': [
    async (sdk) => {
      const refresh = async () => 'another'
      const offline = () => Promise.reject(new Error('offline'))
      const broken = () => {
        throw new Error('no host')
      }
      const paket = (getToken: Auth['getToken']) =>
        sdk.createClient({ baseUrl, auth: { getToken, refresh }, fetch: answering(never) }).createOrder(order)
      const results = [await paket(offline), await paket(broken)]
      return results.map((result) => [summary(result), !result.ok && result.failure.kind])
    },
    [
      ['notSent ', 'technical'],
      ['notSent ', 'technical'],
    ],
  ],

  'an endless answer is malformed, and its connection is closed': [
    async (sdk, origin) => {
      const end = await ordered(sdk, { baseUrl: `${origin}/endless/bff/api`, timeoutMs: 20_000 })
      return [end, await (await fetch(`${origin}/closed/endless`)).json()]
    },
    ['malformed 200', true],
    'streams',
  ],
  'an answer of maxBytes is read, one of a byte more is malformed': [
    async (sdk) => {
      const ends = []
      for (const maxBytes of [created.length, created.length - 1])
        for (const answer of [
          () => new Response(created),
          () => ({ status: 200, headers: new Headers(), text: async () => created }),
          () => ({ status: 200, headers: new Headers(), body: {}, text: async () => created }),
        ])
          ends.push(await ordered(sdk, { fetch: answering(answer), maxBytes }))
      return ends
    },
    ['ok', 'ok', 'ok', 'malformed 200', 'malformed 200', 'malformed 200'],
  ],
  'the Error of an answer that is too large says so': [
    async (sdk) => {
      const causes = []
      for (const answer of [
        () => new Response(created),
        () => ({ status: 200, headers: new Headers(), text: async () => created }),
      ]) {
        const paket = sdk.createClient({ baseUrl, auth, fetch: answering(answer), maxBytes: 9 })
        const error = await Promise.resolve(await paket.createOrder(order))
          .then(sdk.unwrap)
          .catch((thrown: Error) => thrown)
        causes.push(error instanceof Error && String(error.cause))
      }
      return causes
    },
    ['RangeError: body over 9 bytes', 'RangeError: body over 9 bytes'],
  ],
  'letters that are split between chunks are joined': [
    async (sdk) => {
      const bytes = new TextEncoder().encode('{"code":2004,"message":"Ёж"}')
      const body = new ReadableStream({
        start(stream) {
          for (const byte of bytes) stream.enqueue(new Uint8Array([byte]))
          stream.close()
        },
      })
      const paket = sdk.createClient({ baseUrl, auth, fetch: answering(() => new Response(body)) })
      const result = await paket.createOrder(order)
      return !result.ok && result.failure.message
    },
    'Ёж',
    'streams',
  ],

  'a refusal whose body hangs is refreshed, cancelled and retried at once': [
    async (sdk) => {
      const noted: string[] = []
      const fetch = answering(({ headers }) =>
        (headers as Record<string, string>)['Authorization'] === 'Bearer token'
          ? new Response(stalling(noted), { status: 401 })
          : new Response(created),
      )
      const refresh = async () => {
        noted.push('refreshed')
        return 'another'
      }
      return [await ordered(sdk, { fetch, auth: { ...auth, refresh } }), noted]
    },
    ['ok', ['refreshed', 'cancelled']],
    'streams',
  ],
  'a refusal whose body cannot be cancelled, as that of node-fetch, is refreshed and retried': [
    (sdk) => {
      const refusal = { status: 401, headers: new Headers(), body: {}, text: async () => '' }
      const fetch = answering(({ headers }) =>
        (headers as Record<string, string>)['Authorization'] === 'Bearer token' ? refusal : new Response(created),
      )
      return ordered(sdk, { fetch, auth: { ...auth, refresh: async () => 'another' } })
    },
    'ok',
  ],
  'a final refusal whose body hangs is unauthorized, not timeOut': [
    async (sdk) => {
      const fetch = answering(() => new Response(stalling(), { status: 401 }))
      const over = { ...auth, refresh: async () => null }
      return [await ordered(sdk, { fetch, auth: over }), await ordered(sdk, { fetch, auth: { ...auth } })]
    },
    ['unauthorized 401', 'unauthorized 401'],
    'streams',
  ],

  'an invalid baseUrl throws when the client is created': [
    (sdk) => {
      const under = (address: unknown) => typeErrorOf(() => sdk.createClient({ baseUrl: address as string, auth }))
      return [
        undefined,
        '',
        '/bff/api',
        'shop.test/bff/api',
        'ftp://shop.test',
        'https://',
        'https://u:p@shop.test',
        'https://shop.test/?a=1',
        'https://shop.test:99999',
        new URL('https://shop.test'),
      ].map(under)
    },
    [
      'undefined',
      '""',
      '"/bff/api"',
      '"shop.test/bff/api"',
      '"ftp://shop.test"',
      '"https://"',
      '"https://u:p@shop.test"',
      '"https://shop.test/?a=1"',
      '"https://shop.test:99999"',
      '"https://shop.test/"',
    ].map((address) => `baseUrl ${address} is not https://host/api nor /api in a page`),
  ],

  'what the network threw is the cause of the Error, and in no event': [
    async (sdk) => {
      const broken = new TypeError('the network is away', { cause: new Error('ECONNREFUSED') })
      const heard: unknown[] = []
      const on: Listeners = { failure: (event) => heard.push(event) }
      const paket = sdk.createClient({ baseUrl, auth, fetch: answering(() => Promise.reject(broken)), on })
      const result = await paket.createOrder(order)
      const error = await Promise.resolve(result)
        .then(sdk.unwrap)
        .catch((thrown: Error) => thrown)
      return [error instanceof Error && error.cause === broken, JSON.stringify(heard).includes('network')]
    },
    [true, false],
  ],
  'what getToken and refresh threw is the cause of the Error, and in no event': [
    async (sdk) => {
      const heard: unknown[] = []
      const listen = (event: unknown) => void heard.push(event)
      const why = new Error('the provider is away')
      const throwing = () => Promise.reject(why)
      const causes = []
      for (const each of [{ getToken: throwing }, { getToken: () => null, refresh: throwing }]) {
        const paket = sdk.createClient({ baseUrl, auth: each, on: { failure: listen, refresh: listen } })
        const error = await paket
          .createOrder(order)
          .then(sdk.unwrap)
          .catch((thrown: Error) => thrown)
        causes.push(error instanceof Error && error.cause === why)
      }
      return [causes, JSON.stringify(heard).includes('away')]
    },
    [[true, true], false],
  ],

  'a listener cannot change what the caller gets': [
    async (sdk) => {
      const on: Listeners = {
        failure: (event) => void Object.assign(event, { outcome: 'success', name: 'changed' }),
      }
      const paket = sdk.createClient({ baseUrl, auth, fetch: answering(() => Promise.reject(new Error('no'))), on })
      const result = await paket.createOrder(order)
      return [summary(result), !result.ok && Object.isFrozen(result.failure)]
    },
    ['noConnection ', true],
  ],

  'a fetch that rejects with what has no text is noConnection': [
    (sdk) => ordered(sdk, { fetch: answering(unwritable) }),
    'noConnection ',
  ],
  'schemas that throw make the answer malformed, and the error is logged': [
    (sdk) =>
      withConsole(() =>
        ordered(sdk, {
          fetch: answering(() => new Response(created)),
          schemas: () => {
            throw new Error('a bug of schemas')
          },
        }),
      ),
    ['malformed 200', 1],
  ],
  'a clock that throws makes the call notSent': [
    (sdk) =>
      ordered(sdk, {
        auth: { getToken: () => 'h.eyJleHAiOjcsImlhdCI6NX0.s' },
        fetch: answering(() => new Response(created)),
        now: () => {
          throw new Error('a bug of the clock')
        },
      }),
    'notSent ',
  ],
  'a body that throws while it is made into JSON is notSent; the error is logged to the console': [
    (sdk) =>
      withConsole(async () => {
        const fetch = answering(() => new Response(created))
        const toJSON = () => {
          throw new Error('a bug of the caller')
        }
        const body = { ...order, toJSON } as typeof order
        return summary(await sdk.createClient({ baseUrl, auth, fetch }).createOrder(body))
      }),
    ['notSent ', 1],
  ],
  'an answer that is not a Response is noConnection: nothing is known about the order': [
    async (sdk) => [
      await ordered(sdk, { fetch: answering(() => undefined) }),
      await ordered(sdk, { fetch: answering(() => ({})) }),
    ],
    ['noConnection ', 'noConnection '],
  ],
}

export const edges: Edge[] = Object.entries(all).map(([title, [see, sees, needs]]) => ({ title, see, sees, needs }))

/** Runs all edge cases, one after another, because they share the console. */
export async function seeAll(
  sdk: Sdk,
  origin: string,
  needs: readonly Edge['needs'][],
): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {}
  for (const edge of edges)
    if (needs.includes(edge.needs))
      try {
        seen[edge.title] = await edge.see(sdk, origin)
      } catch (error) {
        seen[edge.title] = `it threw: ${String(error)}`
      }
  return seen
}
export const expectedOf = (needs: readonly Edge['needs'][]): Record<string, unknown> =>
  Object.fromEntries(edges.filter((edge) => needs.includes(edge.needs)).map(({ title, sees }) => [title, sees]))
