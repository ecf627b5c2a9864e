import { placeOf } from '#engine/place.ts'
import { applyPartFault } from '#engine/calls/part-fault.ts'
import type { Behaviour, ControlHandler, PartContext, Parts, Product } from '#engine/product.ts'
import type { Contract } from '#engine/contract/contract.ts'
import { allowOrigins } from '#engine/http/origins.ts'
import { checkedFields, pathOf, readAnyJson, readFields, sendJson } from '#engine/http/http.ts'
import { loadCatalogue } from '@paket/contract'
import { catalogueVariables } from './catalogue.ts'
import { type ChosenContent, Content, CONTENT_PATH, loadContent } from './content.ts'
import { edgesOf } from './lifecycle/diagram.ts'
import { facts } from './lifecycle/facts.ts'
import { type Next, Rules } from './lifecycle/rules.ts'
import { runs } from './lifecycle/runs.ts'
import { chainEnd, promocodesOf, roles, type Shop, Situation } from './lifecycle/situation.ts'
import { type Lifecycle, loadLifecycle, orderKinds } from './lifecycle/source.ts'
import { orderEvents } from './order-ends.ts'
import { testCards } from './payment/cards.ts'
import { outside, OUTSIDE_PATH } from './outside.ts'
import { paymentPage } from './payment/payment-page.ts'
import { problems } from './problems.ts'
import { Reports, REPORTS_PATH } from './reports.ts'
import { scenarioRules } from './scenario-rules.ts'
import { stateSchemas } from './state-schemas.ts'
import { newState, stateOf } from './state.ts'
import { checkedSwitches, closableFeatures, noSwitches, type Switches } from './switches.ts'

/** The switches for the user of the browser's session, as a part of `config.json`. */
const SWITCHES_PATH = '/outside/switches.json'

/** The content system's name in faults. */
const CONTENT = 'content'

/** The product «Пакет». */
export const paket: Product = {
  name: { en: 'Paket', ru: 'Пакет' },
  basePaths: ['/bff/api'],
  contractDir: placeOf(import.meta.dirname, 'openapi', '../../../openapi'),
  scenariosDir: placeOf(import.meta.dirname, 'scenarios', 'scenarios'),
  accountPath: '/profile',
  identity: {
    clients: ['web', 'megafon', 't2', 'yandex', 'wink', 'tbank', 'beeline'].map((channel) => `paket-${channel}`),
    callbackPaths: ['/auth/callback', '/auth/silent.html'],
    audience: 'paket-bff',
    scope: 'bff',
    resource: 'urn:paket:bff',
    claimNames: ['x5id', 'subscription'],
    claims: (login) => ({ x5id: `X5-${login}`, subscription: login }),
  },
  scenarios: scenarioRules,
  faultParts: [CONTENT],
  panel: 'product/main.js',
  load: behaviour,
}

/** Builds the behaviour of «Пакет» from `lifecycle.yaml` and the catalogue. */
export async function behaviour(contract: Contract, contractDir: string): Promise<PaketBehaviour> {
  const catalogue = await loadCatalogue(contractDir)
  const constants = catalogueVariables(catalogue)
  const names = { facts: Object.keys(facts), runs: Object.keys(runs), events: orderEvents, reads: roles }
  const lifecycle = await loadLifecycle(contractDir, contract, { ...names, constants: Object.keys(constants) })
  const promocodes = (['promocode', 'price'] as const).flatMap((role) =>
    promocodesOf(contract.operation(lifecycle.reads[role] ?? '')?.examples ?? []),
  )
  const shop: Shop = { catalogue, contract, lifecycle, promocodes }
  const rules = new Rules(shop)
  return {
    shop,
    lifecycle,
    lifecycleRules: rules,
    constants,
    words: textsIn(catalogue),
    effects: {},
    active: changingCallsIn(lifecycle),
    uses: usesOf(lifecycle),
    async walk(loaded) {
      const { walk } = await import('./lifecycle/walk.ts')
      const { steps, rules: count, problems: found } = await walk(loaded, shop, rules)
      const summary = `${loaded.scenarios.length} scenarios played for a year, ${steps} steps, ${count} rules: ${found.length} problems.`
      return { summary, problems: found }
    },
    rules: (operation, call) => rules.answer(operation, call),
    due: (user, users) => rules.due(user, users),
    newState,
    view(user, users) {
      const endMs = chainEnd(new Situation(shop, user, users, users.now(user)))
      return {
        /** When the paid time ends or is renewed. */
        endsAt: endMs > 0 ? new Date(endMs).toISOString() : null,
        /** By machine of the lifecycle. */
        states: rules.states(user, users),
        /** The next scheduled change. */
        next: nextChange(rules.due(user, users)),
        orders: stateOf(user).orders,
      }
    },
    problems: (scenarios, users) => problems(catalogue, lifecycle, scenarios, users),
    start: async (context) => parts(context, { rules, lifecycle }, new Content(await loadContent(contractDir))),
  }
}
export interface PaketBehaviour extends Behaviour {
  shop: Shop
  lifecycle: Lifecycle
  lifecycleRules: Rules
}

