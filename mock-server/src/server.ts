import { readFileSync } from 'node:fs'
import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { basename, extname, join, resolve } from 'node:path'
import { allowOrigins, api, API_PATH } from '#engine/calls/api.ts'
import { Clock } from '#engine/clock.ts'
import { loadContract } from '#engine/contract/contract.ts'
import { Content, CONTENT_PATH } from '#product/content.ts'
import { control } from '#engine/control/control.ts'
import { Engine } from '#engine/calls/engine.ts'
import { answerError, pathOf, Problem } from '#engine/http/http.ts'
import { Identity } from '#engine/identity/identity.ts'
import { Tokens } from '#engine/identity/tokens.ts'
import { listen } from '#engine/http/listen.ts'
import { loadScenarios } from '#engine/scenarios/load-scenarios.ts'
import { Origins } from '#engine/http/origins.ts'
import { paymentPage } from '#product/payment/payment-page.ts'
import { proveScenarios } from '#engine/scenarios/prove-scenarios.ts'
import { refuseSimpleWrites, refuseStrangers } from '#engine/http/strangers.ts'
import { Users } from '#engine/users/users.ts'

export interface MockOptions {
  /** 0 takes a free one. */
  port?: number
  /** The contract's folder. */
  contractDir?: string
  scenariosDir?: string
  /** Where the app runs: sign-in and payment come back there. */
  appOrigins?: string[]
  /** Names of this machine that it answers to beside localhost and the apps' ones, without a port. */
  hosts?: string[]
}
export interface Mock {
  origin: string
  close(): Promise<void>
}
type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

const here = import.meta.dirname
const types: Record<string, string> = { '.css': 'text/css', '.svg': 'image/svg+xml', '.js': 'text/javascript' }
const files = new Map(
  [
    'engine/pages/style.css',
    'engine/pages/icon.svg',
    'engine/pages/submit.js',
    'engine/pages/filter.js',
    'engine/panel/panel.js',
    'product/payment/payment.js',
  ].map((path) => [
    `/__mock/${basename(path)}`,
    { type: types[extname(path)] ?? '', body: readFileSync(join(here, path)) },
  ]),
)

/** Starts the mock: contract, identity provider, payment page, controls, on one origin. */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { contractDir = resolve(here, '../../openapi'), scenariosDir = resolve(here, 'product/scenarios') } = options
  const clock = new Clock()
  const [contract, tokens] = await Promise.all([loadContract(contractDir), Tokens.create(clock)])
  const [scenarios, engine, jwk, content] = await Promise.all([
    loadScenarios(scenariosDir, contract),
    Engine.create(contract),
    tokens.jwk(),
    Content.create(contractDir),
  ])
  proveScenarios(scenarios, contract)
  const users = new Users(scenarios, contract, clock)
  let handle: Handler = () => {}
  const listener: RequestListener = (request, response) => {
    // Between the free port's being known and its use nothing else runs: `handle` is set below before any request is read.
    void (async () => handle(request, response))().catch((error: unknown) => answerError(error, response))
  }
  const { port, close } = await listen(listener, options.port ?? 4010)
  const apps = options.appOrigins ?? ['http://localhost:5173', 'http://127.0.0.1:5173']
  const origins = new Origins(port, apps, options.hosts)
  const identity = new Identity({ users, clock, origins, tokens, jwk })
  const context = { contract, engine, identity, users, clock, origins, content }
  const route = router({
    [API_PATH]: (request, response) => api(context, request, response),
    '/oidc': (request, response) => identity.handle(request, response),
    [CONTENT_PATH](request, response) {
      allowOrigins(origins, request, response, 'GET')
      return content.handle(request, response)
    },
    '/pay': (request, response) => paymentPage(context, request, response),
    '/__mock'(request, response) {
      refuseSimpleWrites(request)
      return control(context, request, response)
    },
  })
  handle = (request, response) => {
    refuseStrangers(origins, request)
    return route(request, response)
  }
  return { origin: origins.main, close }
}

const router =
  (parts: Record<string, Handler>): Handler =>
  (request, response) => {
    const path = pathOf(request)
    const file = files.get(path)
    if (file) return void response.writeHead(200, { 'content-type': `${file.type}; charset=utf-8` }).end(file.body)
    const part = Object.keys(parts).find((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    if (part) return parts[part]!(request, response)
    const known = Object.keys(parts).join(', ')
    throw new Problem(404, 'Nothing here', `There is nothing at ${path}; the mock has ${known}`)
  }
