import { bundleNamed } from '@paket/sdk'
import { afterEach, describe, expect, test } from 'vitest'
import { applySwitches } from '#web/config/switches.ts'
import { purchaseByPoints, readBalance } from '#web/features/purchase/flow/purchase-by-points.ts'
import { purchaseEndMessage } from '#web/features/purchase/end/purchase-end-message.ts'
import { type Answers, apiThatAnswers, created, rejected, status } from '#support/fake-api.ts'
import { clientDataAnswer } from '#support/client-data.ts'
import { scriptedPorts } from '#support/scripted-ports.ts'

const month = {
  bundle: bundleNamed('standard199'),
  priceKopecks: 19900,
  shown: { kopecks: 19_900, in: 'points' },
  from: 'scores',
  source: 'web',
  renewing: false,
  wanted: { bundle: 'standard199', priceKopecks: 19900 },
} as const
const paid = { body: { code: 0 } }

async function pay(own: Answers, isStopped = false) {
  const { api, sent } = apiThatAnswers({
    get_client_data: [clientDataAnswer({ status: 'registered', bundle: null })],
    create_scores_order: [created],
    pay_order: [paid],
    ...own,
  })
  const { io, seen, stored } = scriptedPorts()
  const end = await purchaseByPoints({ ...month, ...(isStopped && { isStoppedBy: () => true }) }, api, io)
  return { end, seen, sent, stored: stored(), keys: sent.flatMap(({ key }) => key ?? []) }
}

describe('paying by points', () => {
  test('orders, charges and follows under one spinner, and is paid [C-MODAL-29] [C-POINTS-03] [C-POINTS-05] [O-POINTS-01] [O-POINTS-02]', async () => {
    const { end, seen, sent } = await pay({ get_order_status: [status('new'), status('deposited')] })
    expect(end).toEqual({ kind: 'purchased', renewing: false })
    expect(seen).toEqual([
      'spinner: Списываем баллы',
      'make after null scores',
      'follow o1 scores',
      'sleep 2000',
      'paid o1',
    ])
    expect(sent.slice(1, 3)).toEqual([
      { call: 'create_scores_order', body: { bundleId: month.bundle.id } },
      { call: 'pay_order', body: { orderId: 'o1', paymentType: 'scores' } },
    ])
  })
  test('bought in another tab meanwhile: no order, no charge', async () => {
    const bought = clientDataAnswer({ status: 'waiting_for_activation' })
    const { end, sent } = await pay({ get_client_data: [bought] }, true)
    expect(end).toEqual({ kind: 'blocked', block: 'connecting' })
    expect(sent.map(({ call }) => call)).toEqual(['get_client_data'])
  })
  test('orders when nothing was bought meanwhile', async () => {
    const answers = { get_client_data: [clientDataAnswer({ status: 'registered', bundle: null })] }
    const { end } = await pay({ ...answers, get_order_status: [status('deposited')] }, true)
    expect(end).toMatchObject({ kind: 'purchased' })
  })
  test('declined: the points stay [C-ERR-18]', async () => {
    expect((await pay({ get_order_status: [status('declined')] })).end).toEqual({ kind: 'pointsDeclined' })
  })
  test.each([
    [2000, 'Произошла ошибка', '[C-ERR-10]'],
    [2001, 'Произошла ошибка', '[C-ERR-10]'],
    [2002, 'Пакет уже подключается, дождитесь СМС', '[C-ERR-11]'],
    [2003, 'У вас уже есть подписка партнёра', '[C-ERR-12]'],
    [2004, 'У вас уже лучшие условия', '[C-ERR-13]'],
    [2005, 'Вы не можете купить ещё один период', '[C-ERR-14]'],
  ])('an order that is refused with %i shows «%s» and charges nothing [C-POINTS-06] %s', async (code, title) => {
    const { end, sent } = await pay({ create_scores_order: [rejected(code)] })
    expect(end).toMatchObject({ kind: 'pointsRefused', failure: { operation: 'createScoresOrder', code } })
    expect(purchaseEndMessage(end, { fromFridge: false, promo: null })?.title).toBe(title)
    expect(sent.map(({ call }) => call)).toEqual(['get_client_data', 'create_scores_order'])
  })
  test.each([422, 500])('an order that is refused with HTTP %i shows it as the code [C-ERR-09]', async (code) => {
    const { end } = await pay({ create_scores_order: [{ status: code }] })
    const message = purchaseEndMessage(end, { fromFridge: false, promo: null })
    expect(message).toMatchObject({ title: 'Произошла ошибка', code })
  })
  test('a charge that is refused ends it; nothing is followed on', async () => {
    const { end, seen } = await pay({ pay_order: [rejected(2000)] })
    expect(end).toMatchObject({ kind: 'pointsRefused', failure: { operation: 'payOrder' } })
    expect(seen.at(-1)).toBe('declined o1')
  })
  test('a charge whose answer is lost is not repeated: the order shows it', async () => {
    const { end, sent } = await pay({ pay_order: ['no connection'], get_order_status: [status('deposited')] })
    expect(end).toMatchObject({ kind: 'purchased' })
    expect(sent.filter(({ call }) => call === 'pay_order')).toHaveLength(1)
  })
  test.each<[string, Answers]>([
    ['order', { create_scores_order: ['no connection'] }],
    ['order', { create_scores_order: [{ status: 502 }] }],
    ['charge', { pay_order: ['no connection'], get_order_status: [status('new')] }],
    ['charge', { pay_order: [{ status: 504 }], get_order_status: [status('new')] }],
  ])('an %s whose end is not known is stored: %j', async (_, answers) => {
    const { stored } = await pay(answers)
    expect(stored).toMatchObject({ payment: 'scores' })
    expect(stored?.end).toBeUndefined()
  })
  test('sends the same idempotency key with the order and with the charge', async () => {
    const { keys, stored } = await pay({ get_order_status: [status('deposited')] })
    expect(keys).toEqual([`"${stored?.id}"`, `"${stored?.id}"`])
  })
})