/** The content system, the payment page, and stand-ins for third parties. */
function parts(
  { users, origins, userOf }: PartContext,
  { rules, lifecycle }: { rules: Rules; lifecycle: Lifecycle },
  content: Content,
): Parts {
  const reports = new Reports()
  /** The switches of all users without their own. */
  let switches = noSwitches
  const viewOf = (own: Switches | null) => ({
    ...(own ?? switches),
    features: closableFeatures,
    isOwn: own !== null,
  })
  const setSwitches: ControlHandler = async (request, user) => {
    const body = await readAnyJson(request)
    const before = request.method === 'PATCH' ? ((user && stateOf(user).switches) ?? switches) : noSwitches
    if (!user) switches = checkedSwitches(body, before)
    else stateOf(user).switches = body === null ? null : checkedSwitches(body, before)
    return viewOf(user && stateOf(user).switches)
  }
  return {
    handlers: {
      [REPORTS_PATH]: (request, response) => reports.handle(request, response),
      // A part of the app's settings, which the app's server merges into its own.
      async [SWITCHES_PATH](request, response) {
        sendJson(response, 200, stateOf(await userOf(request)).switches ?? switches)
      },
      async [CONTENT_PATH](request, response) {
        allowOrigins(origins, request, response, { methods: 'GET' })
        const user = await userOf(request)
        if (!(await applyPartFault({ user, journal: users.journal, part: CONTENT, path: pathOf(request) }, response)))
          await content.handle(request, response, stateOf(user).content)
      },
      [OUTSIDE_PATH]: outside,
      '/pay': (request, response) => paymentPage({ users, origins, rules }, request, response),
    },
    controls: {
      'GET /cards': () => testCards,
      'GET /lifecycle': () =>
        lifecycle.machines.map((machine) => ({
          name: machine.name,
          title: machine.title,
          states: machine.states.map(({ name }) => name),
          edges: edgesOf(machine),
        })),
      'GET /reports': ({ url = '/' }) => reports.list(new URL(url, 'http://mock').searchParams),
      'DELETE /reports'() {
        reports.clear()
        return []
      },
      'GET /switches': () => viewOf(null),
      'PUT /switches': setSwitches,
      'PATCH /switches': setSwitches,
      'GET /users/{login}/switches': (_request, user) => viewOf(user && stateOf(user).switches),
      'PUT /users/{login}/switches': setSwitches,
      'PATCH /users/{login}/switches': setSwitches,
      'GET /content': () => content.view(),
      async 'PUT /content'(request) {
        content.choose(await readFields(request, ['example', 'delayMs']))
        return content.view()
      },
      'GET /users/{login}/content': (_request, user) => content.view(user && stateOf(user).content),
      async 'PUT /users/{login}/content'(request, user) {
        const body = await readAnyJson(request)
        const chosen = body === null ? null : content.checked(checkedFields(body, ['example', 'delayMs']))
        if (user) stateOf(user).content = chosen
        return content.view(chosen)
      },
    },
    probes: [
      { path: '/pay/none', status: 404 },
      { path: `${OUTSIDE_PATH}/terms`, status: 200 },
    ],
    shared: {
      save: () => ({ ...content.chosen, switches }),
      restore(value) {
        const { switches: saved, ...chosen } = value as ChosenContent & { switches: Switches }
        switches = checkedSwitches(saved)
        content.choose(chosen)
      },
    },
    stateSchemas: stateSchemas(
      lifecycle,
      content.view().examples.map(({ name }) => name),
    ),
    reset() {
      content.reset()
      switches = noSwitches
      reports.clear()
    },
  }
}

/** Returns the calls that change state when they succeed. */
function changingCallsIn({ calls, machines }: Lifecycle): Set<string> {
  const changingCalls = Object.keys(calls).filter((call) => calls[call]?.some((rule) => rule.do.length > 0 || rule.run))
  return new Set([...changingCalls, ...machines.flatMap(({ moves }) => moves.flatMap(({ on }) => on ?? []))])
}

const nextChange = (next: Next | null) => next && { at: new Date(next.at).toISOString(), what: next.what() }

/**
 * Returns, by `call example`, the rules of the lifecycle that name an example, or the reason why no state causes it.
 */
function usesOf({ calls, unmet, orders }: Lifecycle): Map<string, string[]> {
  const named = Object.entries(calls).flatMap(([call, rules]) =>
    rules.flatMap(({ answer, run, place }) => [
      ...(answer === undefined ? [] : [[`${call} ${answer}`, place] as const]),
      ...(run === 'followOrder'
        ? orderKinds.flatMap((kind) => orders[kind].map(({ example }) => [`${call} ${example}`, place] as const))
        : []),
    ]),
  )
  const reasons = Object.entries(unmet).flatMap(([call, examples]) =>
    Object.entries(examples).map(([example, why]) => [`${call} ${example}`, `only by a fault: ${why}`] as const),
  )
  const uses = new Map<string, string[]>()
  for (const [use, where] of [...named, ...reasons]) uses.set(use, [...new Set([...(uses.get(use) ?? []), where])])
  return uses
}

/** Returns all strings in a value, without field names. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
