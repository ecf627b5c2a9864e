import { describe, expect, test } from 'vitest'
import { purchaseFlow } from '#web/features/purchase/flow/purchase-flow.ts'
import { purchase } from '#web/features/purchase/flow/purchase.ts'
import type { Finish, PurchaseEnd } from '#web/features/purchase/end/purchase-end.ts'
import { isRefusedForGood, type Visit } from '#web/features/purchase/end/purchase-end-message.ts'
import { showPurchaseEnd } from '#web/features/purchase/end/show-purchase-end.ts'
import type { Message, MessageAction } from '#web/messages/message.ts'
import { bundleNamed, counterOffers } from '@paket/sdk'
import { recordedAfter } from '#support/after-purchase.ts'
import { apiThatAnswers, cards, created, rejected, status } from '#support/fake-api.ts'
import { intentOf } from '#support/intents.ts'
import { scriptedPorts } from '#support/scripted-ports.ts'

const month = {
  bundle: bundleNamed('standard199'),
  priceKopecks: 19900,
  shown: { kopecks: 19_900, in: 'rubles' },
  from: 'profile',
  source: 'web',
  renewing: false,
  wanted: { bundle: 'standard199', priceKopecks: 19900 },
} as const

const plain = { visit: { fromFridge: false, promo: null } }
/** Shows the end of a purchase and runs its button's action; null when nothing is shown. */
const answerTo = async (...given: Parameters<typeof showPurchaseEnd>) =>
  (await showPurchaseEnd(...given)?.action()) ?? null
const open = (finish: Finish): PurchaseEnd => ({ kind: 'open', finish, earlier: intentOf({ orderId: 'o1' }) })

type Answered = Parameters<typeof apiThatAnswers>[0][string]
async function endOf(createOrder: Answered, orderStatus: Answered = []): Promise<PurchaseEnd> {
  const { api } = apiThatAnswers({ get_bank_cards: [cards], create_order: createOrder, get_order_status: orderStatus })
  return purchase(month, api, scriptedPorts({ chooseCard: ['mainCard'] }).io)
}
/** Table T4: the rows of create_order, in its order. */
test.each([
  [{ status: 422 }, 'Произошла ошибка', 'error-with-code', '[C-ERR-01]'],
  [{ status: 500 }, 'Произошла ошибка', 'payment-in-doubt', '[C-ERR-01]'],
  [rejected(2), 'Произошла ошибка', 'error', '[C-ERR-02]'],
  [rejected(2000), 'Произошла ошибка', 'error', '[C-ERR-02]'],
  [rejected(2001), 'Произошла ошибка', 'error', '[C-ERR-02]'],
  [rejected(2008), 'Произошла ошибка', 'error', '[C-ERR-02]'],
  [rejected(2002), 'Попробуйте позже', 'try-later', '[C-ERR-03]'],
  [rejected(2003), 'Попробуйте позже', 'try-later', '[C-ERR-03]'],
  [rejected(2004), 'Пакет уже подключается, дождитесь СМС', 'already-connecting', '[C-ERR-04]'],
  [rejected(2005), 'У вас уже есть подписка партнёра', 'partner-subscription', '[C-ERR-05]'],
  [rejected(2006), 'Вы не можете купить ещё один период', 'one-more-period', '[C-ERR-06]'],
  [rejected(2007), 'Время вышло', 'time-is-over', '[C-ERR-07]'],
  [rejected(2010), 'У вас уже лучшие условия', 'employee', '[C-ERR-08]'],
  [rejected(2009), 'Произошла ошибка', 'error-with-code', '(OP-12)'],
  [rejected(2011), 'Произошла ошибка', 'error-with-code', '(OP-12)'],
])('create_order %j shows «%s», the message %s %s', async (answer, title, id) => {
  const { io, given } = scriptedPorts({ message: ['dismissed'] })
  expect(await answerTo(await endOf([answer]), io, plain)).toBe('dismissed')
  expect(given).toMatchObject([{ title, id }])
})
test.each([rejected(2), rejected(2004), rejected(2011), { status: 409 }, { status: 422 }, { status: 500 }])(
  'is not ordered again after create_order %j',
  async (answer) => expect(isRefusedForGood(await endOf([answer]))).toBe(true),
)
test.each([
  [{ status: 422 }, 422],
  [{ status: 500 }, 500],
  [{ status: 503 }, 503],
  [{ status: 500, body: { code: 2011 } }, 2011],
])('create_order %j shows the code %i, of the body when it has one [C-ERR-01]', async (answer, code) => {
  const { io, given } = scriptedPorts({ message: ['dismissed'] })
  await answerTo(await endOf([answer]), io, plain)
  expect(given).toEqual([expect.objectContaining({ title: 'Произошла ошибка', code })])
})

