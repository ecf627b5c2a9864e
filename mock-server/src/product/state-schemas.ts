import { LAST_MS } from '#engine/clock.ts'
import { fields, type StateSchemas } from '#engine/state/state-shape.ts'
import { type ChosenContent, MAX_DELAY_MS } from './content.ts'
import type { Lifecycle } from './lifecycle/source.ts'
import type { Order } from './orders.ts'
import type { MachineState, PaketState } from './state.ts'
import { closableFeatures, type Switches } from './switches.ts'

const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }
const boolean = { type: 'boolean' }
const texts = { type: 'array', items: text }
const textByName = { type: 'object', additionalProperties: text }
const whole = (maximum = Number.MAX_SAFE_INTEGER) => ({ type: 'integer', minimum: 0, maximum })
/** Milliseconds since 1970. */
const instant = whole(LAST_MS)
const orNull = (schema: object) => ({ ...schema, type: ['object', 'null'] })

const order = fields<Order>({
  id: text,
  kind: { enum: ['mainCard', 'newCard', 'scores', 'binding'] satisfies Order['kind'][] },
  bundleId: textOrNull,
  optionId: textOrNull,
  counterOfferId: textOrNull,
  promocodeId: textOrNull,
  maskedPan: textOrNull,
  priceKopecks: whole(),
  durationDays: whole(),
  polls: whole(),
  isCharged: boolean,
  isConfirming: boolean,
  decided: { enum: ['paid', 'declined', null] satisfies Order['decided'][] },
  createdAt: instant,
  steppedAt: instant,
  appOrigin: text,
  returnParameters: textByName,
  failParameters: textByName,
})
const switches = fields<Switches>({
  closed: {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(closableFeatures.map((name) => [name, text])),
  },
  maintenance: text,
  refusedReleases: { type: 'array', items: text },
})

/** The JSON Schemas of the product's state: a user's part, and the part that all users share. */
export function stateSchemas({ machines }: Lifecycle, contentExamples: readonly string[]): StateSchemas {
  const content = {
    example: { enum: [...contentExamples, null] },
    delayMs: whole(MAX_DELAY_MS),
  }
  const states = machines.map((machine) => [
    machine.name,
    fields<MachineState>({
      state: { enum: machine.states.map(({ name }) => name) },
      since: instant,
      passed: instant,
    }),
  ])
  return {
    user: fields<PaketState>({
      orders: { type: 'array', items: order },
      machines: { type: 'object', additionalProperties: false, properties: Object.fromEntries(states) as object },
      checks: {
        type: 'object',
        additionalProperties: fields<{ at: number; holds: boolean }>({ at: instant, holds: boolean }),
      },
      usedPromocodes: texts,
      removedCards: texts,
      content: orNull(fields<ChosenContent>(content)),
      switches: orNull(switches),
    }),
    shared: fields<ChosenContent & { switches: Switches }>({ ...content, switches }),
  }
}
