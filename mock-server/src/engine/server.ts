import { existsSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { Engine } from './calls/answering.ts'
import { Access } from './control/access.ts'
import { api, UNKNOWN } from './calls/api.ts'
import { Clock } from './clock.ts'
import { control } from './control/control.ts'
import { publicFile } from './http/files.ts'
import { answerError, pathOf, Problem } from './http/http.ts'
import { connect } from './http/connection.ts'
import { isLoopback, listen } from './http/listen.ts'
import { Origins } from './http/origins.ts'
import { refuseSimpleWrites, refuseStrangers } from './http/strangers.ts'
import { Identity } from './identity/identity.ts'
import { type ClockOf, Tokens } from './identity/tokens.ts'
import { type Folders, load, type Loaded, newUsers } from './load.ts'
import { createPrism } from './prism/prism.ts'
import type { Handler, Product } from './product.ts'
import { LiveSession } from './record/live.ts'
import type { Recording } from './record/record.ts'
import { Recordings } from './record/recordings.ts'
import { loadState, StateFile } from './state/state-file.ts'
import type { User } from './state/user.ts'

export interface MockOptions extends Partial<Folders> {
  /** 0 takes a free one. */
  port?: number
  /** Where the app runs: sign-in and payment come back there. */
  appOrigins?: string[]
  /** The address that it listens on, `0.0.0.0` for all; loopback without one. */
  host?: string
  /** What `/__mock` asks for on an address that others of the network reach. */
  token?: string
  /** Names of this machine that it answers to beside localhost and the apps' ones, without a port. */
  names?: string[]
  /** A file with a user's snapshot or a whole state, to start with. */
  load?: string
  /** A file that keeps the state over restarts. */
  state?: string
  /** The origin of a live backend that answers the contract's calls while its session is recorded. */
  recordFrom?: string
}
export interface Mock {
  origin: string
  close(): Promise<void>
  /** What was recorded of a live backend, as a scenario; null when nothing was. */
  recorded(name: string): Promise<Recording | null>
}

/** Starts the mock of a product: calls of its contract, identity provider, the product's own parts, controls, on one origin. */
export async function startServer(product: Product, options: MockOptions = {}): Promise<Mock> {
  if (options.host !== undefined && !isLoopback(options.host) && options.token === undefined)
    throw new Error(`A mock on ${options.host} needs a token for /__mock`)
  const { listener, answerWith } = waiting()
  const { port, close } = await listen(listener, options.port ?? 4010, options.host)
  try {
    const origins = originsOf(options, port)
    const { handler, state, recorded } = await startParts(load(product, options), options, origins, globalThis.fetch)
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
  /** What its addresses begin with. */
  origin: string
  /** Asks the mock, whatever origin an address has; a path alone will do. Redirects are given as they are. */
  fetch: typeof globalThis.fetch
  /** An access token of the scenario's user. */
  token(): Promise<string>
  close(): void
}
export interface LocalMockOptions extends Partial<Folders> {
  /** Whose tokens `token` gives: a scenario, or any login. */
  scenario?: string
  appOrigins?: string[]
}
/** Mocks of one process read a contract and its scenarios once. */
const read = new Map<string, Promise<Loaded>>()

/** Makes a mock inside this process at once; its first answers wait until the contract is read, and say what cannot be. */
export function createLocal(product: Product, { scenario, ...options }: LocalMockOptions = {}): LocalMock {
  const { listener, answerWith } = waiting()
  const origins = originsOf(options, LOCAL_PORT)
  const { fetch, close } = connect(listener, origins.main)
  const key = JSON.stringify([product.name, options.contractDir, options.scenariosDir, options.moreScenariosDir])
  const loaded = read.get(key) ?? load(product, options)
  read.set(key, loaded)
  const login = scenario ?? product.scenarios.newcomer
  void startParts(loaded, options, origins, fetch).then(
    ({ handler }) => answerWith(handler),
    (error: unknown) => {
      read.delete(key)
      const why = error instanceof Error ? error.message : String(error)
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

/** A listener that lets who comes before all is read wait. */
function waiting() {
  const { promise: ready, resolve: answerWith } = Promise.withResolvers<Handler>()
  const listener: RequestListener = (request, response) => {
    void (async () => (await ready)(request, response))().catch((error: unknown) => answerError(error, response))
  }
  return { listener, answerWith }
}

const originsOf = ({ appOrigins, names, host }: Pick<MockOptions, 'appOrigins' | 'names' | 'host'>, port: number) =>
  new Origins({ port, apps: appOrigins ?? ['http://localhost:5173', 'http://127.0.0.1:5173'], names, host })

/** Joins the parts of a product that is being read; `fetch` reaches them. */
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
    product,
    behaviour,
  }
  const stateContext = {
    recordings,
    users,
    contract,
    origins: origins.addresses(),
    targets: { contract, parts: product.faultParts },
    view: (user: User) => behaviour.view(user, users),
    shared: parts.shared,
  }
  if (options.state !== undefined && existsSync(options.state)) await loadState(options.state, stateContext)
  if (options.load !== undefined) await loadState(options.load, stateContext)
  const state = options.state === undefined ? null : new StateFile(options.state, stateContext)
  // A folder that cannot be written to is reported now.
  await state?.write()
  const access = options.token === undefined ? null : new Access(options.token)
  const calls: Handler = (request, response) => api(context, request, response)
  const routes = {
    ...Object.fromEntries(basePaths.map((path): [string, Handler] => [path, calls])),
    '/oidc': (request, response) => identity.handle(request, response),
    ...parts.handlers,
    '/__mock'(request, response) {
      if (access && !access.admits(request)) return access.ask(request, response)
      refuseSimpleWrites(request)
      return control(context, request, response)
    },
  } satisfies Record<string, Handler>
  const route = router(routes, new Set(basePaths), (method, path, { status, message }) => {
    const entry = users.journal.note(users.get(visitor), { operation: UNKNOWN, method, path, body: null })
    users.journal.finish(Object.assign(entry, { status, accepted: false, note: message }))
  })
  const handler: Handler = (request, response) => {
    refuseStrangers(origins, request)
    if (pathOf(request) === '/' && !basePaths.includes(''))
      return void response.writeHead(303, { location: '/__mock' }).end()
    return route(request, response)
  }
  const recorded = async (scenario: string) =>
    live && live.text() !== '' ? recordings.record(scenario, live.text()) : null
  return { handler, state, recorded }
}

/** Sends a request to its part; HEAD as GET, but to those that know it themselves. `noteUnknown` gets what none has. */
function router(
  parts: Record<string, Handler>,
  withHead: ReadonlySet<string>,
  noteUnknown: (method: string, path: string, problem: Problem) => void,
): Handler {
  // An empty base path has what no other part has.
  const prefixes = Object.keys(parts).toSorted((a, b) => b.length - a.length)
  return (request, response) => {
    const path = pathOf(request)
    const file = publicFile(path)
    if (file) return void response.writeHead(200, { 'content-type': `${file.type}; charset=utf-8` }).end(file.body)
    const part = prefixes.find((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    if (part !== undefined) {
      // Node sends no body with it; a contract may have calls of this method.
      if (request.method === 'HEAD' && !withHead.has(part)) request.method = 'GET'
      return parts[part]!(request, response)
    }
    const known = Object.keys(parts).join(', ')
    const problem = new Problem(404, 'Nothing here', `There is nothing at ${path}; the mock has ${known}`)
    noteUnknown(request.method ?? '', path, problem)
    throw problem
  }
}