test.each([
  [rejected(2000), 2000, '[C-ERR-19]'],
  [{ status: 422 }, 422, '[C-ERR-20]'],
  [{ status: 500 }, 500, '[C-ERR-20]'],
])('get_order_status %j shows the error with the code %i %s', async (answer, code) => {
  const { io, given } = scriptedPorts({ message: ['check'] })
  await answerTo(await endOf([created], [answer]), io, plain)
  expect(given).toEqual([expect.objectContaining({ title: 'Произошла ошибка', code })])
})

test('create_order whose time is over can be retried [C-ERR-07]', async () => {
  const { io } = scriptedPorts({ message: ['retry'] })
  const end = await endOf([rejected(2007)])
  expect({ answer: await answerTo(end, io, plain), isForGood: isRefusedForGood(end) }).toEqual({
    answer: 'retry',
    isForGood: false,
  })
})
test('create_order that is to be tried later says that nothing was charged [C-ERR-03]', async () => {
  const { io } = scriptedPorts({ message: ['dismissed'] })
  const messages: unknown[] = []
  const ask: typeof io.ask = (name, given) => {
    messages.push(given)
    return io.ask(name, given)
  }
  await answerTo(await endOf([rejected(2002)]), { ...io, ask }, plain)
  expect(messages).toMatchObject([{ text: 'Ничего не списано. Подождите немного и попробуйте снова' }])
})

