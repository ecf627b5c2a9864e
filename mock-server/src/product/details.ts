import type { Scenario, Step } from '#engine/state/scenario.ts'
import type { Source, SourceStep } from '#engine/scenarios/scenario-source.ts'

/** What a scenario of this product says beside its answers. */
export interface Details {
  orders: Orders
  family: Family
}
/** How orders go. */
export interface Orders {
  /** The call with the status of an order; the steps are examples of it. */
  status: string
  /** The call with the subscriber's subscription; the price depends on it. */
  subscriber: string
  /** The call with the balance of points. */
  balance: string
  /** The call that lists the options that can be ordered. */
  options: string
  /** One step a poll; stays at the last. */
  mainCard: Step[]
  newCard: Step[]
  scores: Step[]
  paid: string
  declined: string
}
/** How an option is shared. */
export interface Family {
  /** The call that lists its members. */
  members: string
  /** States of a member who takes no place. */
  withoutPlace: string[]
}
/** The same as it is written. */
export interface PaketSource extends Source {
  orders?: Partial<Record<'status' | 'subscriber' | 'balance' | 'options' | 'paid' | 'declined', string>> &
    Partial<Record<'mainCard' | 'newCard' | 'scores', SourceStep[]>>
  family?: Partial<Family>
}

/** The engine carries it as it was made by `detailsIn`. */
export const detailsOf = ({ details }: Scenario): Details => details as Details

/** What a scenario says, over the defaults. */
export function detailsIn(source: PaketSource, defaults: PaketSource): Details {
  const orders = { ...defaults.orders, ...source.orders }
  return {
    orders: {
      status: orders.status ?? '',
      subscriber: orders.subscriber ?? '',
      balance: orders.balance ?? '',
      options: orders.options ?? '',
      mainCard: (orders.mainCard ?? []).map(step),
      newCard: (orders.newCard ?? []).map(step),
      scores: (orders.scores ?? []).map(step),
      paid: orders.paid ?? '',
      declined: orders.declined ?? '',
    },
    family: { members: '', withoutPlace: [], ...defaults.family, ...source.family },
  }
}
const step = (source: SourceStep): Step =>
  typeof source === 'string' ? { example: source, set: {} } : { set: {}, ...source }
