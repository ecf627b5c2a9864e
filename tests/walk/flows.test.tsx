// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { applySwitches } from '#web/config/switches.ts'
import { appOnMock, type Send } from './app-on-mock.tsx'
import type { MockUser } from './mock-process.ts'
import { escape, press, shown, until, untilDialog } from './screen.ts'

// What depends on the browser (tabs, reloads, closed pages, the bank's page): e2e/specs/one-order.spec.ts and purchase.spec.ts.
vi.setConfig({ testTimeout: 60_000 })
const app = appOnMock()
const success = 'Сервис активирован'
const doubt = 'Ответ не пришёл'

type Answer = (send: () => Promise<Response>) => Promise<Response>
/** The order is made, and its answer is lost. */
const lost: Answer = async (send) => {
  await send()
  throw new TypeError('Failed to fetch')
}
/** The order is made, but a gateway answers. */
const madeBehindGateway: Answer = async (send) => {
  await send()
  return new Response('gateway', { status: 504 })
}
const notMade: Answer = async () => new Response('gateway', { status: 502 })

const open = (as: string, ...answers: Answer[]) => openAt('/profile', as, ...answers)
/** Opens the app. The first orders get these answers; the keys are those of all order requests. */
async function openAt(path: string, as: string, ...answers: Answer[]) {
  const keys: (string | null)[] = []
  const through =
    (send: Send): Send =>
    (address, init) => {
      if (!address.endsWith('/create_order')) return send(address, init)
      keys.push(new Headers(init.headers).get('idempotency-key'))
      const answer = answers.shift()
      return answer ? answer(() => send(address, init)) : send(address, init)
    }
  const { user } = await app.visit({ as, open: path, through })
  return { user, keys }
}
const term = /^(Купить за|Продолжить)/
const pressBuy = () => press(/^(Подключить|Оплатить) Пакет$/)
/** Continues with the preselected term, paying in rubles. */
async function pressTerm(): Promise<void> {
  await until(() => expect(shown().ways).toContainEqual(expect.stringMatching(term)))
  // Points pay by default when there are enough of them.
  if (document.querySelector('[role=switch][aria-checked=true]')) await press(/^Оплатить баллами$/)
  await press(term)
}
async function chooseTerm(): Promise<void> {
  await pressTerm()
  await untilDialog(/^К оплате/)
}
const pay = () => press(/^Оплатить$/)
async function buyByMainCard(): Promise<void> {
  await pressBuy()
  await chooseTerm()
  await pay()
}
async function expectOneOrder(user: MockUser): Promise<void> {
  expect(await user.count('createOrder')).toBe(1)
  expect((await user.orders()).map(({ decided }) => decided)).toEqual(['paid'])
}

describe('a purchase', () => {
  test('can be tried again when the bank declines [C-ERR-17]', async () => {
    const { user } = await open('declined')
    await buyByMainCard()
    await untilDialog('Не удалось оплатить')
    await press(/^Попробовать ещё раз$/)
    await untilDialog(/^К оплате/)
    expect(await user.count('createOrder')).toBe(1)
  })
  test('ends with «Пакет продлён» for a daily subscriber [C-RENEW-04] [C-MODAL-23]', async () => {
    await open('daily')
    await buyByMainCard()
    await untilDialog('Пакет продлён')
  })
  test('is paid on /oplata in the grace period [C-ROUTE-32] [C-RENEW-03]', async () => {
    const { user } = await open('grace')
    await pressBuy()
    await until(() => expect(shown().name).toBe('Оплата Пакета'))
    expect(window.location.pathname).toBe('/oplata')
    await press(/^Оплатить 159/)
    await untilDialog(/^К оплате 159 ₽/)
    await pay()
    await untilDialog('Пакет продлён')
    const order = (await user.journal()).find(({ operation }) => operation === 'createOrder')
    expect(order?.body).toMatchObject({ returnUrlParameters: { from: 'grace-prolong' } })
  })
  test('opens once when the buy button is clicked twice', async () => {
    await open('registered')
    await until(() => expect(shown().ways).toContain('Подключить Пакет'))
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Подключить Пакет',
    )
    for (let click = 0; click < 2; click++) await act(async () => button?.click())
    await untilDialog('Выберите тарифный план')
    await escape()
    await until(() => expect(shown().kind).toBe('page'))
  })
  test('makes one order by points, when there are enough of them, and pays it [C-MODAL-16] [C-MODAL-18] [C-MODAL-19] [C-MODAL-29] [C-POINTS-05]', async () => {
    const { user } = await open('points-rich')
    await pressBuy()
    await untilDialog('Выберите тарифный план')
    expect(document.querySelector('[role=switch]')?.getAttribute('aria-checked')).toBe('true')
    await press(/^Купить за 1 990 баллов$/)
    await untilDialog(success)
    expect({
      createScoresOrder: await user.count('createScoresOrder'),
      payOrder: await user.count('payOrder'),
      createOrder: await user.count('createOrder'),
    }).toEqual({ createScoresOrder: 1, payOrder: 1, createOrder: 0 })
  })
  test('ends with an error when the points are not charged [C-ERR-18]', async () => {
    await open('points-declined')
    await pressBuy()
    await press(/^Купить за .*баллов$/)
    await untilDialog('Не удалось списать баллы')
  })
  test('orders nothing when it is closed with Escape at the choice of a card', async () => {
    const { user } = await open('registered')
    await pressBuy()
    await chooseTerm()
    await escape()
    expect(await user.count('createOrder')).toBe(0)
  })
})

