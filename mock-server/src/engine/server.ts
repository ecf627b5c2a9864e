import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Engine } from './calls/answering.ts'
import { api } from './calls/api.ts'
import { Clock } from './clock.ts'
import { control } from './control/control.ts'
import { publicFile } from './http/files.ts'
import { answerError, pathOf, Problem } from './http/http.ts'
import { listen } from './http/listen.ts'
import { Origins } from './http/origins.ts'
import { refuseSimpleWrites, refuseStrangers } from './http/strangers.ts'
import { Identity } from './identity/identity.ts'
import { Tokens } from './identity/tokens.ts'
import { type Folders, load, newUsers } from './load.ts'
import { createPrism } from './prism/prism.ts'
import type { Handler, Product } from './product.ts'

export interface MockOptions extends Partial<Folders> {
  /** 0 takes a free one. */
  port?: number
  /** Where the app runs: sign-in and payment come back there. */
  appOrigins?: string[]
  /** Names of this machine that it answers to beside localhost and the apps' ones, without a port. */
  hosts?: string[]
}
export interface Mock {
  origin: string
  close(): Promise<void>
}

/** Starts the mock of a product: calls of its contract, identity provider, the product's own parts, controls, on one origin. */
export async function startServer(product: Product, options: MockOptions = {}): Promise<Mock> {
  const { promise: ready, resolve: answerWith } = Promise.withResolvers<Handler>()
  const listener: RequestListener = (request, response) => {
    // Who comes before all is read waits.
    void (async () => (await ready)(request, response))().catch((error: unknown) => answerError(error, response))
  }
  const { port, close } = await listen(listener, options.port ?? 4010)
  try {
    const apps = options.appOrigins ?? ['http://localhost:5173', 'http://127.0.0.1:5173']
    const origins = new Origins(port, apps, options.hosts)
    answerWith(await handlerOf(product, options, origins))
    return { origin: origins.main, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Reads the product, and joins its parts. */
async function handlerOf(product: Product, folders: Partial<Folders>, origins: Origins): Promise<Handler> {
  const clock = new Clock()
  const [loaded, tokens] = await Promise.all([load(product, folders), Tokens.create(clock, product.identity)])
  const { contract, behaviour } = loaded
  const [ask, jwk] = await Promise.all([createPrism(contract), tokens.jwk()])
  const engine = new Engine(contract, behaviour, ask)
  const users = newUsers(loaded, clock)
  const { identity: rules, scenarios: scenarioRules, basePath, name } = product
  const identity = new Identity({ users, clock, origins, tokens, jwk, rules, scenarioRules, brand: name.ru })
  const parts = await behaviour.start({ users, clock, origins })
  const { visitor } = scenarioRules
  const context = { contract, engine, identity, users, clock, origins, basePath, visitor, parts, product, behaviour }
  const route = router({
    [basePath]: (request, response) => api(context, request, response),
    '/oidc': (request, response) => identity.handle(request, response),
    ...parts.handlers,
    '/__mock'(request, response) {
      refuseSimpleWrites(request)
      return control(context, request, response)
    },
  })
  return (request, response) => {
    refuseStrangers(origins, request)
    return route(request, response)
  }
}

const router =
  (parts: Record<string, Handler>) =>
  (request: IncomingMessage, response: ServerResponse): Promise<void> | void => {
    const path = pathOf(request)
    const file = publicFile(path)
    if (file) return void response.writeHead(200, { 'content-type': `${file.type}; charset=utf-8` }).end(file.body)
    const part = Object.keys(parts).find((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    if (part) return parts[part]!(request, response)
    const known = Object.keys(parts).join(', ')
    throw new Problem(404, 'Nothing here', `There is nothing at ${path}; the mock has ${known}`)
  }
