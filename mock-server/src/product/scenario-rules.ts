import type { ScenarioCheck, ScenarioRules } from '#engine/scenarios/rules.ts'
import { detailsIn, detailsOf, type PaketSource } from './details.ts'
import schema from './scenarios/scenario.schema.json' with { type: 'json' }

/** What scenarios of this product have beside what every scenario has. */
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
  events: ['orderPlaced', 'orderPaid', 'optionPaid', 'orderDeclined', 'pointsSpent', 'cardBound', 'cardRefused'],
  variables: [
    'order.id',
    'order.bundleId',
    'order.optionId',
    'order.formUrl',
    'order.endsAt',
    'order.pointsLeft',
    'periods',
  ],
  details: detailsIn,
  check: checkDetails,
  examples(scenario) {
    const { orders } = detailsOf(scenario)
    const steps = [...orders.mainCard, ...orders.newCard, ...orders.scores].map(({ example }) => example)
    return [...steps, orders.paid, orders.declined].map((name) => `${orders.status} ${name}`)
  },
}

function checkDetails({ orders, family }: PaketSource, defaults: PaketSource, check: ScenarioCheck): void {
  if (orders) checkOrders(orders, defaults.orders?.status ?? '', check)
  if (family?.members) check.call(['family', 'members'], family.members)
}

/** `usualStatus`: the call whose examples the steps are, when the scenario names no other. */
function checkOrders(orders: NonNullable<PaketSource['orders']>, usualStatus: string, check: ScenarioCheck): void {
  for (const role of ['subscriber', 'balance', 'options'] as const) {
    const call = orders[role]
    if (call) check.call(['orders', role], call)
  }
  const operation = check.call(['orders', 'status'], orders.status ?? usualStatus)
  if (!operation) return
  for (const kind of ['mainCard', 'newCard', 'scores'] as const)
    for (const [index, step] of (orders[kind] ?? []).entries()) {
      const { example, set } = typeof step === 'string' ? { example: step } : step
      check.example(['orders', kind, index], operation, example, set)
    }
  for (const end of ['paid', 'declined'] as const)
    if (orders[end]) check.example(['orders', end], operation, orders[end])
}