describe('points that are closed', () => {
  afterEach(() => applySwitches({}))
  test('are not offered, and nothing is asked of the backend', async () => {
    applySwitches({ closed: { points: 'Баллы вернутся в 18:00' } })
    const { api, sent } = apiThatAnswers({})
    expect(await readBalance(api)).toEqual({ kind: 'off' })
    expect(sent).toEqual([])
  })
  test('end a purchase by points that was chosen before with the words, and nothing is ordered', async () => {
    const { api, sent } = apiThatAnswers({})
    const { io, stored } = scriptedPorts()
    const needs = (feature: string) => {
      throw new Error(`${feature} are closed`)
    }
    await expect(purchaseByPoints(month, api, { ...io, needs })).rejects.toThrow('points are closed')
    expect({ sent, stored: stored() }).toEqual({ sent: [], stored: null })
  })
})

describe('the balance', () => {
  test.each<[string, Answers['x'], object]>([
    ['is known', [{ body: { code: 0, result: { scoresBalance: 420 } } }], { kind: 'known', points: 420 }],
    ['is 0', [{ body: { code: 0, result: { scoresBalance: 0 } } }], { kind: 'known', points: 0 }],
    ['failed with 2000', [rejected(2000)], { kind: 'off' }],
    ['failed with another code', [rejected(2001)], { kind: 'unverified' }],
    ['failed with HTTP 500', [{ status: 500 }], { kind: 'unverified' }],
    ['did not come', ['no connection'], { kind: 'unverified' }],
  ])('%s [C-POINTS-08]', async (_, answer, balance) => {
    expect(await readBalance(apiThatAnswers({ get_scores_balance: answer }).api)).toEqual(balance)
  })
})
