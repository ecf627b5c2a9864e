import type { Effect } from '#mock/engine/calls/effect.ts'
import { sendJson } from '#mock/engine/http/http.ts'
import type { Product } from '#mock/engine/product.ts'
import type { Source } from '#mock/engine/scenarios/scenario-source.ts'
import type { User } from '#mock/engine/state/user.ts'

/** The product's state of a user: the titles of borrowed books. */
const booksOf = ({ productState }: User) => productState as string[]
const placesOf = (source: Source) => (source as { shelfPlaces?: number }).shelfPlaces

const lend: Effect = ({ body, user, users }) => {
  const books = booksOf(user)
  const { places } = user.scenario.details as { places: number }
  const title = String(body['title'])
  if (books.length >= places || books.includes(title)) return null
  const variables = { 'slip.number': `${user.login}-${books.length + 1}`, 'slip.title': title }
  return {
    variables,
    commit() {
      books.push(title)
      users.emit(user, 'lent', variables)
    },
  }
}

/** A product for the engine that has nothing in common with «Пакет». */
export const library: Product = {
  name: { en: 'Library', ru: 'Библиотека' },
  basePaths: ['/api'],
  contractDir: import.meta.dirname,
  scenariosDir: `${import.meta.dirname}/scenarios`,
  accountPath: '/home',
  identity: {
    clients: ['library-web'],
    callbackPaths: ['/back'],
    audience: 'library',
    scope: 'books',
    resource: 'urn:library',
    claimNames: ['card'],
    claims: (login) => ({ card: `card of ${login}` }),
  },
  scenarios: {
    schema: { type: 'object' },
    groups: { reader: { ru: 'Читатели', en: 'Readers' } },
    usualGroup: 'reader',
    hiddenGroup: 'nobody',
    visitor: 'guest',
    newcomer: 'reader',
    events: ['lent'],
    variables: ['slip.number', 'slip.title'],
    details: (source, defaults) => ({ places: placesOf(source) ?? placesOf(defaults) ?? 0 }),
    check() {},
    steps: () => [],
  },
  faultParts: [],
  panel: 'engine/main.js',
  load: async () => ({
    constants: {},
    words: [],
    effects: { lend },
    newState: () => [],
    view: (user) => ({ books: booksOf(user) }),
    problems: () => [],
    start: async () => ({
      handlers: { '/desk': (_request, response) => sendJson(response, 200, { open: true }) },
      controls: { 'GET /desk': () => ({ readers: 'welcome' }) },
      probes: [{ path: '/desk', status: 200 }],
      shared: { save: () => null, restore() {} },
      stateSchemas: { user: { type: 'array', items: { type: 'string' } }, shared: { type: 'null' } },
      reset() {},
    }),
  }),
}
