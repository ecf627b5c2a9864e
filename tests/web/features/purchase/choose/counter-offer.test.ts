import { type BundleName, bundleNamed, counterOfferNamed, type CounterOfferName, toSubscriber } from '@paket/sdk'
import { describe, expect, test } from 'vitest'
import { inRubles } from '#web/domain/sum.ts'
import type { Buyer } from '#web/features/purchase/choose/buyer.ts'
import { counterOfferFlow, counterOfferAgainFlow } from '#web/features/purchase/choose/checkout-flow.ts'
import { recordedAfter } from '#support/after-purchase.ts'
import { clientData } from '#support/client-data.ts'
import { type Answers, apiThatAnswers, cards, created, status } from '#support/fake-api.ts'
import { scriptedPorts } from '#support/scripted-ports.ts'

function buyerOf(own: Parameters<typeof clientData>[0]): Buyer {
  return {
    subscriber: toSubscriber(clientData(own)),
    from: 'profile',
    source: 'web',
    after: recordedAfter().after,
    now: () => new Date('2026-11-10T09:00:00Z'),
  }
}
async function buy(
  name: CounterOfferName,
  own: Parameters<typeof clientData>[0],
  script: Parameters<typeof scriptedPorts>[0],
) {
  const answers: Answers = {
    get_bank_cards: [cards],
    create_order: [created],
    get_order_status: [status('deposited')],
  }
  const { api, sent } = apiThatAnswers(answers)
  const { io, seen, lastMessage } = scriptedPorts(script)
  const offer = counterOfferNamed(name)
  await counterOfferFlow(offer, inRubles(offer.priceKopecks), buyerOf(own))(io, api)
  return { seen, last: lastMessage(), order: sent.find(({ call }) => call === 'create_order')?.body }
}

test.each<[CounterOfferName, BundleName, BundleName, string]>([
  ['discount1_90', 'standard199', 'standard199', 'Месяц со скидкой 90% подключён'],
  ['discount6_40', 'plu159', 'standardsix899', 'Полгода со скидкой 40% подключены'],
  ['discount12_40', 'standard199', 'standardtwelve1599', 'Год со скидкой 40% подключён'],
])(
  '%s is bought by a holder of %s, at its price, with a title of its own [C-MODAL-28]',
  async (name, bundle, bought, title) => {
    const { seen, last, order } = await buy(name, { bundle }, { chooseCard: ['mainCard'], message: ['dismissed'] })
    const { id, priceKopecks } = counterOfferNamed(name)
    expect(order).toMatchObject({ bundleId: bundleNamed(bought).id, counterOfferId: id })
    expect(seen.find((line) => line.startsWith('chooseCard'))).toContain(`"priceKopecks":${priceKopecks}`)
    expect(last).toBe(`message: ${title}`)
  },
)
test.each<[BundleName, BundleName]>([
  ['standard199', 'standard199'],
  ['plu159', 'plu159'],
  ['standardsix899', 'standard199'],
])('the free month of a holder of %s is of %s, without a choice of a card (OO-35)', async (current, bought) => {
  const { last, order } = await buy('freeMonth', { bundle: current }, { message: ['dismissed'] })
  expect(order).toMatchObject({ bundleId: bundleNamed(bought).id, counterOfferId: counterOfferNamed('freeMonth').id })
  expect(last).toBe('message: Месяц в подарок подключён')
})
describe('an offer that was being bought when the bank declined', () => {
  async function again(available: object, script: Parameters<typeof scriptedPorts>[0]) {
    const { api, sent } = apiThatAnswers({
      get_available_counter_offers: [available],
      get_bank_cards: [cards],
      create_order: [created],
      get_order_status: [status('deposited')],
    })
    const { io, seen, given, stored } = scriptedPorts(script)
    await counterOfferAgainFlow(wanted, buyerOf({ bundle: 'plu159' }))(io, api)
    return { seen, shown: given, order: sent.find(({ call }) => call === 'create_order')?.body, stored: stored() }
  }
  const offered = (...ids: string[]) => ({ body: { code: 0, result: { availableCounterOfferIds: ids } } })
  const { id, priceKopecks } = counterOfferNamed('discount6_40')
  const wanted = { counterOffer: 'discount6_40', bundle: 'standardsix899', priceKopecks } as const
  test('is bought on the same terms, and remembered with them [C-ERR-17] [C-MODAL-28]', async () => {
    const other = counterOfferNamed('discount1_90').id
    const { seen, order, stored } = await again(offered(other, id), {
      chooseCard: ['mainCard'],
      message: ['dismissed'],
    })
    expect(order).toMatchObject({ bundleId: bundleNamed('standardsix899').id, counterOfferId: id })
    expect(seen.find((line) => line.startsWith('chooseCard'))).toContain(`"priceKopecks":${priceKopecks}`)
    expect(stored).toMatchObject({
      what: { bundle: 'standardsix899', priceKopecks, counterOffer: 'discount6_40' },
      renewing: true,
    })
  })
  test.each([
    [offered()],
    [offered(counterOfferNamed('discount1_90').id)],
    [{ body: { code: 1, result: { activeCounterOfferIds: [id] } } }],
    [{ body: { code: 1, result: { availableCounterOfferIds: [id] } } }],
  ])('is shown to be over when the server answers %j, and nothing is bought in its place', async (available) => {
    const { shown, order } = await again(available, { message: ['dismissed'] })
    expect(order).toBeUndefined()
    expect(shown).toEqual([
      {
        id: 'offer-is-over',
        title: 'Предложение больше не действует',
        text: 'Деньги не списаны, и по обычной цене мы ничего не подключили',
        image: 'clock',
        buttons: [
          { label: 'Понятно', action: 'dismissed' },
          { label: 'Написать в поддержку', action: 'support' },
        ],
      },
    ])
  })
  test('is not bought while it is not known whether it is offered', async () => {
    const { seen, order } = await again({ status: 500 }, { message: ['dismissed'] })
    expect({ last: seen.at(-1), order }).toEqual({ last: expect.stringMatching(/^message: /), order: undefined })
  })
})
test('a choice of a card that is closed buys nothing', async () => {
  expect((await buy('discount1_90', {}, { chooseCard: ['dismissed'] })).order).toBeUndefined()
})
