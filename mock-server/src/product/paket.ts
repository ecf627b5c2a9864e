import { resolve } from 'node:path'
import { meetPartFault } from '#engine/calls/part-fault.ts'
import type { Behaviour, PartContext, Parts, Product } from '#engine/product.ts'
import { allowOrigins } from '#engine/http/origins.ts'
import { checkedFields, pathOf, readAnyJson, readFields } from '#engine/http/http.ts'
import { loadCatalogue } from '@paket/contract'
import { catalogueVariables } from './catalogue.ts'
import { Content, CONTENT_PATH, loadContent } from './content.ts'
import { subscriptionOf } from './effects/place-order.ts'
import { effects } from './effects/index.ts'
import { testCards } from './payment/cards.ts'
import { paymentPage } from './payment/payment-page.ts'
import { problems } from './problems.ts'
import { scenarioRules } from './scenario-rules.ts'
import { contentOf, newState, ordersOf } from './state.ts'

/** How faults name the content system. */
const CONTENT = 'content'

/** «Пакет», for the engine. */
export const paket: Product = {
  name: { en: 'Paket', ru: 'Пакет' },
  basePath: '/bff/api',
  contractDir: resolve(import.meta.dirname, '../../../openapi'),
  scenariosDir: resolve(import.meta.dirname, 'scenarios'),
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
  async load(_contract, contractDir): Promise<Behaviour> {
    const catalogue = await loadCatalogue(contractDir)
    return {
      constants: catalogueVariables(catalogue),
      words: textsIn(catalogue),
      effects: effects(catalogue),
      newState,
      view(user, users) {
        const { endMs } = subscriptionOf(user, users)
        return {
          /** When what is paid for ends, or is renewed. */
          endsAt: endMs > 0 ? new Date(endMs).toISOString() : null,
          orders: [...ordersOf(user).values()],
        }
      },
      problems: (scenarios, users) => problems(catalogue, scenarios, users),
      start: async (context) => parts(context, new Content(await loadContent(contractDir))),
    }
  },
}

/** The content system and the payment page. */
function parts({ users, origins, userOf }: PartContext, content: Content): Parts {
  return {
    handlers: {
      async [CONTENT_PATH](request, response) {
        allowOrigins(origins, request, response, 'GET')
        const user = await userOf(request)
        if (!(await meetPartFault({ user, journal: users.journal, part: CONTENT, path: pathOf(request) }, response)))
          await content.handle(request, response, contentOf(user).content)
      },
      '/pay': (request, response) => paymentPage({ users }, request, response),
    },
    controls: {
      'GET /cards': () => testCards,
      'GET /content': () => content.view(),
      async 'PUT /content'(request) {
        content.choose(await readFields(request, ['example', 'delayMs']))
        return content.view()
      },
      'GET /users/{login}/content': (_request, user) => content.view(user && contentOf(user).content),
      async 'PUT /users/{login}/content'(request, user) {
        const asked = await readAnyJson(request)
        const chosen = asked === null ? null : content.checked(checkedFields(asked, ['example', 'delayMs']))
        if (user) contentOf(user).content = chosen
        return content.view(chosen)
      },
    },
    probes: [{ path: '/pay/none', status: 404 }],
    shared: {
      save: () => content.chosen,
      restore: (value) => content.choose(checkedFields(value, ['example', 'delayMs'])),
    },
    reset: () => content.reset(),
  }
}

/** Every text of a value, names of fields left out. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