test.each([
  ['connecting', 'Пакет уже подключается, дождитесь СМС', 'dismissed', 'dismissed'],
  ['alreadyHas', 'У вас подключен сервис Пакет', 'support', 'support'],
  ['partner', 'У вас уже есть подписка партнёра', 'dismissed', 'dismissed'],
  ['employee', 'У вас уже лучшие условия', 'dismissed', 'dismissed'],
  ['family-member', 'Вы в Семье, платить не нужно', 'dismissed', 'dismissed'],
] as const)('bought elsewhere meanwhile (%s): «%s», and %s leads to %s', async (block, title, answer, next) => {
  const { io, seen } = scriptedPorts({ message: [answer] })
  expect(await answerTo({ kind: 'blocked', block }, io, plain)).toBe(next)
  expect(seen).toEqual([`message: ${title}`])
})
test('a session that is over is shown elsewhere, once', async () => {
  const { io, seen } = scriptedPorts()
  expect(await answerTo(await endOf([{ status: 401 }]), io, plain)).toBeNull()
  expect(seen).toEqual([])
})
test('a lost answer never offers to buy again, even if asked to', async () => {
  const end = await endOf(['no connection'])
  const retry = () => answerTo(end, scriptedPorts({ message: ['retry'] }).io, plain)
  await expect(retry).rejects.toThrow('no button answers "retry"')
  // An answer that the message does not offer has no effect.
  const ask = async () => 'retry' as never
  const { api, sent } = apiThatAnswers({ get_bank_cards: [cards], create_order: ['no connection'] })
  const { io } = scriptedPorts({ chooseCard: ['mainCard'] })
  const ignored = () => undefined
  const after = { ...plain, refresh: ignored, checkAgain: ignored, toRetry: ignored, toOplata: ignored }
  const shown: string[] = []
  const answered: typeof io.ask = (name, given) => {
    shown.push(name)
    return name === 'message' ? ask() : io.ask(name, given)
  }
  await purchaseFlow({ start: 'new', goods: month }, after)({ ...io, ask: answered }, api)
  expect(shown).toEqual(['chooseCard', 'message'])
  expect(sent.filter(({ call }) => call === 'create_order')).toHaveLength(1)
})
test('a declined payment reads «Не удалось оплатить» and offers to retry [C-ERR-17]', async () => {
  const { io, seen } = scriptedPorts({ message: ['retry'] })
  expect(await answerTo({ kind: 'declined' }, io, plain)).toBe('retry')
  expect(seen).toEqual(['message: Не удалось оплатить'])
})
test.each([
  [false, 'Сервис активирован', '[C-MODAL-24]'],
  [true, 'Пакет продлён', '[C-MODAL-23]'],
])('a purchase with renewing %s ends with «%s» %s', async (renewing, title) => {
  const { io, seen } = scriptedPorts({ message: ['account'] })
  expect(await answerTo({ kind: 'purchased', renewing }, io, plain)).toBe('account')
  expect(seen).toEqual([`message: ${title}`])
})
test.each<[PurchaseEnd, string, MessageAction[], '(OP-90)' | '(OP-91)' | '(OP-92)' | '(OP-93)' | '(OP-94)']>([
  [{ kind: 'elsewhere' }, 'Покупка идёт в другой вкладке', ['dismissed'], '(OP-90)'],
  [open({ by: 'bank', formUrl: 'https://pay/1' }), 'Заказ ждёт оплаты', ['finish', 'giveUp'], '(OP-91)'],
  [open({ by: 'points' }), 'Заказ ждёт оплаты', ['finish', 'giveUp'], '(OP-91)'],
  [open({ by: 'looking' }), 'Заказ ещё обрабатывается', ['finish', 'giveUp'], '(OP-91)'],
  [{ kind: 'boughtMeanwhile' }, 'Другой заказ уже оплачен', ['check', 'support'], '(OP-92)'],
  [{ kind: 'notKnown' }, 'Мы не знаем этот заказ', ['account', 'support'], '(OP-93)'],
  [{ kind: 'inDoubt', mayRetry: true }, 'Ответ не пришёл', ['check', 'support', 'retry'], '(OP-94)'],
  [{ kind: 'inDoubt', mayRetry: false }, 'Ответ не пришёл', ['check', 'support'], '(OP-94)'],
])('%j is shown as «%s», with the answers %j %s', async (end, title, answers) => {
  for (const answer of answers) {
    const { io, seen } = scriptedPorts({ message: [answer] })
    const next = await answerTo(end, io, plain)
    expect(seen).toEqual([`message: ${title}`])
    expect(next).toBe(answer)
  }
  for (const other of ['retry', 'finish'] as const)
    if (!answers.includes(other))
      await expect(answerTo(end, scriptedPorts({ message: [other] }).io, plain)).rejects.toThrow('no button')
})
test.each([[{ kind: 'invalid' } as const], [{ kind: 'tooManyAttempts' } as const]])(
  '%j shows that the order is in doubt [C-ERR-15] [C-ERR-16]',
  async (end) => {
    const { io, seen } = scriptedPorts({ message: ['check'] })
    expect(await answerTo(end, io, plain)).toBe('check')
    expect(seen).toEqual(['message: Произошла ошибка'])
  },
)

test('without a network it says that nothing was sent, and can be tried again', async () => {
  const { io, given } = scriptedPorts({ message: ['retry'] })
  expect(await answerTo({ kind: 'offline' }, io, plain)).toBe('retry')
  expect(given).toMatchObject([
    {
      title: 'Нет соединения с интернетом',
      buttons: [
        { label: 'Попробовать ещё раз', action: 'retry' },
        { label: 'Понятно', action: 'dismissed' },
      ],
    },
  ])
})

