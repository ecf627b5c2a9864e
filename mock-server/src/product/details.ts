import { durationMs } from '@paket/contract'
import type { Scenario, Step } from '#engine/state/scenario.ts'
import { type Source, type SourceStep, stepOf } from '#engine/scenarios/scenario-source.ts'
import { type OrderKind, orderKinds } from './lifecycle/source.ts'

/** The product's part of a scenario. */
export interface Details {
  orders: Orders
  family: Family
  /** How long connecting a subscription or an option takes. */
  activatesAfterMs: number
  /** Whether the user has been sent an activation link at the start. */
  isLinkSent: boolean
}
/** How orders proceed, where it differs from the lifecycle. Steps are examples of the call `status`. */
export interface Orders extends Partial<Record<OrderKind, Step[]>> {
  /** The call that returns an order's status. */
  status: string
  paid: string
  declined: string
  /** The highest renewal payment that the bank accepts from the main card, in kopecks. */
  cardPaysKopecks?: number
}
/** How an option is shared. */
export interface Family {
  /** Member states that do not occupy a place. */
  withoutPlace: string[]
}
/** The product's part in a scenario file. */
export interface PaketSource extends Source {
  activatesAfter?: string
  link?: 'sent'
  orders?: Partial<Record<'status' | 'paid' | 'declined', string>> &
    Partial<Record<OrderKind, SourceStep[]>> & { cardPaysKopecks?: number }
  family?: Partial<Family>
}

/** Casts the product's part, which the engine stores as `detailsIn` returned it. */
export const detailsOf = ({ details }: Scenario): Details => details as Details

/** Merges a scenario file with the defaults. */
export function detailsIn(source: PaketSource, defaults: PaketSource): Details {
  const orders = { ...defaults.orders, ...source.orders }
  const stepsByKind = orderKinds.flatMap((kind) => (orders[kind] ? [[kind, orders[kind].map(stepOf)] as const] : []))
  const { status = '', paid = '', declined = '' } = orders
  // A bank that declines orders declines renewals too.
  const isDeclined = stepsByKind.some(([kind, steps]) => kind === 'mainCard' && steps.at(-1)?.example === declined)
  const cardPaysKopecks = orders.cardPaysKopecks ?? (isDeclined ? 0 : undefined)
  return {
    orders: {
      ...Object.fromEntries(stepsByKind),
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
