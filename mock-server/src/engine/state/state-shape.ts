import { Ajv2020 } from 'ajv/dist/2020.js'
import { instantOf, isDate, LAST_MS, type MovedBy } from '#engine/clock.ts'
import { inOneLine, toViolation } from '#engine/contract/violation.ts'
import { Problem } from '#engine/http/http.ts'
import type { Snapshot } from './snapshot.ts'
import { loginPattern } from './user.ts'
import snapshotSchema from './snapshot.schema.json' with { type: 'json' }

/** The JSON Schemas of a product's state: a user's part, and the part that all users share. */
export interface StateSchemas {
  user: object
  shared: object
}
/** What survives a restart: the shared clock, the product's shared part, and every user. */
export interface State {
  version: 1
  clock: MovedBy
  shared: unknown
  /** Scenarios that were recorded while the mock was running. */
  scenarios: { name: string; text: string }[]
  users: { snapshot: Snapshot; clock: MovedBy }[]
}

/** The schema of an object with exactly these fields. */
export const fields = <T extends object>(properties: Record<keyof T, object>) => ({
  type: 'object',
  required: Object.keys(properties),
  additionalProperties: false,
  properties,
})
const movedBy = {
  type: 'object',
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
  properties: {
    stoppedAt: { type: 'integer', minimum: 0, exclusiveMaximum: LAST_MS },
    aheadMs: { type: 'integer', minimum: -LAST_MS, maximum: LAST_MS },
  },
}

/** Validates snapshots and states by one schema, of the engine with the product's parts. */
export class StateShape {
  /** The schemas are ours, so they are not validated themselves. */
  readonly #ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    meta: false,
    validateSchema: false,
  })
  constructor({ user, shared }: StateSchemas) {
    this.#ajv.addFormat('date-time', (text) => isDate(instantOf(text)))
    this.#ajv.addFormat('login', loginPattern)
    this.#ajv.addSchema({ ...snapshotSchema, properties: { ...snapshotSchema.properties, product: user } }, 'snapshot')
    const state = fields<State>({
      version: { const: 1 },
      clock: movedBy,
      shared,
      scenarios: {
        type: 'array',
        items: fields<State['scenarios'][number]>({
          name: { type: 'string', format: 'login' },
          text: { type: 'string' },
        }),
      },
      users: {
        type: 'array',
        items: fields<State['users'][number]>({ snapshot: { $ref: 'snapshot' }, clock: movedBy }),
      },
    })
    this.#ajv.addSchema(state, 'state')
  }

  /** Throws a Problem that names each wrong field, below `root`. */
  snapshot = (value: unknown, root?: string[]): Snapshot => this.#checked('snapshot', value, root) as Snapshot
  /** Throws a Problem that names each wrong field. */
  state = (value: unknown): State => this.#checked('state', value, []) as State

  #checked(name: string, value: unknown, root?: string[]): unknown {
    // Compiled at its first use, not at the start.
    const isValid = this.#ajv.getSchema(name)!
    if (isValid(value)) return value
    throw new Problem(400, `Wrong ${name}`, inOneLine((isValid.errors ?? []).map((error) => toViolation(error, root))))
  }
}
