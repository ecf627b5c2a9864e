import type { ScenarioCheck, ScenarioRules } from '#engine/scenarios/rules.ts'
import { detailsIn, detailsOf, type PaketSource } from './details.ts'
import { orderKinds } from './lifecycle/source.ts'
import schema from './scenarios/scenario.schema.json' with { type: 'json' }

/** The product's part of the scenario format. */
export const scenarioRules: ScenarioRules = {
  schema,
  groups: {
    visitor: { ru: '', en: 'Without a sign-in' },
    subscriber: { ru: 'Подписчики', en: 'Subscribers' },
    blocked: { ru: 'Покупка закрыта', en: 'May not buy' },
    payment: { ru: 'Карты и оплата', en: 'Cards and payment' },
    grace: { ru: 'Льготный период', en: 'Grace period' },
    bundle: { ru: 'Пакеты', en: 'Bundles' },
    partner: { ru: 'Партнёры', en: 'Partners' },
    option: { ru: 'Опции и семья', en: 'Options and family' },
    points: { ru: 'Баллы', en: 'Points' },
    loyalty: { ru: 'Карты лояльности и доставки', en: 'Loyalty cards and deliveries' },
    promocode: { ru: 'Промокоды и акции', en: 'Promocodes and offers' },
  },
  usualGroup: 'subscriber',
  hiddenGroup: 'visitor',
  visitor: 'anonymous',
  newcomer: 'registered',
  events: [],
  variables: [],
  otherPlace: 'lifecycle.yaml (unmet for what no state leads to)',
  details: detailsIn,
  check: checkDetails,
  steps(scenario) {
    const { orders } = detailsOf(scenario)
    const call = orders.status
    return [
      ...orderKinds.flatMap((kind) =>
        (orders[kind] ?? []).map((step, at) => ({ call, place: ['orders', kind, at], ...step })),
      ),
      ...(['paid', 'declined'] as const).map((end) => ({
        call,
        place: ['orders', end],
        example: orders[end],
        set: {},
      })),
    ]
  },
}

function checkDetails({ orders }: PaketSource, defaults: PaketSource, check: ScenarioCheck): void {
  if (!orders) return
  const { status = '' } = defaults.orders ?? {}
  // The lifecycle decides which call follows an order.
  if (orders.status !== undefined)
    check.name(['orders', 'status'], 'call that follows an order', orders.status, [status])
  const operation = check.call(['orders', 'status'], status)
  if (!operation) return
  for (const kind of orderKinds)
    for (const [index, step] of (orders[kind] ?? []).entries()) {
      const { example, set } = typeof step === 'string' ? { example: step } : step
      check.example(['orders', kind, index], operation, example, set)
    }
  for (const end of ['paid', 'declined'] as const)
    if (orders[end]) check.example(['orders', end], operation, orders[end])
}
