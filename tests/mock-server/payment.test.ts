import { describe, expect, it } from 'vitest'
import { testCards } from '#mock/product/payment/cards.ts'
import { appOrigin, mockOfFile, press, type TestUser } from './support.ts'

const mock = mockOfFile()
const numberOf = (end: string) => testCards.find((card) => card.end === end)?.number ?? ''
const gateway = `${appOrigin}/payment_gateway?event=payment`

/** An order with a new card, whose parameters distinguish the results. */
async function onPaymentPage() {
  const user = await mock.user('no-cards')
  const order = await user.order(false, {
    returnUrlParameters: { event: 'payment', from: 'profile' },
    failUrlParameters: { event: 'payment', from: 'landing' },
  })
  for (let poll = 0; poll < 2; poll++) await user.poll(order)
  const page = `${mock.origin}/pay/${order}`
  const pay = (card: Record<string, string> = {}) =>
    press(page, { action: 'pay', number: numberOf('paid'), expiry: '12/49', cvc: '123', ...card })
  return { user, order, page, pay }
}
const statusOf = async (user: TestUser, order: string) => (await user.poll(order))['orderStatus']

describe('a test card', () => {
  it('has a number with a valid checksum and is shown on the page', async () => {
    const { page } = await onPaymentPage()
    const text = (await (await fetch(page)).text()).replaceAll('\u00A0', '')
    for (const { number } of testCards) {
      const sum = number
        .split('')
        .toReversed()
        .reduce((total, digit, at) => {
          const value = Number(digit) * (at % 2 ? 2 : 1)
          return total + (value > 9 ? value - 9 : value)
        }, 0)
      expect({ number, rest: sum % 10 }).toEqual({ number, rest: 0 })
      expect(text).toContain(number)
    }
  })
  it.each([(number: string) => number, (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')])(
    'pays and leads to the return address, however it is written',
    async (written) => {
      const { user, order, pay } = await onPaymentPage()
      const answer = await pay({ number: written(numberOf('paid')) })
      expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({
        status: 303,
        location: `${gateway}&from=profile&orderId=${order}`,
      })
      expect(await statusOf(user, order)).toBe('deposited')
    },
  )
  it('is declined by the bank and redirects to the fail address', async () => {
    const { user, order, pay } = await onPaymentPage()
    const answer = await pay({ number: numberOf('declined') })
    expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({
      status: 303,
      location: `${gateway}&from=landing&orderId=${order}`,
    })
    expect(await statusOf(user, order)).toBe('declined')
  })
  it('is asked for a code, repeatedly, and pays with the right one', async () => {
    const { user, order, page, pay } = await onPaymentPage()
    const asked = await pay({ number: numberOf('confirm') })
    expect({ status: asked.status, location: asked.headers.get('location') }).toEqual({
      status: 303,
      location: new URL(page).pathname,
    })
    expect(await (await fetch(page)).text()).toContain('Код из СМС')
    for (const code of ['', '1112']) {
      const wrong = await press(page, { action: 'confirm', code })
      expect({ status: wrong.status, text: await wrong.text() }).toEqual({
        status: 422,
        text: expect.stringContaining('Код не подошёл'),
      })
    }
    expect(await statusOf(user, order)).toBe('registered')
    const right = await press(page, { action: 'confirm', code: '1111' })
    expect(right.headers.get('location')).toBe(`${gateway}&from=profile&orderId=${order}`)
    expect(await statusOf(user, order)).toBe('deposited')
  })
  it('can be cancelled where the code is requested', async () => {
    const { user, order, page, pay } = await onPaymentPage()
    await pay({ number: numberOf('confirm') })
    expect((await press(page, { action: 'decline' })).headers.get('location')).toMatch(/from=landing/)
    expect(await statusOf(user, order)).toBe('declined')
  })
  it('does not pay with a code that was not requested', async () => {
    const { user, order, page } = await onPaymentPage()
    await press(page, { action: 'confirm', code: '1111' })
    expect(await statusOf(user, order)).toBe('registered')
  })
  it('shows an error on the page when it has expired, and another one pays', async () => {
    const { user, order, pay } = await onPaymentPage()
    const answer = await pay({ number: numberOf('expired') })
    expect({ status: answer.status, text: await answer.text() }).toEqual({
      status: 422,
      text: expect.stringContaining('Срок действия карты истёк'),
    })
    expect(await statusOf(user, order)).toBe('registered')
    await pay()
    expect(await statusOf(user, order)).toBe('deposited')
  })
  it('loses the connection: nothing is decided, and the page still works', async () => {
    const { user, order, page, pay } = await onPaymentPage()
    await expect(pay({ number: numberOf('lost') })).rejects.toThrow('fetch failed')
    expect(await statusOf(user, order)).toBe('registered')
    expect((await fetch(page)).status).toBe(200)
  })
  it('expires by the mock’s clock', async () => {
    const { user, order, pay } = await onPaymentPage()
    await mock.control('PUT', '/clock', { now: '2030-12-01T00:00:00Z' })
    expect(await (await pay({ expiry: '11/30' })).text()).toContain('Срок действия карты истёк')
    expect((await pay({ expiry: '12/30' })).status).toBe(303)
    await mock.control('PUT', '/clock', { now: null })
    expect(await statusOf(user, order)).toBe('deposited')
  })
  it('binds, and is declined, when a card is being bound', async () => {
    const user = await mock.user('no-cards')
    const bind = async () => {
      const parameters = { event: 'card-binding', from: 'profile' }
      const body = { source: 'web', returnUrlParameters: parameters, failUrlParameters: parameters }
      return ((await user.call('registerBinding', body)).body as { formUrl: string }).formUrl
    }
    const card = (end: string) => ({ action: 'pay', number: numberOf(end), expiry: '12/49', cvc: '123' })
    await press(await bind(), card('declined'))
    expect(await user.cards()).toEqual([])
    const page = await bind()
    expect(await (await fetch(page)).text()).toContain('Привязать карту')
    expect((await press(page, card('paid'))).headers.get('location')).toMatch(/payment_gateway\?event=card-binding/)
    expect(await user.cards()).toHaveLength(1)
  })
})

describe('a typed card', () => {
  const real = '4111 1111 1111 1111'
  it.each([
    [{ number: real }, 'Это не тестовая карта', 'number'],
    [{ number: '' }, 'Это не тестовая карта', 'number'],
    [{ expiry: '13/30' }, 'Введите месяц и год', 'expiry'],
    [{ expiry: '' }, 'Введите месяц и год', 'expiry'],
    [{ expiry: '01/20' }, 'Срок действия карты истёк', 'expiry'],
    [{ cvc: '12' }, 'Введите три цифры', 'cvc'],
  ])('shows an error beside the invalid field: %j', async (card, text, field) => {
    const { user, order, pay } = await onPaymentPage()
    const answer = await pay(card)
    const page = await answer.text()
    expect({ status: answer.status, page }).toEqual({ status: 422, page: expect.stringContaining(text) })
    expect(page).toContain(`aria-describedby="${field}-mistake"`)
    expect(page).toContain('role="alert"')
    expect(await statusOf(user, order)).toBe('registered')
  })
  /** Ids and instants can contain any digits, also these. */
  const withoutChance = (text: string) =>
    text.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+/g, '')
  it('is never sent back, stored or written to the journal', async () => {
    const { user, pay } = await onPaymentPage()
    const answers = [await pay({ number: real, cvc: '987' }), await pay({ cvc: '98' }), await pay({ cvc: '987' })]
    const pages = await Promise.all(answers.map((answer) => answer.text()))
    const stored = JSON.stringify([await user.control('GET', ''), await user.journal()])
    for (const text of [...pages.slice(0, 1), stored]) {
      expect(withoutChance(text)).not.toMatch(/4111|\b987\b/)
      expect(withoutChance(text).replaceAll('\u00A0', '')).not.toMatch(/4111/)
    }
    expect(stored).not.toContain(numberOf('paid'))
  })
})

describe('the payment page', () => {
  it('is never cached by the browser', async () => {
    const { page, pay } = await onPaymentPage()
    const answers = [
      await fetch(page),
      await pay({ cvc: '' }),
      await pay({ number: numberOf('confirm') }),
      await press(page, { action: 'confirm', code: '' }),
      await press(page, { action: 'close' }),
      await press(page, { action: 'back' }),
      await fetch(`${mock.origin}/pay/nobody`),
    ]
    for (const answer of answers) expect(answer.headers.get('cache-control')).toBe('no-store')
    for (const answer of answers.filter(({ status }) => status !== 303)) {
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/^default-src 'none';/)
      expect(policy).not.toMatch(/unsafe|\*/)
      expect(await answer.text()).not.toMatch(/ style=| on\w+=|<script>(?!<)/)
    }
  })
  it('lists its test cards for the panel', async () => {
    const { status, body } = await mock.control('GET', '/cards')
    expect(status).toBe(200)
    expect((body as { number: string; end: string }[]).map(({ end }) => end)).toEqual(testCards.map(({ end }) => end))
  })
})
