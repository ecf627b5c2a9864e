import { priceKopecks, valueAt } from '@paket/contract'
import { dateText } from '#engine/state/overlay.ts'
import { newExpiry } from '#product/card-expiry.ts'
import { orderOf } from '#product/state.ts'
import { goodsOf } from './goods.ts'
import { isMisspelt, promocodeNamed } from './promocodes.ts'
import { chainEnd, DAY_MS, instantOf, isWithin, type Situation, subscriber, subscriptionOf } from './situation.ts'

type Fact = (situation: Situation) => unknown

const further = (s: Situation, field: string) => subscriber(s, `lastPeriod.${field}`)
const hasFurther = (s: Situation) => typeof further(s, 'bundleId') === 'string'
const days = (count: number) => count * DAY_MS

const termKopecks = (s: Situation) =>
  s.currentBundle ? priceKopecks(s.shop.catalogue, s.currentBundle, null, subscriptionOf(s), s.now) : NaN
const dayKopecks = (s: Situation) => Number(s.shop.catalogue['dailyPointsDeduction']) * s.kopecksPerPoint
const pointsCover = (s: Situation, kopecks: number) => s.balance * s.kopecksPerPoint >= kopecks
const pointsAfter = (s: Situation, kopecks: number) => s.balance - kopecks / s.kopecksPerPoint
const restKopecks = (s: Situation) => Math.max(0, s.month.priceKopecks - s.balance * s.kopecksPerPoint)
const order = (s: Situation) => {
  if (!s.order) throw new Error('there is no order here')
  return s.order
}
const goods = (s: Situation) => s.order?.bundleId ?? s.order?.optionId ?? null
/** The end of the current term without payment: the first one in the future. */
function unpaidEnd(s: Situation): number {
  const term = days(s.currentBundle?.durationDays ?? 1)
  const end = chainEnd(s)
  // With a renewal counter, terms are processed one by one.
  const terms = typeof renewalsLeft(s) === 'number' ? 1 : Math.ceil((s.users.now(s.user) - end + 1) / term)
  return end + term * Math.max(1, terms)
}
const member = (s: Situation, field: string, value: unknown) =>
  s.items('members', 'result.relations').find((each) => each[field] === value)
/** The order whose promocode gives points. */
const rewardedOrder = (s: Situation) => s.order ?? orderOf(s.user, subscriber(s, 'orderId'))
const rewardPoints = (s: Situation) => {
  const found = rewardedOrder(s)
  const isFresh = found?.decided === 'paid' && isWithin(found.steppedAt, s.now, 'P1D')
  return isFresh ? (s.promocode(found.promocodeId)?.points ?? 0) : 0
}
const renewalsLeft = (s: Situation) => s.field('deliveries', 'result.renewalsLeft')
const optionEnd = (s: Situation) => instantOf(s.option?.['endDate'])
const optionTerm = (s: Situation) => days(Number(s.option?.['duration']))
const chainStart = (s: Situation) => (hasFurther(s) ? instantOf(further(s, 'startDate')) : Math.max(chainEnd(s), s.now))
const cardOf = (s: Situation) => s.items('cards', 'cards').find(({ id }) => id === s.request['bankCardId'])

/**
 * Facts: what conditions can name and overlays can refer to, besides machines and `body.…`. A fact in `…At` that
 * triggers a transition is in milliseconds.
 */