describe('what the operator closes', () => {
  afterEach(() => applySwitches({}))
  test('does not end an order that was made before: it is polled to its end', async () => {
    const closedAtOrder: Answer = async (send) => {
      const made = await send()
      applySwitches({ closed: { buying: 'Вернётся в 18:00' } })
      return made
    }
    const { user } = await open('registered', closedAtOrder)
    await buyByMainCard()
    await untilDialog(success)
    await expectOneOrder(user)
  })
  test('leaves the card where points are closed', async () => {
    applySwitches({ closed: { points: 'Вернутся в 18:00' } })
    const { user } = await open('points-rich')
    await pressBuy()
    await until(() => expect(shown().ways).toContainEqual(expect.stringMatching(term)))
    expect(document.querySelector('[role=switch]')?.hasAttribute('disabled')).toBe(true)
    expect(shown().text).toContain('Сейчас баллами оплатить нельзя')
    await chooseTerm()
    await pay()
    await untilDialog(success)
    await expectOneOrder(user)
  })
})

describe('one purchase makes one order', () => {
  test('when the response is lost, the user closes the question with Escape and buys again', async () => {
    const { user } = await open('registered', lost)
    await buyByMainCard()
    await untilDialog(doubt)
    await escape()
    await pressBuy()
    await untilDialog(success)
    await expectOneOrder(user)
  })
  test('when the order is made but answered with HTTP 504, and the user buys again', async () => {
    const { user } = await open('registered', madeBehindGateway)
    await buyByMainCard()
    expect((await untilDialog('Произошла ошибка')).text).toContain('Код ошибки 504')
    await escape()
    await pressBuy()
    await untilDialog(success)
    await expectOneOrder(user)
  })

  /** The order is not made; the next press on the buy button finds none and asks what to do. */
  async function loseOrder(): Promise<void> {
    await buyByMainCard()
    await untilDialog('Произошла ошибка')
    await escape()
    await pressBuy()
    await untilDialog(doubt)
  }
  test('when the order is not made and answered with HTTP 502: the retry has the same idempotency key', async () => {
    const { user, keys } = await open('registered', notMade)
    await loseOrder()
    await press(/^Попробовать ещё раз$/)
    await chooseTerm()
    await pay()
    await untilDialog(success)
    await expectOneOrder(user)
    expect(keys).toEqual([expect.stringMatching(/^"[0-9a-f-]{36}"$/), keys[0]])
  })
  test('when a retry is refused temporarily: the next attempt has a new idempotency key, so it is not refused for a day', async () => {
    const { user, keys } = await open('registered', notMade)
    await loseOrder()
    await user.fail({ operation: 'createOrder', code: 2002, times: 1 })
    await press(/^Попробовать ещё раз$/)
    await chooseTerm()
    await pay()
    await untilDialog('Попробуйте позже')
    await escape()
    await buyByMainCard()
    await untilDialog(success)
    expect((await user.orders()).map(({ decided }) => decided)).toEqual(['paid'])
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[1])
  })
  test('when «Оплатить» is clicked five times at once', async () => {
    const { user } = await open('registered')
    await pressBuy()
    await chooseTerm()
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Оплатить')
    await act(async () => {
      for (let click = 0; click < 5; click++) button?.click()
    })
    await untilDialog(success)
    await expectOneOrder(user)
  })
})

