import { durationMs } from '@paket/contract'
import type { Scenario, Step } from '#engine/state/scenario.ts'
import type { Source, SourceStep } from '#engine/scenarios/scenario-source.ts'
import { type OrderKind, orderKinds } from './lifecycle/source.ts'

/** What a scenario of this product says beside its answers. */
export interface Details {
  orders: Orders
  family: Family
  /** How long a subscription or an option is being connected. */
  activatesAfterMs: number
  /** Whether the user was sent an activation link when the scenario began. */
  isLinkSent: boolean
}
/** How orders go, where it is not as usual; the steps are examples of the call `status`. */
export interface Orders extends Partial<Record<OrderKind, Step[]>> {
  /** The call with the status of an order. */
  status: string
  paid: string
  declined: string
  /** What the bank lets the main card pay at most when it is charged unasked, in kopecks. */
  cardPaysKopecks?: number
}
/** How an option is shared. */
export interface Family {
  /** States of a member who takes no place. */
  withoutPlace: string[]
}
/** The same as it is written. */
export interface PaketSource extends Source {
  activatesAfter?: string
  link?: 'sent'
  orders?: Partial<Record<'status' | 'paid' | 'declined', string>> &
    Partial<Record<OrderKind, SourceStep[]>> & { cardPaysKopecks?: number }
  family?: Partial<Family>
}

/** The engine carries it as it was made by `detailsIn`. */
export const detailsOf = ({ details }: Scenario): Details => details as Details

/** What a scenario says, over the defaults. */
export function detailsIn(source: PaketSource, defaults: PaketSource): Details {
  const orders = { ...defaults.orders, ...source.orders }
  const walks = orderKinds.flatMap((kind) => (orders[kind] ? [[kind, orders[kind].map(step)] as const] : []))
  const { status = '', paid = '', declined = '' } = orders
  // A bank that declines what is ordered declines a renewal too.
  const isDeclined = walks.some(([kind, steps]) => kind === 'mainCard' && steps.at(-1)?.example === declined)
  const cardPaysKopecks = orders.cardPaysKopecks ?? (isDeclined ? 0 : undefined)
  return {
    orders: {
      ...Object.fromEntries(walks),
      status,
      paid,
      declined,
      ...(cardPaysKopecks !== undefined && { cardPaysKopecks }),
    },
    family: { withoutPlace: [], ...defaults.family, ...source.family },
    activatesAfterMs: durationMs(source.activatesAfter ?? defaults.activatesAfter ?? 'PT0S') ?? 0,
    isLinkSent: source.link === 'sent',
  }
}
const step = (source: SourceStep): Step =>
  typeof source === 'string' ? { example: source, set: {} } : { set: {}, ...source }