export const facts: Readonly<Record<string, Fact>> = {
  'subscription.status': (s) => subscriber(s, 'status') ?? 'none',
  'subscription.bundleId': (s) => s.currentBundle?.id ?? null,
  'subscription.kind': (s) => s.currentBundle?.kind ?? 'none',
  'subscription.isGrace': (s) => subscriber(s, 'isGracePeriod') === true,
  'subscription.renews': (s) => subscriber(s, 'autopaymentsEnabled') === true,
  'subscription.isLong': (s) => (s.currentBundle?.durationDays ?? 0) > s.month.durationDays,
  'period.endsAt': (s) => (hasFurther(s) ? instantOf(further(s, 'startDate')) : chainEnd(s)),
  'further.isPaid': hasFurther,
  'further.bundleId': (s) => further(s, 'bundleId'),
  'further.endsAt': (s) => further(s, 'endDate'),
  'chain.startsAt': (s) => dateText(chainStart(s)),
  'chain.endsAt': (s) => dateText((hasFurther(s) ? chainEnd(s) : chainStart(s)) + days(order(s).durationDays)),
  'unpaid.startsAt': (s) => dateText(unpaidEnd(s) - days(s.currentBundle?.durationDays ?? 1)),
  'unpaid.endsAt': (s) => dateText(unpaidEnd(s)),
  'term.kopecks': termKopecks,
  'term.endsAt': (s) => dateText(s.now + days(s.currentBundle?.durationDays ?? 0)),
  'month.bundleId': (s) => s.month.id,
  'month.kopecks': (s) => s.month.priceKopecks,
  'month.restKopecks': restKopecks,
  'month.endsAt': (s) => dateText(s.now + days(s.month.durationDays)),
  'day.kopecks': dayKopecks,

  'card.hasMain': (s) => s.mainCard !== undefined,
  'card.maskedPan': (s) => s.mainCard?.['maskedPan'] ?? null,
  'card.newExpiry': (s) => newExpiry(s.now),
  'card.paysTerm': (s) => s.cardPays(termKopecks(s)),
  'card.paysMonth': (s) => s.cardPays(s.month.priceKopecks),
  'card.paysRest': (s) => s.balance > 0 && s.cardPays(restKopecks(s)),
  'card.paysOption': (s) => s.cardPays(Number(s.option?.['price'])),
  'card.named': (s) => {
    const card = cardOf(s)
    if (card) return card['isMainCard'] === true ? 'main' : 'other'
    return s.state.removedCards.includes(String(s.request['bankCardId'])) ? 'removed' : 'unknown'
  },
  'card.isLast': (s) => cardOf(s) !== undefined && s.items('cards', 'cards').length === 1,
  'card.nextId': (s) => s.items('cards', 'cards').find((card) => card !== cardOf(s))?.['id'],
  'cards.areMany': (s) => s.items('cards', 'cards').length >= MAX_CARDS,
  'bindings.areRefused': (s) => refusals(s, 'binding', 'P1D') >= MAX_BINDING_REFUSALS,
  'declines.areMany': (s) => refusals(s, order(s).kind, 'PT20M') >= MAX_DECLINES,

  'points.payTerm': (s) => pointsCover(s, termKopecks(s)),
  'points.payMonth': (s) => pointsCover(s, s.month.priceKopecks),
  'points.payDay': (s) => pointsCover(s, dayKopecks(s)),
  'points.afterTerm': (s) => pointsAfter(s, termKopecks(s)),
  'points.afterMonth': (s) => pointsAfter(s, s.month.priceKopecks),
  'points.afterDay': (s) => pointsAfter(s, dayKopecks(s)),
  'points.afterOrder': (s) => pointsAfter(s, order(s).priceKopecks),
  'points.givenBack': (s) => pointsAfter(s, -order(s).priceKopecks),
  'points.afterReward': (s) => s.balance + rewardPoints(s),
  'points.periods': monthsAsked,
  'months.example': (s) => s.user.answers.get(s.shop.lifecycle.reads['months'] ?? '')?.example,
  'reward.isDue': (s) => rewardPoints(s) > 0 && Number.isFinite(s.balance),

  'goods.kind': (s) => goodsOf(s, s.order?.kind === 'scores' ? 'scores' : 'card').kind,
  'order.id': (s) => order(s).id,
  'order.kind': (s) => order(s).kind,
  'order.bundleId': (s) => order(s).bundleId,
  'order.optionId': (s) => order(s).optionId,
  'order.goodsId': goods,
  'order.kopecks': (s) => order(s).priceKopecks,
  'order.maskedPan': (s) => order(s).maskedPan,
  'order.formUrl': (s) => s.formUrl,
  'order.endsAt': (s) => dateText(s.now + days(order(s).durationDays)),
  'order.isFree': (s) => order(s).priceKopecks === 0,
  'order.isCharged': (s) => order(s).isCharged,
  'order.takesOffer': (s) => order(s).counterOfferId !== null,
  'order.isKnown': (s) => s.order !== null && s.order.kind !== 'binding',
  'order.isPayable': (s) =>
    s.order?.kind === 'scores' &&
    !s.order.isCharged &&
    s.order.decided === null &&
    pointsCover(s, s.order.priceKopecks),
  'orders.isOneOpen': (s) =>
    s.state.orders.some(
      ({ decided, kind, isCharged, createdAt }) =>
        !decided && (kind === 'mainCard' || isCharged) && isWithin(createdAt, s.now, 'PT10M'),
    ),
  'promocode.state': (s) => {
    const { promocodeId, bundleId } = s.request
    if (typeof promocodeId !== 'string') return 'none'
    const check = s.state.checks[promocodeId]
    if (!check || s.promocode(promocodeId)?.bundleId !== bundleId) return 'unknown'
    if (s.state.usedPromocodes.includes(promocodeId)) return 'used'
    return check.holds && !isWithin(check.at, s.now, 'PT1201S') ? 'late' : 'good'
  },
  'promocode.isUsed': (s) => s.state.usedPromocodes.includes(promocodeNamed(s)?.id ?? ''),
  'promocode.isBlocked': (s) =>
    promocodeNamed(s) !== undefined &&
    (hasFurther(s) || ['partner', 'employee', 'family-member'].includes(s.currentBundle?.kind ?? '')),
  'promocode.isMisspelt': isMisspelt,
  'price.isUsed': (s) => s.state.usedPromocodes.includes(String(s.field('price', 'result.promocodeId'))),
  'offer.state': (s) => {
    const { counterOfferId } = s.request
    if (counterOfferId === undefined || counterOfferId === null) return 'none'
    const open = s.field('offers', 'result.availableCounterOfferIds')
    const bundle = s.shop.catalogue.counterOffers.find(({ id }) => id === counterOfferId)?.bundle
    const isOpen = Array.isArray(open) && open.includes(counterOfferId)
    return isOpen && s.bundle(s.request['bundleId'])?.name === bundle ? 'good' : 'gone'
  },
  'offers.status': (s) => {
    const open = s.field('offers', 'result.availableCounterOfferIds')
    if (Array.isArray(open)) return open.length > 0 ? 'open' : 'none'
    return s.field('offers', 'result') === undefined ? 'refused' : 'taken'
  },
  'offers.active': (s) => [order(s).counterOfferId],
  'link.isGood': (s) =>
    s.request['activationId'] === 'good' || (s.details.isLinkSent && s.now - s.user.startedAt < LINK_MS),

  'option.status': (s) => s.option?.['status'] ?? 'none',
  'option.id': (s) => s.option?.['optionId'],
  'option.renews': (s) => s.option?.['autopaymentsEnabled'] === true && s.option['isRenewal'] === true,
  'option.kopecks': (s) => s.option?.['price'],
  'option.endsAt': optionEnd,
  'option.nextEndsAt': (s) => dateText(Math.max(optionEnd(s), s.now) + optionTerm(s)),
  'option.named': (s) => s.namedOption?.['status'] ?? 'none',
  'option.isRenewable': (s) => s.namedOption?.['isRenewal'] === true,
  'family.owner': (s) => s.items('members', 'result.relations').filter(({ status }) => status === 'owner'),
  'family.places': (s) => {
    if (s.places.length < Number(s.namedOption?.['maxRelations'])) return 'free'
    return s.places.some(({ status }) => status === 'waiting_for_deactivation') ? 'leaving' : 'none'
  },
  'family.phone': (s) => {
    const phone = s.request['subscriberRelationPhone']
    if (phone === s.user.scenario.profile.phone) return 'own'
    if (s.places.some(({ subscriberPhone }) => subscriberPhone === phone)) return 'here'
    return isElsewhere(s, phone) ? 'elsewhere' : 'free'
  },
  'family.member': (s) => member(s, 'relationId', s.request['relationId'])?.['status'] ?? 'none',
  'family.removalsAreUp': (s) =>
    s.items('members', 'result.relations').filter(({ status }) => status === 'inactive').length >= MAX_REMOVALS,

  'partner.isCounted': (s) => typeof renewalsLeft(s) === 'number',
  'partner.pays': (s) => renewalsLeft(s) !== 0,
  'partner.renewalsLeft': (s) => Number(renewalsLeft(s)) - 1,
  'deliveries.areKnown': (s) => Number.isFinite(instantOf(s.field('deliveries', 'result.offerRenewalDate'))),
  'deliveries.renewAt': (s) => instantOf(s.field('deliveries', 'result.offerRenewalDate')),
  'deliveries.full': (s) =>
    s
      .items('deliveries', 'result.offers')
      .map((offer) => ({ ...offer, availableDeliveries: offer['maxFreeDeliveries'] })),
}

