import type { Failure } from '@paket/sdk'
import { describe, expect, test } from 'vitest'
import { inRubles } from '#web/domain/sum.ts'
import { optionEndMessage } from '#web/features/purchase/end/option-end-message.ts'
import type { PurchaseEnd } from '#web/features/purchase/end/purchase-end.ts'
import { purchaseEndMessage, type Visit } from '#web/features/purchase/end/purchase-end-message.ts'
import { apiThatAnswers, rejected } from '#support/fake-api.ts'
import { intentOf } from '#support/intents.ts'

const usual: Visit = { fromFridge: false, promo: null }
const support = { label: 'Написать в поддержку', action: 'support' }
const account = { label: 'Перейти в личный кабинет', action: 'account' }
const sms = 'СМС с подтверждением придёт в течение 5 минут'

const { api } = apiThatAnswers({
  get_bank_cards: [{ status: 500 }],
  get_order_status: [rejected(2000)],
  create_order: [{ status: 409 }, rejected(2000), { status: 503 }],
  pay_order: [rejected(2000)],
})
const failureIn = (result: { ok: boolean }) => {
  if (result.ok || !('failure' in result)) throw new Error('a failure is needed')
  return result.failure as never
}
const order = { source: 'web', bundleId: 'b1', usingMainCard: true } as const
const withoutSession = apiThatAnswers({ create_order: [{ status: 401 }] }).api
const sessionOver: Failure<'createOrder'> = failureIn(
  await withoutSession.createOrder(order, { idempotencyKey: intentOf({}).id }),
)
const underWay: Failure<'createOrder'> = failureIn(await api.createOrder(order, { idempotencyKey: intentOf({}).id }))
const rejectedOrder: Failure<'createOrder'> = failureIn(
  await api.createOrder(order, { idempotencyKey: intentOf({}).id }),
)
const gatewayError: Failure<'createOrder'> = failureIn(
  await api.createOrder(order, { idempotencyKey: intentOf({}).id }),
)
const cardsUnread: PurchaseEnd = { kind: 'cardsUnread', failure: failureIn(await api.getBankCards({})) }
const statusUnread: PurchaseEnd = {
  kind: 'statusUnread',
  failure: failureIn(await api.getOrderStatus({ orderId: 'o1' })),
}
const pointsRefused: PurchaseEnd = {
  kind: 'pointsRefused',
  failure: failureIn(await api.payOrder({ orderId: 'o1', paymentType: 'scores' }, { idempotencyKey: intentOf({}).id })),
}
const open: PurchaseEnd = { kind: 'open', finish: { by: 'looking' }, earlier: intentOf({ orderId: 'o1' }) }
const paid: PurchaseEnd = { kind: 'purchased', renewing: false }

