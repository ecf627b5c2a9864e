import type { Scenario, Step } from '#engine/state/scenario.ts'
import type { Source, SourceStep } from '#engine/scenarios/scenario-source.ts'

/** What a scenario of this product says beside its answers. */
export interface Details {
  orders: Orders
  family: Family
}
/** How orders go. */
export interface Orders {
  /** The call that tells how far an order is; the steps are examples of it. */
  status: string
  /** The call that tells what the subscriber holds; the price depends on it. */
  subscriber: string
  /** The call that tells the balance of points. */
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
  const said = { ...defaults.orders, ...source.orders }
  return {
    orders: {
      status: said.status ?? '',
      subscriber: said.subscriber ?? '',
      balance: said.balance ?? '',
      options: said.options ?? '',
      mainCard: (said.mainCard ?? []).map(step),
      newCard: (said.newCard ?? []).map(step),
      scores: (said.scores ?? []).map(step),
      paid: said.paid ?? '',
      declined: said.declined ?? '',
    },
    family: { members: '', withoutPlace: [], ...defaults.family, ...source.family },
  }
}
const step = (source: SourceStep): Step =>
  typeof source === 'string' ? { example: source, set: {} } : { set: {}, ...source }
