import { $, definePluginConfig, type DefinePlugin } from '@hey-api/openapi-ts'
import {
  acceptedAnswers,
  assumedParts,
  type Call,
  callsOf,
  type Code,
  type Contract,
  dataSchema,
  isListed,
  meaningOf,
  requestSchema,
} from '@paket/contract'
import { constant, contractOf, type Instance } from './constants.ts'
import { descriptor } from './descriptor.ts'

interface Config {
  name: 'operations'
  /**
   * A module of openapi-typescript in the output, whose types are used: each call then takes its body alone, and `OperationTypes` has the types.
   * Without it they are those of `@hey-api/typescript`, and each constant has its own.
   */
  schema?: string
}
type Operations = DefinePlugin<Config, Config>

const lines = (...texts: (string | undefined)[]) =>
  texts.filter((text) => text !== undefined).flatMap((text) => text.trim().split('\n'))

function descriptorDoc(contract: Contract<Code>, { path, method, operation }: Call<Code>) {
  const { kind, section = 'the description' } = operation['x-provenance'] ?? {}
  const parts = assumedParts(contract, operation).map(({ what }) => what)
  const failures = operation['x-failures'].filter(isListed)
  const commonNames = contract['x-failures'].map(({ name }) => `\`${name}\``)
  const description = lines(operation.summary, operation.summary && operation.description && '', operation.description)
  return [
    ...description,
    ...(description.length > 0 ? [''] : []),
    `${method.toUpperCase()} ${path}. Source: ${section}${kind === 'assumed' ? ' (assumed, not confirmed by a backend)' : ''}.`,
    ...(parts.length > 0 ? [`Assumed, not confirmed by a backend: ${parts.join(', ')}.`] : []),
    '',
    'Fails with:',
    ...failures.map(
      (entry) => `- \`${entry.name}\` (${meaningOf(entry)})${entry.description ? `: ${entry.description}` : ''}`,
    ),
    `- as every call: ${commonNames.join(', ')}.`,
  ]
}

/** operations.gen.ts: per call its path, rule and failures, as data; and the types of its request and answer. */
export const operations = definePluginConfig<Operations['Types']>({
  name: 'operations',
  config: {},
  handler: ({ plugin }) => {
    const { schema } = plugin.config
    if (schema === undefined) withOwnTypes(plugin)
    else withSchema(plugin, schema)
  },
})

function withSchema(plugin: Instance, file: string): void {
  const contract = contractOf<Code>(plugin)
  const types = $.type.object()
  constant(plugin, 'errorCatalogue', contract.externalDocs.url, [
    'Address of the error catalogue; `#<call>.<failure>` is the place of one failure.',
  ])
  for (const call of callsOf<Code>(contract)) {
    const { id, operation } = call
    constant(plugin, id, descriptor(contract, call), descriptorDoc(contract, call))
    const schema = (name: string) =>
      $.type(plugin.symbol('components', { external: file, kind: 'type' }))
        .idx($.type.literal('schemas'))
        .idx($.type.literal(name))
    types.prop(id, (property) =>
      property.doc(lines(operation.summary)).type(
        $.type
          .object()
          .prop('request', (request) => request.type(schema(requestSchema(operation))))
          .prop('data', (data) => data.type(schema(dataSchema(operation)))),
      ),
    )
  }
  const symbol = plugin.symbol('OperationTypes', { kind: 'type' })
  plugin.node($.type.alias(symbol).export().doc(['What each call takes and answers.']).type(types))
}

function withOwnTypes(plugin: Instance): void {
  const contract = contractOf<Code>(plugin)
  const byPlace = new Map(callsOf<Code>(contract).map((call) => [`${call.method} ${call.path}`, call]))
  plugin.forEach('operation', ({ operation }) => {
    const call = byPlace.get(`${operation.method} ${operation.path}`)
    // A call that the parser has made of something else, such as a webhook.
    if (!call) return
    const typeOf = (role: 'data' | 'responses') =>
      plugin.querySymbol({ category: 'type', resource: 'operation', resourceId: operation.id, role })
    const request = typeOf('data')
    if (!request) throw new Error("operations: put '@hey-api/typescript' into the plugins, before it")
    const responses = typeOf('responses')
    const answers = acceptedAnswers(contract, call.operation).map(({ status, schema }) => {
      if (!schema) return $.type.literal(null)
      const named = schema.$ref
        ? plugin.querySymbol({ category: 'type', resource: 'definition', resourceId: schema.$ref })
        : undefined
      if (named) return $.type(named)
      const key = /^\d+$/.test(status) ? Number(status) : status
      return responses ? $.type(responses).idx($.type.literal(key)) : $.type('unknown')
    })
    const types = $.type
      .object()
      .prop('request', (property) => property.type($.type('Omit').generics($.type(request), $.type.literal('url'))))
      .prop('data', (property) => property.type(answers.length > 0 ? $.type.or(...answers) : $.type('unknown')))
    const docs = contract.externalDocs.url
    const value = { ...descriptor(contract, call), ...(docs && { docs }) }
    constant(plugin, call.id, value, descriptorDoc(contract, call), (object) =>
      object.prop('types', $($.object()).as(types)),
    )
  })
}