test('a retry runs the purchase again, from the card on, and creates a new order only then', async () => {
  const { api, sent } = apiThatAnswers({
    get_bank_cards: [cards],
    create_order: [created],
    get_order_status: [status('declined'), status('deposited')],
  })
  const { io, seen } = scriptedPorts({ chooseCard: ['mainCard', 'mainCard'], message: ['retry', 'account'] })
  const { after, destinations, to } = recordedAfter()
  await purchaseFlow({ start: 'new', goods: month }, { ...after, refresh: to('refresh') })(io, api)
  expect(seen.filter((line) => line.startsWith('message'))).toEqual([
    'message: Не удалось оплатить',
    'message: Сервис активирован',
  ])
  expect(sent.filter(({ call }) => call === 'create_order')).toHaveLength(2)
  expect(destinations).toEqual(['refresh', 'refresh', 'account'])
})

describe('the success', () => {
  const messageAfter = async (
    end: Extract<PurchaseEnd, { kind: 'purchased' }>,
    visit: Visit,
    answer: 'account' | 'fridge' | 'promo',
  ) => {
    const given: Message[] = []
    const { io } = scriptedPorts({ message: [answer] })
    const ask = io.ask
    const next = await answerTo(
      end,
      {
        ...io,
        ask: (name, what) => {
          if ('buttons' in what) given.push(what)
          return ask(name, what)
        },
      },
      { visit },
    )
    return { next, message: given[0] }
  }
  const usual: Visit = { fromFridge: false, promo: null }
  const end = { kind: 'purchased', renewing: false } as const

  test('leads to the account [C-LAYOUT-11]', async () => {
    const { next, message } = await messageAfter(end, usual, 'account')
    expect({ next, buttons: message?.buttons }).toEqual({
      next: 'account',
      buttons: [{ label: 'Перейти в личный кабинет', action: 'account' }],
    })
  })
  test('leads back to the fridge anyone who came from there [C-LAYOUT-08]', async () => {
    const { next, message } = await messageAfter(end, { ...usual, fromFridge: true }, 'fridge')
    expect({ next, buttons: message?.buttons }).toEqual({
      next: 'fridge',
      buttons: [{ label: 'Вернуться в холодильник выгоды', action: 'fridge' }],
    })
  })
  test.each(['shoko24', 'litres'] as const)(
    'has the gift of %s [C-MODAL-25] [C-MODAL-26] [C-MODAL-27]',
    async (promo) => {
      const { next, message } = await messageAfter(end, { ...usual, promo }, 'promo')
      expect({ next, first: message?.buttons[0] }).toEqual({
        next: 'promo',
        first: { label: 'Получить', action: 'promo' },
      })
      expect(message?.text).toContain('в течение 5 минут')
    },
  )
  test('has no gift of the trial (OP-42) [C-MODAL-26]', async () => {
    const plainText = (await messageAfter(end, usual, 'account')).message?.text
    const { message } = await messageAfter(end, { ...usual, promo: 'trial' }, 'account')
    expect({ text: message?.text, actions: message?.buttons.map(({ action }) => action) }).toEqual({
      text: plainText,
      actions: ['account'],
    })
  })
  test('has a title of its own for each counter-offer, also when it renews [C-MODAL-28]', async () => {
    const titles = ['Сервис активирован', 'Пакет продлён']
    for (const { name } of counterOffers) {
      const { message } = await messageAfter({ ...end, renewing: true, counterOffer: name }, usual, 'account')
      expect(titles).not.toContain(message?.title)
      titles.push(String(message?.title))
    }
    expect(titles).toHaveLength(6)
  })
})

test('a declined points payment says so, and a retry is offered [C-ERR-18]', async () => {
  const { io, seen } = scriptedPorts({ message: ['retry'] })
  expect(await answerTo({ kind: 'pointsDeclined' }, io, plain)).toBe('retry')
  expect(seen).toEqual(['message: Не удалось списать баллы'])
})
