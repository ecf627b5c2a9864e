import type { RefOptions } from '@paket/contract'
import { loadDescription } from '@paket/contract/description'
import { Contract } from '#engine/contract/contract.ts'
import { placeOf } from '#engine/place.ts'
import type { Product } from '#engine/product.ts'
import { basePathsOf } from './servers.ts'
import { makeReadable } from './readable.ts'
import { normalizeDescription } from './shown.ts'

const answer = { example: { type: 'string' }, set: { type: 'object' } }
const change = { type: 'object', additionalProperties: false, properties: answer }
const moves = {
  type: 'array',
  items: {
    type: 'object',
    required: ['answers'],
    additionalProperties: false,
    properties: { after: { type: 'string' }, answers: { type: 'object', additionalProperties: change } },
  },
}
/** JSON Schema of the engine's part of a scenario file. */
const schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    title: { type: 'string' },
    description: { type: 'string' },
    group: { enum: ['visitor', 'user'] },
    profile: { type: 'object' },
    activatesAfter: { type: 'string' },
    on: { type: 'object', additionalProperties: moves },
    answers: {
      type: 'object',
      additionalProperties: {
        anyOf: [
          { type: 'string' },
          {
            type: 'object',
            required: ['example'],
            additionalProperties: false,
            properties: {
              ...answer,
              moves,
              when: { type: 'array', items: { type: 'object', required: ['example'] } },
              sequence: { type: 'array' },
              afterRefusal: { type: 'object', required: ['example', 'for'] },
            },
          },
        ],
      },
    },
  },
}

/**
 * Makes a product from any OpenAPI description: its calls answer with its examples, or as scenarios say. Throws an
 * Error that names the file and the problem.
 */
export async function anyProduct(file: string, options?: RefOptions): Promise<Product> {
  const document = await loadDescription(file, [], options)
  makeReadable(document)
  const { info } = document as { info?: { title?: string } }
  const name = info?.title ?? 'API'
  const basePaths = basePathsOf(document)
  const { document: normalized, forms } = normalizeDescription(document)
  const contract = new Contract(normalized, { forms })
  return {
    name: { en: name, ru: name },
    basePaths,
    contractDir: file,
    readContract: () => Promise.resolve(contract),
    scenariosDir: placeOf(import.meta.dirname, 'any-scenarios', 'scenarios'),
    accountPath: '/',
    identity: {
      clients: ['app'],
      callbackPaths: ['/auth/callback', '/callback', '/'],
      audience: 'api',
      scope: 'api',
      resource: 'urn:api',
      claimNames: [],
      claims: () => ({}),
    },
    scenarios: {
      schema,
      groups: { visitor: { ru: '', en: 'Without a sign-in' }, user: { ru: 'Пользователи', en: 'Users' } },
      usualGroup: 'user',
      hiddenGroup: 'visitor',
      visitor: 'visitor',
      newcomer: 'user',
      events: [],
      variables: [],
      details: () => null,
      check() {},
      steps: () => [],
    },
    faultParts: [],
    panel: 'engine/main.js',
    load: () =>
      Promise.resolve({
        constants: {},
        words: [],
        effects: {},
        newState: () => null,
        view: () => ({}),
        problems: () => [],
        start: () =>
          Promise.resolve({
            handlers: {},
            controls: {},
            probes: [],
            shared: { save: () => null, restore() {} },
            stateSchemas: { user: { type: 'null' }, shared: { type: 'null' } },
            reset() {},
          }),
      }),
  }
}
