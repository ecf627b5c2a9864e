import { existsSync } from 'node:fs'
import type { IncomingMessage, RequestListener } from 'node:http'
import { Engine } from './calls/answering.ts'
import { Access } from './control/access.ts'
import { api } from './calls/api.ts'
import { UNKNOWN_CALL } from './state/journal.ts'
import { Clock } from './clock.ts'
import { control } from './control/control.ts'
import { publicFile } from './http/files.ts'
import { answerError, pathOf, Problem, problemBody } from './http/http.ts'
import { connect } from './http/connection.ts'
import { isLoopback, listen } from './http/listen.ts'
import { Origins } from './http/origins.ts'
import { requirePanelHeader, refuseForeignPages } from './http/foreign-pages.ts'
import { Identity } from './identity/identity.ts'
import { type ClockOf, Tokens } from './identity/tokens.ts'
import { type Folders, load, type Loaded, newUsers } from './load.ts'
import { createPrism } from './prism/prism.ts'
import type { Handler, Product } from './product.ts'
import { LiveSession } from './record/live.ts'
import type { Recording } from './record/record.ts'
import { Recordings } from './record/recordings.ts'
import { loadState, StateFile } from './state/state-file.ts'
import { StateShape } from './state/state-shape.ts'
import type { User } from './state/user.ts'
import { messageOf } from '#engine/message-of.ts'

export interface MockOptions extends Partial<Folders> {
  /** 0 picks a free port. */
  port?: number
  /** Origins of the app: sign-in and payment redirect there. */
  appOrigins?: string[]
  /** The address to listen on, `0.0.0.0` for all; defaults to loopback. */
  host?: string
  /** The token that `/__mock` requires when `host` is reachable from the network. */
  token?: string
  /** Host names, without a port, that it accepts besides localhost and those of the apps. */
  names?: string[]
  /** A file with a user's snapshot or a whole state to start with. */
  load?: string
  /** A file that preserves the state across restarts. */
  state?: string
  /** The origin of a live backend that answers the contract's calls while its session is recorded. */
  recordFrom?: string
  /** Called with a line for each request that violates the contract; the line contains no values of the request. */
  onViolation?: (line: string) => void
}
export interface Mock {
  origin: string
  close(): Promise<void>
  /** Returns the recorded session as a scenario; null when nothing was recorded. */
  recorded(name: string): Promise<Recording | null>
}

const read = new WeakMap<Product, Map<string, Promise<Loaded>>>()
/** Reads a product once for all mocks of this process with the same folders. */
function loadOnce(product: Product, folders: Partial<Folders>): Promise<Loaded> {
  const known = read.get(product) ?? new Map<string, Promise<Loaded>>()
  read.set(product, known)
  const key = JSON.stringify([folders.contractDir, folders.scenariosDir, folders.moreScenariosDir])
  const loaded = known.get(key) ?? load(product, folders)
  known.set(key, loaded)
  // Files with an error are read again.
  loaded.catch(() => known.delete(key))
  return loaded
}

/**
 * Starts the mock of a product on one origin: the contract's calls, the identity provider, the product's own parts, the
 * controls.
 */
export async function startServer(product: Product, options: MockOptions = {}): Promise<Mock> {
  if (options.host !== undefined && !isLoopback(options.host) && options.token === undefined)
    throw new Error(`A mock on ${options.host} needs a token for /__mock`)
  const { listener, answerWith } = waiting()
  const { port, close } = await listen(listener, options.port ?? 4010, options.host)
  try {
    const origins = originsOf(options, port)
    const { handler, state, recorded } = await startParts(
      loadOnce(product, options),
      options,
      origins,
      globalThis.fetch,
    )
    answerWith((request, response) => {
      if (state) response.once('close', () => state.touch())
      return handler(request, response)
    })
    const closeAll = async () => {
      await close()
      await state?.end()
    }
    return { origin: origins.main, close: closeAll, recorded }
  } catch (error) {
    await close()
    throw error
  }
}

/** A mock inside this process, without a port. */
export interface LocalMock {
  /** The origin that its URLs start with. */
  origin: string
  /**
   * Like the global `fetch`, but always calls the mock: the URL's origin is ignored, and a path alone works. Does not
   * follow redirects.
   */
  fetch: typeof globalThis.fetch
  /** An access token of the scenario's user. */
  token(): Promise<string>
  close(): void
}
export interface LocalMockOptions extends Partial<Folders> {
  /** The user whose tokens `token` returns: a scenario, or any login. */
  scenario?: string
  appOrigins?: string[]
}
/**
 * Creates a mock inside this process and returns at once. Its first requests wait until the contract is read; if that
 * fails, they return the error.
 */
export function createLocal(product: Product, { scenario, ...options }: LocalMockOptions = {}): LocalMock {
  const { listener, answerWith } = waiting()
  const origins = originsOf(options, LOCAL_PORT)
  const { fetch, close } = connect(listener, origins.main)
  const login = scenario ?? product.scenarios.newcomer
  void startParts(loadOnce(product, options), options, origins, fetch).then(
    ({ handler }) => answerWith(handler),
    (error: unknown) => {
      const why = messageOf(error)
      answerWith(() => Promise.reject(new Problem(500, 'The mock cannot start', why)))
    },
  )
  return {
    origin: origins.main,
    fetch,
    async token() {
      const answer = await fetch(`/__mock/users/${encodeURIComponent(login)}/token`)
      const { accessToken, detail } = (await answer.json()) as { accessToken?: string; detail?: string }
      if (accessToken === undefined) throw new Error(detail)
      return accessToken
    },
    close,
  }
}
const LOCAL_PORT = 4010

