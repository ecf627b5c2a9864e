import type { IncomingMessage, ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { checkedFaults } from '#engine/state/faults.ts'
import { namesOf } from '#engine/scenarios/load-scenarios.ts'
import { vocabularyOf } from '#engine/load.ts'
import { setAnswers } from './answers.ts'
import { moveSharedClock, moveUserClock, time } from './clock.ts'
import { health, type HealthContext } from './health.ts'
import {
  checkQuery,
  parsedJson,
  pathOf,
  Problem,
  readAnyJson,
  readFields,
  readText,
  sendJson,
} from '#engine/http/http.ts'
import { checkedLogin } from '#engine/identity/identity.ts'
import { DAY_SECONDS, REFRESH_SECONDS } from '#engine/identity/tokens.ts'
import { nearest, unknownName } from '#engine/nearest.ts'
import { checkedNetwork } from '#engine/state/network.ts'
import { restore, snapshotOf } from '#engine/state/snapshot.ts'
import { Live, noteShown, readJournal } from './journal-calls.ts'
import { overview } from './overview.ts'
import { panelPage } from './panel-page.ts'
import { sendPage } from '#engine/http/page.ts'
import type { Behaviour, Product } from '#engine/product.ts'
import type { LiveSession } from '#engine/record/live.ts'
import type { Recordings } from '#engine/record/recordings.ts'
import type { ScenarioRules } from '#engine/scenarios/rules.ts'
import type { Scenario } from '#engine/state/scenario.ts'
import type { StateShape } from '#engine/state/state-shape.ts'
import type { User } from '#engine/state/user.ts'

export interface ControlContext extends HealthContext {
  recordings: Recordings
  live: LiveSession | null
  shape: StateShape
  product: Product
  behaviour: Behaviour
}
interface Call {
  request: IncomingMessage
  login: string
  /** The scenario's name. */
  name: string
  query: URLSearchParams
}
type Handler = (context: ControlContext, call: Call) => unknown
/** A redirect of a browser, with cookies. */
class Redirect {
  readonly headers: Record<string, string | string[]>
  constructor(location: string, cookies: string[]) {
    this.headers = { location, 'set-cookie': cookies, 'cache-control': 'no-store' }
  }
}
/** The maximum size of a recorded session, in bytes. */
const MAX_SESSION_LENGTH = 30_000_000
const CONTROL_PATH = '/__mock'

/** The calls of `/__mock`, by method and path. */
const calls: Record<string, Handler> = {
  'GET /scenarios': ({ users, product: { scenarios: rules } }) =>
    inGroups(users.scenarios(), rules).map(({ name, title, description, group }) => ({
      name,
      title,
      description,
      group: rules.groups[group]?.en ?? group,
    })),
  'PUT /scenarios/{name}': async ({ recordings, live }, { request, name }) => {
    const sent = await readText(request, MAX_SESSION_LENGTH)
    // Without a body it saves the live session.
    const { notes, text } = await recordings.record(name, sent === '' ? liveText(live) : sent)
    if (sent === '') live?.clear()
    return { scenario: name, notes, text }
  },
  'GET /contract': ({ contract }) => overview(contract),
  'GET /health': health,
  'GET /users': ({ users }) => users.all().map(({ login, scenario }) => ({ login, scenario: scenario.name })),
  'GET /users/{login}': (context, { login }) => view(context, context.users.get(login)),
  'GET /users/{login}/sign-in': ({ identity, origins, product }, { request, login }) =>
    new Redirect(`${origins.appOf(request)}${product.accountPath}`, identity.signInCookies(login)),
  'PUT /users/{login}': startOver,
  'GET /users/{login}/faults': ({ users }, { login }) => users.get(login).faults,
  'PUT /users/{login}/faults': async (context, { request, login }) =>
    (context.users.get(login).faults = checkedFaults(await readAnyJson(request), targetsOf(context))),
  'POST /users/{login}/faults': async (context, { request, login }) => {
    const added = checkedFaults([await readAnyJson(request)], targetsOf(context))
    const user = context.users.get(login)
    // Those that are used up would grow the list, and each snapshot, as long as the mock runs.
    return (user.faults = [...added, ...user.faults.filter(({ times }) => times !== 0)])
  },
  // In the query, because some clients and proxies drop the body of a DELETE.
  'DELETE /users/{login}/faults': ({ users }, { login, query }) => {
    checkQuery(query, ['fault'])
    const text = query.get('fault')
    if (text === null)
      throw new Problem(400, 'Wrong query', '?fault={"operation":"…"} removes one fault; PUT with [] removes all')
    const removed = parsedJson(text, 'The query parameter fault')
    const user = users.get(login)
    const at = user.faults.findIndex((fault) => isDeepStrictEqual(fault, removed))
    if (at < 0)
      throw new Problem(404, 'No such fault', `${login} has no such fault, or not any more: ${JSON.stringify(removed)}`)
    return (user.faults = user.faults.toSpliced(at, 1))
  },
  'PUT /users/{login}/answers': async (context, { request, login }) =>
    setAnswers(context.users.get(login), await readAnyJson(request), context.users, namesOf(vocabularyOf(context))),
  'GET /users/{login}/network': ({ users }, { login }) => users.get(login).network,
  'PUT /users/{login}/network': async ({ users }, { request, login }) =>
    (users.get(login).network = checkedNetwork(await readAnyJson(request))),
  'DELETE /users/{login}': ({ users, identity }, { login }) => {
    users.put(login, undefined)
    identity.revoke(login)
    return { deleted: login }
  },
  'GET /users/{login}/journal': (context, { login, ...asked }) => readJournal(context, context.users.get(login), asked),
  'DELETE /users/{login}/journal': ({ users }, { login }) => {
    users.journal.clear(users.get(login))
    return { cleared: login }
  },
  'GET /journal': (context, asked) => {
    const login = asked.query.get('login')
    if (login !== null) checkKnown(checkedLogin(login), context)
    return readJournal(context, null, asked)
  },
  'DELETE /journal': ({ users }) => {
    users.journal.clear()
    for (const user of users.all()) users.journal.clear(user)
    return { cleared: 'all' }
  },
  'POST /journal/shown': ({ users }, { request }) => noteShown(users.journal, request),
  'GET /users/{login}/token': ({ identity }, { login, query }) => {
    checkQuery(query, ['expiresIn'])
    const text = query.get('expiresIn')
    const seconds = text === null ? undefined : Number(text)
    if (seconds !== undefined && (text === '' || !Number.isInteger(seconds) || Math.abs(seconds) > REFRESH_SECONDS))
      throw new Problem(
        400,
        'Wrong query',
        `expiresIn must be a whole number of seconds, up to ${REFRESH_SECONDS / DAY_SECONDS} days, got ${JSON.stringify(text)}`,
      )
    return identity.issue(login, seconds)
  },
  'PUT /users/{login}/token': setTokenSeconds,
  'POST /users/{login}/expire': ({ identity }, { login }) => {
    identity.expire(login)
    return { expired: login }
  },
  'POST /users/{login}/revoke': ({ identity }, { login }) => {
    identity.revoke(login)
    return { revoked: login }
  },
  'GET /users/{login}/snapshot': (context, { login }) =>
    snapshotOf(context.users.get(login), context.origins.addresses()),
  'PUT /users/{login}/snapshot': async (context, { request, login }) => {
    const origins = context.origins.addresses()
    const user = restore(login, context.shape.snapshot(await readAnyJson(request)), {
      ...context,
      origins,
      targets: targetsOf(context),
      view: (each) => view(context, each),
    })
    return snapshotOf(user, origins)
  },
  'GET /users/{login}/clock': ({ users }, { login }) => time(users.get(login).clock),
  'PUT /users/{login}/clock': ({ users }, { request, login }) => moveUserClock(users.get(login), request),
  'GET /clock': ({ users }) => time(users.clockOf(null)),
  'PUT /clock': ({ users }, { request }) => moveSharedClock(users, request),
  'POST /reset': ({ users, identity, parts, recordings }) => {
    recordings.clear()
    users.reset()
    parts.reset()
    identity.revoke()
    return { status: 'reset' }
  },
}

/** Returns the live session; throws a Problem that says why there is none. */
function liveText(live: LiveSession | null): string {
  const text = live?.text() ?? ''
  if (text !== '') return text
  const why = live
    ? 'nothing is recorded yet: send calls to this mock first'
    : 'the body must be a recorded session (HAR or NDJSON); only a mock with --record-from records one itself'
  throw new Problem(400, 'No session', why)
}

const targetsOf = ({ contract, product }: ControlContext) => ({ contract, parts: product.faultParts })

/** Sorts scenarios by group. */
const inGroups = (scenarios: readonly Scenario[], { groups }: ScenarioRules) =>
  Object.keys(groups).flatMap((group) => scenarios.filter((scenario) => scenario.group === group))

/** The calls that create a user. Any other returns a 404 for an unknown login, so that a misspelt one creates none. */
const newcomerCalls = new Set(['PUT /users/{login}', 'PUT /users/{login}/snapshot', 'GET /users/{login}/sign-in'])

function checkKnown(login: string, { users }: ControlContext): void {
  if (users.isKnown(login)) return
  const known = [...new Set([...users.all().map((user) => user.login), ...users.scenarios().map(({ name }) => name)])]
  const near = nearest(login, known)
  throw new Problem(
    404,
    'Unknown user',
    `no one has signed in as "${login}"${near ? `; did you mean "${near}"?` : '.'} PUT ${CONTROL_PATH}/users/${login} {"scenario":"…"} makes a user`,
  )
}

/** Answers a call of `/__mock`. */
export async function control(
  context: ControlContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = pathOf(request).slice(CONTROL_PATH.length).replace(/\/$/, '')
  if (path === '' && request.method === 'GET')
    return sendPage(response, 200, panelPage(context, context.origins.appOf(request)))
  const [, encoded] = /^\/users\/([^/]+)/.exec(path) ?? []
  const [, scenario] = /^\/scenarios\/([^/]+)/.exec(path) ?? []
  const pattern = path.replace(/^\/users\/[^/]+/, '/users/{login}').replace(/^\/scenarios\/[^/]+/, '/scenarios/{name}')
  const all = { ...calls, ...ofProduct(context) }
  const handler = all[`${request.method} ${pattern}`] ?? unknownCall(Object.keys(all), request.method ?? '', pattern)
  const login = encoded === undefined ? '' : checkedLogin(decoded(encoded))
  const name = scenario === undefined ? '' : checkedLogin(decoded(scenario))
  if (login !== '' && !newcomerCalls.has(`${request.method} ${pattern}`)) checkKnown(login, context)
  const query = new URL(request.url ?? '/', 'http://mock').searchParams
  const answer = await handler(context, { request, login, name, query })
  if (answer instanceof Redirect) return void response.writeHead(303, answer.headers).end()
  if (answer instanceof Live) return answer.send(response)
  sendJson(response, 200, answer)
}

/** The product's own calls; they get no engine context. */
const ofProduct = ({ parts }: ControlContext): Record<string, Handler> =>
  Object.fromEntries(
    Object.entries(parts.controls).map(([call, handler]) => [
      call,
      ({ users }, { request, login }: Call) => handler(request, login === '' ? null : users.get(login)),
    ]),
  )

function unknownCall(known: readonly string[], method: string, pattern: string): never {
  const methods = known.flatMap((call) => (call.endsWith(` ${pattern}`) ? [call.split(' ')[0] ?? ''] : []))
  if (methods.length === 0)
    throw new Problem(
      404,
      'No such call',
      unknownName(
        'call',
        `${method} ${CONTROL_PATH}${pattern}`,
        known.map((call) => call.replace(' ', ` ${CONTROL_PATH}`)),
      ),
    )
  const allow = methods.join(', ')
  throw new Problem(405, 'Wrong method', `${CONTROL_PATH}${pattern} takes ${allow}, got ${method}`, {
    headers: { allow },
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return '' // Malformed percent-encoding cannot be a login.
  }
}

async function startOver(context: ControlContext, { request, login }: Call) {
  const { users } = context
  const { scenario: name = '' } = await readFields(request, ['scenario'])
  const scenario = users.scenario(String(name))
  if (scenario) return view(context, users.assignScenario(login, scenario))
  const scenarios = users.scenarios().map((known) => known.name)
  if (name === '')
    throw new Problem(400, 'No scenario', `scenario is missing; known are ${scenarios.join(', ')}`, { scenarios })
  const given = typeof name === 'string' ? name : JSON.stringify(name)
  throw new Problem(400, 'Unknown scenario', unknownName('scenario', given, scenarios), { scenarios })
}

async function setTokenSeconds({ users }: ControlContext, { request, login }: Call) {
  const { expiresIn: seconds = null } = await readFields(request, ['expiresIn'])
  const isRight =
    seconds === null || (Number.isInteger(seconds) && Number(seconds) >= 1 && Number(seconds) <= DAY_SECONDS)
  if (!isRight)
    throw new Problem(
      400,
      'Wrong token',
      `expiresIn must be a whole number of seconds from 1 to ${DAY_SECONDS}, or null for the usual, got ${JSON.stringify(seconds)}`,
    )
  users.get(login).tokenSeconds = seconds === null ? null : Number(seconds)
  return { expiresIn: seconds }
}

/** Returns the user's state as data. */
function view({ users, behaviour }: ControlContext, user: User) {
  const { login, clock, scenario, startedAt, answers, faults, network, tokenSeconds, planned } = user
  const text = (ms: number) => new Date(ms).toISOString()
  return {
    login,
    scenario: scenario.name,
    clock: { own: clock.isMoved(), stopped: clock.isStopped() },
    startedAt: text(startedAt),
    answers: Object.fromEntries(answers),
    ...behaviour.view(user, users),
    faults,
    network,
    tokenSeconds,
    planned: planned.map(({ at, answers: changes }) => ({ at: text(at), changes: Object.keys(changes) })),
  }
}