describe('an order that fails', () => {
  test('shows the reason, and can be retried [C-ERR-01] [C-ERR-04]', async () => {
    const { user } = await open('registered')
    const shows = async (title: string, code: string | undefined, orders: number) => {
      const { text } = await untilDialog(title)
      expect(text.match(/Код ошибки \d+/)?.[0]).toBe(code)
      expect(await user.count('createOrder')).toBe(orders)
      await escape()
    }
    await user.fail({ operation: 'createOrder', code: 2004 })
    await buyByMainCard()
    await shows('Пакет уже подключается, дождитесь СМС', undefined, 1)
    // The error shows the body's code, or the status when there is no code (OP-46).
    await user.fail({ operation: 'createOrder', status: 422 })
    await buyByMainCard()
    await shows('Произошла ошибка', 'Код ошибки 4220', 2)
    await user.fail({ operation: 'createOrder', status: 503 })
    await buyByMainCard()
    await shows('Произошла ошибка', 'Код ошибки 503', 3)
    // After a 503 the order may have been made, so the app looks for it before it orders again.
    await user.fail({ operation: 'createOrder', code: 2011 })
    await pressBuy()
    await untilDialog(doubt)
    await press(/^Попробовать ещё раз$/)
    await chooseTerm()
    await pay()
    await shows('Произошла ошибка', 'Код ошибки 2011', 4)
  })
  test('repeats the purchase when it is tried again after «Время вышло» [C-ERR-07]', async () => {
    const { user } = await open('registered')
    await user.fail({ operation: 'createOrder', code: 2007, times: 1 })
    await buyByMainCard()
    await untilDialog('Время вышло')
    await press(/^Попробовать ещё раз$/)
    await pay()
    await untilDialog(success)
    expect(await user.count('createOrder')).toBe(2)
  })
  test('is neither repeated automatically nor offered again when its response is cut', async () => {
    const { user } = await open('registered')
    await user.fail({ operation: 'createOrder', break: 'truncate' })
    await buyByMainCard()
    const { ways } = await untilDialog(doubt)
    expect(ways).not.toContain('Попробовать ещё раз')
    expect(await user.count('createOrder')).toBe(1)
  })
})

describe('an order whose status is polled', () => {
  test('can be abandoned; a new one is refused then, because the subscription is being activated', async () => {
    const { user } = await open('registered')
    await user.fail({ operation: 'getOrderStatus', status: 422 })
    await buyByMainCard()
    expect((await untilDialog('Произошла ошибка')).text).toMatch(/Код ошибки \d+/)
    await escape()
    await pressBuy()
    await untilDialog('Заказ ещё обрабатывается')
    await press(/^Отказаться от заказа$/)
    await chooseTerm()
    await pay()
    await untilDialog(/^Пакет уже подключается/)
  })
  test('ends with an error after three failures in a row, and is not repeated', async () => {
    const { user } = await open('registered')
    await user.fail({ operation: 'getOrderStatus', break: 'truncate', times: 3 })
    await buyByMainCard()
    await untilDialog('Произошла ошибка')
    expect(await user.count('getOrderStatus')).toBe(3)
    expect(await user.count('createOrder')).toBe(1)
  })
  test('ends with an error after fifteen polls [C-ERR-15] [C-POLL-20]', async () => {
    const { user } = await open('registered')
    await user.fail({ operation: 'getOrderStatus', example: 'registered' })
    await buyByMainCard()
    await untilDialog('Произошла ошибка')
    expect(await user.count('getOrderStatus')).toBe(15)
    expect(await user.count('createOrder')).toBe(1)
  })
})

describe('the cancellation', () => {
  const begin = async () => {
    await press(/^Отключить автопродление$/)
    await press(/^Продолжить отключение$/)
  }
  test('orders an offer that is accepted, and leaves the renewal on [O-CANCEL-03] [O-CANCEL-04] [O-CANCEL-09]', async () => {
    const { user } = await openAt('/manage', 'activated')
    await begin()
    await untilDialog(/^Пакет принёс вам/)
    await press(/^Продолжить отключение$/)
    await untilDialog('Останьтесь: месяц в подарок')
    await press(/^Взять месяц бесплатно$/)
    await untilDialog('Месяц в подарок подключён')
    expect(await user.count('createOrder')).toBe(1)
    expect(await user.count('disableAutopay')).toBe(0)
  })
  test('is not sent again when another tab has made it; the page then shows it', async () => {
    const { user } = await openAt('/manage', 'activated')
    await until(() => expect(shown().ways).toContain('Отключить автопродление'))
    await user.call('/v1/autopay/disable', {})
    await begin()
    await untilDialog('Автопродление уже выключено')
    await press(/^Понятно$/)
    await until(() => expect(shown().ways).toContain('Включить автопродление'))
    expect(await user.count('disableAutopay')).toBe(1)
  })
})

test.each([401, 403])('two responses with HTTP %i show one auth error modal [C-ERR-40]', async (status) => {
  const { user } = await open('registered')
  await user.fail({ operation: 'getBankCards', status })
  await pressBuy()
  await pressTerm()
  await untilDialog('Произошла ошибка. Пожалуйста, авторизуйтесь повторно')
  expect(await user.count('getBankCards')).toBe(2)
})

test('a failed read of client data shows a modal with a sign-out button, which closes when the read succeeds [C-ERR-22] [C-ERR-23] [C-CALL-11]', async () => {
  const { user } = await app.visit({
    as: 'activated',
    open: '/profile',
    faults: [{ operation: 'getClientData', status: 500 }],
  })
  const { ways } = await untilDialog('Что-то пошло не так')
  expect(ways).toContain('Выйти')
  await user.fail()
  await until(() => expect(shown()).toMatchObject({ kind: 'page', name: 'Главная' }))
})