/** Creates a listener whose requests wait until `answerWith` is called. */
function waiting() {
  const { promise: ready, resolve: answerWith } = Promise.withResolvers<Handler>()
  const listener: RequestListener = (request, response) => {
    void (async () => (await ready)(request, response))().catch((error: unknown) => answerError(error, response))
  }
  return { listener, answerWith }
}

const originsOf = ({ appOrigins, names, host }: Pick<MockOptions, 'appOrigins' | 'names' | 'host'>, port: number) =>
  new Origins({ port, apps: appOrigins ?? ['http://localhost:5173', 'http://127.0.0.1:5173'], names, host })

/** Connects the parts of a product once it is loaded; `fetch` calls the mock itself. */
async function startParts(
  reading: Promise<Loaded>,
  options: MockOptions,
  origins: Origins,
  fetch: typeof globalThis.fetch,
): Promise<{ handler: Handler; state: StateFile | null; recorded: Mock['recorded'] }> {
  const loaded = await reading
  const { product, contract, behaviour } = loaded
  const users = newUsers(loaded, new Clock())
  const clockOf: ClockOf = (login) => users.clockOf(login)
  const [ask, tokens] = await Promise.all([createPrism(contract), Tokens.create(clockOf, product.identity)])
  const jwk = await tokens.jwk()
  const engine = new Engine(contract, behaviour, ask)
  const { identity: rules, scenarios: scenarioRules, basePaths, name } = product
  const identity = new Identity({ users, origins, tokens, jwk, rules, scenarioRules, brand: name.ru })
  const parts = await behaviour.start({
    users,
    origins,
    userOf: async ({ headers }) => users.get((await identity.loginOf(headers)) ?? scenarioRules.visitor),
  })
  const { visitor } = scenarioRules
  const recordings = new Recordings(loaded, users)
  const shape = new StateShape(parts.stateSchemas)
  const live = options.recordFrom === undefined ? null : new LiveSession(options.recordFrom)
  const context = {
    fetch,
    live,
    recordings,
    contract,
    engine,
    identity,
    users,
    origins,
    basePaths,
    visitor,
    parts,
    shape,
    product,
    behaviour,
    onViolation: options.onViolation,
  }
  const stateContext = {
    recordings,
    users,
    contract,
    origins: origins.addresses(),
    targets: { contract, parts: product.faultParts },
    view: (user: User) => behaviour.view(user, users),
    shared: parts.shared,
    shape,
  }
  if (options.state !== undefined && existsSync(options.state)) await loadState(options.state, stateContext)
  if (options.load !== undefined) await loadState(options.load, stateContext)
  const state = options.state === undefined ? null : new StateFile(options.state, stateContext)
  // Reports at the start when the file cannot be written.
  await state?.write()
  const access = options.token === undefined ? null : new Access(options.token)
  const calls: Handler = (request, response) => api(context, request, response)
  const routes = {
    ...Object.fromEntries(basePaths.map((path): [string, Handler] => [path, calls])),
    '/oidc': (request, response) => identity.handle(request, response),
    ...parts.handlers,
    '/__mock'(request, response) {
      if (access && !access.allows(request)) return access.ask(request, response)
      requirePanelHeader(request)
      return control(context, request, response)
    },
  } satisfies Record<string, Handler>
  const route = router(routes, new Set(basePaths), (method, path, problem) => {
    const entry = users.journal.note(users.get(visitor), { operation: UNKNOWN_CALL, method, path, body: null })
    const { status, message } = problem
    users.journal.finish(Object.assign(entry, { status, answer: problemBody(problem), accepted: false, note: message }))
  })
  const handler: Handler = (request, response) => {
    withoutOrigin(request)
    refuseForeignPages(origins, request)
    const { url = '/' } = request
    const redirect = (location: string) => void response.writeHead(303, { location }).end()
    if (pathOf(request) === '/' && !basePaths.includes('')) return redirect('/__mock')
    // Some messengers encode the # of a snapshot's link.
    if (url.startsWith('/__mock%23')) return redirect(url.replace('%23', '#'))
    return route(request, response)
  }
  const recorded = async (scenario: string) =>
    live && live.text() !== '' ? recordings.record(scenario, live.text()) : null
  return { handler, state, recorded }
}

/**
 * A client that has the mock as its proxy sends the whole URL: its host takes precedence over the Host header (RFC 9112,
 * section 3.2.2).
 */
function withoutOrigin(request: IncomingMessage): void {
  const { url = '/', headers } = request
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return
  const { host, pathname, search } = new URL(url)
  request.url = pathname + search
  headers.host = host
}

/**
 * Routes a request to its part. HEAD is handled as GET, except by the parts of `withHead`. Requests that no part
 * handles are reported to `noteUnknown`.
 */
function router(
  parts: Record<string, Handler>,
  withHead: ReadonlySet<string>,
  noteUnknown: (method: string, path: string, problem: Problem) => void,
): Handler {
  // Longest prefix first: an empty base path matches what no other part does.
  const prefixes = Object.keys(parts).toSorted((a, b) => b.length - a.length)
  return (request, response) => {
    const path = pathOf(request)
    const file = publicFile(path)
    if (file) return void response.writeHead(200, { 'content-type': `${file.type}; charset=utf-8` }).end(file.body)
    const part = prefixes.find((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    if (part !== undefined) {
      // Node sends no body for HEAD, so GET handlers work; parts of `withHead` handle the method themselves.
      if (request.method === 'HEAD' && !withHead.has(part)) request.method = 'GET'
      return parts[part]!(request, response)
    }
    const known = Object.keys(parts).join(', ')
    const problem = new Problem(404, 'Not found', `There is nothing at ${path}; the mock has ${known}`)
    noteUnknown(request.method ?? '', path, problem)
    throw problem
  }
}