describe('the end of a purchase', () => {
  const broken = {
    id: 'payment-in-doubt',
    title: 'Произошла ошибка',
    text: 'Мы не узнали, чем закончилась оплата. Не платите второй раз: проверьте, подключается ли Пакет, или напишите в поддержку',
    image: 'error',
    buttons: [{ label: 'Проверить Пакет', action: 'check' }, support],
  }
  test.each<[string, PurchaseEnd, object | null]>([
    ['left before the order', { kind: 'dismissed' }, null],
    ['without anything to recover', { kind: 'nothing' }, null],
    ['on the way to the bank', { kind: 'toBank', formUrl: 'https://pay.example/1' }, null],
    ['back from the bank', { kind: 'returnedFromPayment' }, null],
    ['with a session that is over', { kind: 'refused', failure: sessionOver }, null],
    [
      'declined',
      { kind: 'declined' },
      {
        id: 'payment-declined',
        title: 'Не удалось оплатить',
        text: 'Банк отклонил платёж, деньги не списаны. Проверьте карту или выберите другую',
        image: 'error',
        buttons: [{ label: 'Попробовать ещё раз', action: 'retry' }, support],
      },
    ],
    ['with a status that cannot be', { kind: 'invalid' }, broken],
    ['without an end in time', { kind: 'tooManyAttempts' }, broken],
    ['with a status that is refused', statusUnread, { ...broken, code: 2000 }],
    ['in a gateway’s error', { kind: 'refused', failure: gatewayError }, { ...broken, code: 503 }],
    ['paid', paid, { id: 'purchased', title: 'Сервис активирован', text: sms, image: 'success', buttons: [account] }],
  ])('%s has these words', (_, end, message) => {
    expect(purchaseEndMessage(end, usual)).toEqual(message)
  })
  test.each([
    [{ ...usual, promo: 'shoko24' as const }, `${sms}. А пока заберите шоколад`],
    [{ ...usual, promo: 'litres' as const }, `${sms}. А пока заберите книгу от Литрес`],
    [{ ...usual, promo: 'trial' as const }, sms],
  ])('paid in the visit %j says «%s»', (visit, text) => {
    expect(purchaseEndMessage(paid, visit)?.text).toBe(text)
  })
  test('offers no gift after a trial', () => {
    expect(purchaseEndMessage(paid, { ...usual, promo: 'trial' })?.buttons).toEqual([account])
  })
  test('says what was charged only where the server asks to try later', () => {
    expect(purchaseEndMessage({ kind: 'refused', failure: rejectedOrder }, usual)?.text).toBe(
      'Попробуйте открыть сайт в режиме инкогнито или обратитесь в поддержку',
    )
  })
  test('says so when the cards cannot be read', () => {
    expect(purchaseEndMessage(cardsUnread, usual)).toMatchObject({ id: 'try-again' })
  })
})

describe('the end of the purchase of an option', () => {
  const inDoubt = {
    id: 'option-in-doubt',
    title: 'Ответ не пришёл',
    text: 'Мы не узнали, чем закончилась оплата. Не платите второй раз: проверьте, подключается ли опция, или напишите в поддержку',
    image: 'clock',
    buttons: [{ label: 'Проверить опцию', action: 'check' }, support],
  }
  const broken = { ...inDoubt, title: 'Произошла ошибка', image: 'error' }
  test.each<[string, PurchaseEnd, object]>([
    [
      'paid',
      paid,
      {
        id: 'option-purchased',
        title: 'Опция успешно оплачена',
        text: 'Подключаем её: обычно это занимает до 5 минут',
        image: 'success',
        buttons: [{ label: 'Перейти к опции', action: 'account' }],
      },
    ],
    ['in doubt', { kind: 'inDoubt', mayRetry: false }, inDoubt],
    ['under way already', { kind: 'refused', failure: underWay }, inDoubt],
    ['with a status that cannot be', { kind: 'invalid' }, broken],
    ['without an end in time', { kind: 'tooManyAttempts' }, broken],
    ['with a status that is refused', statusUnread, { ...broken, code: 2000 }],
    ['in a gateway’s error', { kind: 'refused', failure: gatewayError }, { ...broken, code: 503 }],
  ])('%s has these words', (_, end, message) => {
    expect(optionEndMessage(end, usual)).toEqual(message)
  })
  test.each<[string, PurchaseEnd]>(
    [
      { kind: 'dismissed' } as const,
      { kind: 'offline' } as const,
      { kind: 'nothing' } as const,
      { kind: 'toBank', formUrl: 'https://pay.example/1' } as const,
      { kind: 'returnedFromPayment' } as const,
      open,
      { kind: 'notKnown' } as const,
      { kind: 'boughtMeanwhile' } as const,
      { kind: 'elsewhere' } as const,
      { kind: 'blocked', block: 'hasOption' } as const,
      { kind: 'newPrice', sum: inRubles(14_900) } as const,
      { kind: 'blocked', block: 'newMainCard' } as const,
      cardsUnread,
      { kind: 'declined' } as const,
      pointsRefused,
      { kind: 'pointsDeclined' } as const,
      { kind: 'refused', failure: sessionOver } as const,
    ].map((end) => [end.kind, end]),
  )('of the kind %s has the words of a bundle', (_, end) => {
    expect(optionEndMessage(end, usual)).toEqual(purchaseEndMessage(end, usual))
  })
})
