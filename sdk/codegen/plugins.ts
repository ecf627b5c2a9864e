import { $, definePluginConfig } from '@hey-api/openapi-ts'
import { type Cache, callsOf, type Contract, dataSchema, milliseconds } from '@paket/contract'
import { constant, contractOf, type Plugin } from './constants.ts'

const retryEntry = ({ every, upTo, on }: NonNullable<Cache['retry']>) => ({
  everyMs: milliseconds(every),
  ...(upTo && { upToMs: milliseconds(upTo) }),
  on,
})
function cacheEntry(contract: Contract, cache: Cache) {
  const { key, freshFor, keptFor, retry, poll, atMostEvery, ...write } = cache
  return {
    ...(key && { key, freshMs: milliseconds(freshFor ?? contract['x-cache'].freshFor) }),
    ...(retry && { retry: retryEntry(retry) }),
    ...(poll && 'every' in poll && { poll: { ...poll, every: undefined, everyMs: milliseconds(poll.every) } }),
    ...(keptFor && { keptMs: milliseconds(keptFor) }),
    ...write,
    ...(atMostEvery && { atMostEveryMs: milliseconds(atMostEvery) }),
  }
}
/** cache.gen.ts: keys, freshness, polling, invalidation. */
export const cache = definePluginConfig<Plugin<'cache'>['Types']>({
  name: 'cache',
  config: {},
  handler: ({ plugin }) => {
    const contract = contractOf(plugin)
    const { keys, freshFor } = contract['x-cache']
    const entries = callsOf(contract).map(({ operation }) => [
      operation.operationId,
      cacheEntry(contract, operation['x-cache']),
    ])
    constant(plugin, 'cacheKeys', Object.keys(keys), ['Every key that can be invalidated.'])
    constant(plugin, 'defaultFreshMs', milliseconds(freshFor), [
      'How long an answer is fresh unless its call says otherwise, in milliseconds.',
    ])
    constant(plugin, 'cache', JSON.parse(JSON.stringify(Object.fromEntries(entries))), [
      'Per call: the key of a read and how long it is fresh, what a write makes stale. Times in milliseconds.',
    ])
  },
})

/** polling.gen.ts: how an order is followed, and how often events are sent. */
export const polling = definePluginConfig<Plugin<'polling'>['Types']>({
  name: 'polling',
  config: {},
  handler: ({ plugin }) => {
    const contract = contractOf(plugin)
    for (const { operation } of callsOf(contract)) {
      const { poll, atMostEvery } = operation['x-cache']
      if (atMostEvery)
        constant(plugin, `${operation.operationId}EveryMs`, milliseconds(atMostEvery), [
          `\`${operation.operationId}\` is sent at most once in so many milliseconds.`,
        ])
      if (!poll || !('action' in poll)) continue
      const retry = contract['x-retries'][poll.action]
      if (!retry) throw new Error(`${operation.operationId}: flows.arazzo.yaml has no failure action ${poll.action}`)
      constant(
        plugin,
        `${operation.operationId}Poll`,
        // The first request is no retry.
        {
          everyMs: retry.retryAfter * 1000,
          attempts: retry.retryLimit + 1,
          failuresInARow: retry['x-failures-in-a-row'],
        },
        [
          `How \`${operation.operationId}\` is asked again: pause in milliseconds, attempts in all, technical failures in a row that end it.`,
        ],
      )
    }
  },
})

/** outcomes.gen.ts: what a client may have to do about a failure. */
export const outcomes = definePluginConfig<Plugin<'outcomes'>['Types']>({
  name: 'outcomes',
  config: {},
  handler: ({ plugin }) => {
    const all = Object.entries(contractOf(plugin)['x-outcomes'])
    const union = $.type.or(...all.map(([name]) => $.type.literal(name)))
    plugin.node(
      $.type
        .alias(plugin.symbol('Outcome', { kind: 'type' }))
        .export()
        .doc([
          'What a client may have to do about a failure. A closed list.',
          '',
          ...all.map(([name, { say }]) => `- \`${name}\`: ${say}`),
        ])
        .type(union),
    )
  },
})

/** catalogue.gen.ts: bundles, counter-offers, later prices. */
export const catalogue = definePluginConfig<Plugin<'catalogue'>['Types']>({
  name: 'catalogue',
  config: {},
  handler: ({ plugin }) => {
    const { bundles, counterOffers, laterPrices, laterPriceRules, ...constants } = contractOf(plugin)['x-catalogue']
    const rows = bundles.map(({ source: _source, ...row }) => row)
    constant(plugin, 'bundles', rows, [
      'Every bundle: what is sold (full) and what only renews. Prices in kopecks, durations in days.',
    ])
    constant(plugin, 'counterOffers', counterOffers, ['Offers that keep a subscriber. Prices in kopecks.'])
    constant(plugin, 'laterPrices', laterPrices, [
      'What a bundle costs in the grace period when the later price applies, in kopecks.',
    ])
    constant(plugin, 'laterPriceRules', laterPriceRules, ['When the later price of the grace period applies.'])
    for (const [name, value] of Object.entries(constants))
      constant(plugin, name, value, [`\`${name}\` of the catalogue.`])
  },
})

/** answers.gen.ts: per call the valibot schema of its accepted answer. Not one table: a bundler takes the schemas that are named, and no other. */
export const answers = definePluginConfig<Plugin<'answers'>['Types']>({
  name: 'answers',
  config: {},
  handler: ({ plugin }) => {
    for (const { operation } of callsOf(contractOf(plugin)))
      plugin.node(
        $.const(plugin.symbol(operation.operationId))
          .export()
          .assign($(plugin.symbol(`v${dataSchema(operation)}`, { external: './valibot.gen.ts' }))),
      )
  },
})
