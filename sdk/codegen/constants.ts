import { $, type DefinePlugin } from '@hey-api/openapi-ts'
import type { Code, Contract } from '@paket/contract'
import { withDefaults } from '@paket/contract/description'

export type Plugin<Name extends string> = DefinePlugin<{ name: Name }>
export type Instance = Parameters<Plugin<string>['Handler']>[0]['plugin']

const contracts = new WeakMap<object, Contract<Code>>()
/** The description that is generated from, with what it may leave out. */
export function contractOf<C extends Code = number>(plugin: { context: { spec: unknown } }): Contract<C> {
  const spec = plugin.context.spec as object
  const contract = contracts.get(spec) ?? withDefaults(spec)
  contracts.set(spec, contract)
  return contract as unknown as Contract<C>
}

/** A line of a docstring: a text of the description does not end it. */
export const inComment = (line: string) => line.replaceAll('*/', '*\\/')

/** `export const name = value as const`, with a docstring. */
export function constant(
  plugin: Instance,
  name: string,
  value: unknown,
  doc: string[],
  extend?: (object: ReturnType<typeof $.object>) => unknown,
) {
  const object = $.fromValue(value, { layout: 'pretty' })
  extend?.(object as ReturnType<typeof $.object>)
  plugin.node($.const(plugin.symbol(name)).export().doc(doc.map(inComment)).assign($(object).as('const')))
}