// Limits of the mock (D-22, D-23).
const MAX_CARDS = 5
const MAX_BINDING_REFUSALS = 3
const MAX_DECLINES = 3
const MAX_REMOVALS = 3
/** A link is still valid after exactly 1200 s (T10). */
const LINK_MS = 1_201_000

/** Counts the latest consecutive declines of a kind within a duration. */
function refusals({ state, now }: Situation, kind: string, within: string): number {
  const ended = state.orders.filter((each) => each.kind === kind && each.decided).toReversed()
  const last = ended.findIndex(({ decided, steppedAt }) => decided === 'paid' || !isWithin(steppedAt, now, within))
  return last === -1 ? ended.length : last
}

/** Whether the phone is another test user's who is already in a family. */
function isElsewhere(s: Situation, phone: unknown): boolean {
  const call = s.shop.lifecycle.reads['subscriber'] ?? ''
  const operation = s.shop.contract.operation(call)
  return s.users.scenarios().some(({ profile, answers }) => {
    const example = operation && s.shop.contract.example(operation, answers[call]?.example ?? '')
    return profile.phone === phone && s.bundle(valueAt(example?.value, 'result.bundleId'))?.kind === 'family-member'
  })
}

/** Answers each requested month with the example's months in turn, so that every month has a history. */
function monthsAsked(s: Situation): object[] {
  const shown = s.items('months', 'result')
  // A request without months violates the contract, which is reported later.
  const periods = Array.isArray(s.request['periods']) ? (s.request['periods'] as object[]) : []
  return shown.length === 0 ? [] : periods.map((period, place) => ({ ...shown[place % shown.length], ...period }))
}
