import { bundleById, bundleNamed, type BundleName, type LoyaltyCardType, loyaltyCardTypes } from './catalogue.ts'
import { parseNullableDate } from './dates.ts'
import type { components } from './generated/schema.ts'

/** The result of `getClientData`. */
export type ClientData = components['schemas']['ClientData']
export type SubscriberStatus = ClientData['status']

/** A bound bank card. */
// Source: core §3, OP-09.
export interface BankCard {
  id: string
  isMainCard: boolean
  /** VISA, MASTERCARD, MIR, or an unknown value. */
  type: string | undefined
  /** Masked number; its last 4 digits are shown. */
  mask: string | undefined
  /** MM/YY. */
  expiry: string | undefined
}
/** Converts a card of `getBankCards`. */
export const toBankCard = ({
  id,
  isMainCard,
  cardType,
  maskedPan,
  expireDate,
}: components['schemas']['BankCard']): BankCard => ({
  id,
  isMainCard,
  type: cardType,
  mask: maskedPan,
  expiry: expireDate,
})

/** A paid period; null where the server has no value. */
export interface Period {
  bundle: BundleName | null
  startDate: Date | null
  endDate: Date | null
}
/** The subscriber as pages use it: a view of client data. */
// Source: OP-26.
export interface Subscriber {
  subscriberId: string
  /** The derived status: daily with another period is waiting for activation. */
  // Source: OP-27.
  subStatus: SubscriberStatus
  currentPeriod: Period & { deactivationDate: Date | null }
  lastPeriod: Period | null
  /** When everything that is paid for ends. */
  lastChainEndDate: Date | null
  autopaymentsEnabled: boolean
  isGracePeriod: boolean
  /** The last order, to detect a newer one. */
  lastOrderId: string | null
  clientData: { onboardingBundle: boolean; onboardingCard: boolean }
}

const statuses: readonly string[] = [
  'registered',
  'deactivated',
  'activated',
  'waiting_for_activation',
] satisfies SubscriberStatus[]
const nameOf = (bundleId: string | null) => (bundleId === null ? null : bundleById(bundleId).name)

type StatusFields = Pick<ClientData, 'status' | 'bundleId' | 'lastPeriod'>
/** Whether the subscription is being connected: client data is then polled every 15 s. Never throws. */
// Source: C-POLL-01, C-POLL-02.
export const isAwaitingActivation = ({ status, bundleId, lastPeriod }: StatusFields): boolean =>
  status === 'waiting_for_activation' || (bundleId === bundleNamed('daily').id && Boolean(lastPeriod?.bundleId))

function subStatusOf(data: StatusFields): SubscriberStatus {
  const { status } = data
  if (!statuses.includes(status)) throw new RangeError(`unknown subscriber status ${JSON.stringify(status)}`)
  return isAwaitingActivation(data) ? 'waiting_for_activation' : status
}

/** Converts client data: statuses and bundles by name, dates as Date. Throws for an unknown status, bundle or date. */
// Source: C-STATE-03, OP-62.
export function toSubscriber(data: ClientData): Subscriber {
  const { lastPeriod } = data
  return {
    subscriberId: data.subscriberId,
    subStatus: subStatusOf(data),
    currentPeriod: {
      bundle: nameOf(data.bundleId),
      startDate: parseNullableDate(data.activationDate),
      endDate: parseNullableDate(data.lastChainEndDate ?? data.deactivationDate),
      deactivationDate: parseNullableDate(data.deactivationDate),
    },
    lastPeriod: lastPeriod && {
      bundle: nameOf(lastPeriod.bundleId),
      startDate: parseNullableDate(lastPeriod.startDate),
      endDate: parseNullableDate(lastPeriod.endDate),
    },
    lastChainEndDate: parseNullableDate(data.lastChainEndDate),
    autopaymentsEnabled: data.autopaymentsEnabled,
    isGracePeriod: data.isGracePeriod,
    lastOrderId: data.orderId,
    clientData: { onboardingBundle: data.onboardingBundle, onboardingCard: data.onboardingCard },
  }
}

/** A loyalty card that can be shown. */
export interface LoyaltyCard {
  type: LoyaltyCardType
  number: string
}
/** The loyalty cards that can be shown: unknown kinds are dropped, repeated cards deduplicated. */
// Source: OO-67.
export function toLoyaltyCards(cards: readonly components['schemas']['LoyaltyCard'][]): LoyaltyCard[] {
  const seen = new Set<string>()
  return cards.flatMap(({ cardType, cardNumber: number }) => {
    const type = loyaltyCardTypes.find((known) => known === cardType)
    const key = `${cardType} ${number}`
    if (!type || seen.has(key)) return []
    seen.add(key)
    return [{ type, number }]
  })
}

export type RelationStatus = components['schemas']['RelationStatus']
const settled: readonly string[] = ['owner', 'active', 'error', 'inactive'] satisfies RelationStatus[]
/** Whether a family member is still changing: the members are then polled every 15 s. The owner never is; an unknown status is. */
// Source: OO-09.
export const isRelationChanging = ({ status }: { status: RelationStatus }): boolean => !settled.includes(status)

export type OptionStatus = components['schemas']['OptionStatus']
/** A paid option of the subscription, with the same names and units as a bundle. */
// Source: options §3.
export interface Option {
  optionId: string
  /** As in its address: `family_1_month`. */
  name: string
  title: string
  /** `family_subscription`, or an unknown value. */
  type: string
  priceKopecks: number
  durationDays: number
  status: OptionStatus
  startDate: Date | null
  endDate: Date | null
  isRenewal: boolean
  autopaymentsEnabled: boolean
  /** How many people may share it; 0 for an option that is not shared. */
  maxRelations: number
}
/** Converts an option of `getOptions`. Throws a RangeError for a malformed date. */
export const toOption = ({
  price,
  duration,
  startDate,
  endDate,
  maxRelations,
  ...same
}: components['schemas']['Option']): Option => ({
  ...same,
  priceKopecks: price,
  durationDays: duration,
  startDate: parseNullableDate(startDate),
  endDate: parseNullableDate(endDate),
  maxRelations: maxRelations ?? 0,
})

/** Whether an option is paid and not active yet: the options are then polled every 15 s. */
// Source: D-15.
export const isOptionConnecting = ({ status }: { status: OptionStatus }): boolean => status === 'new'
