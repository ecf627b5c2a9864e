import { describe, expect, it } from 'vitest'
import { appOrigin, asProxied, mockOfFile, month, paths, press, type TestUser } from './support.ts'
import { Visitor } from './visitor.ts'

const mock = mockOfFile()
const sixMonths = 'dc36fc90-2248-4d70-aca4-a1a9f5b19f71'
const statuses = async (user: TestUser, orderId: string, polls: number) => {
  const seen: unknown[] = []
  for (let poll = 0; poll < polls; poll++) seen.push((await user.poll(orderId))['orderStatus'])
  return seen
}
const advance = (duration: string) => mock.control('PUT', '/clock', { advance: duration })

describe('an order by the main card', () => {
  it('is new, registered, deposited, one step per poll, and stays paid', async () => {
    const user = await mock.user()
    const order = await user.order(true)
    expect(await statuses(user, order, 5)).toEqual(['new', 'registered', 'deposited', 'deposited', 'deposited'])
  })
  it('leads to a waiting subscription that is activated 10 s later, for the days of its bundle', async () => {
    const user = await mock.user()
    const order = await user.order(true, { bundleId: sixMonths })
    expect(await user.result('getClientData')).toMatchObject({ status: 'registered', orderId: order })
    await statuses(user, order, 3)
    const waiting = await user.result('getClientData')
    expect(waiting).toMatchObject({ status: 'waiting_for_activation', bundleId: sixMonths, activationDate: null })
    await advance('PT9S')
    expect(await user.status()).toBe('waiting_for_activation')
    await advance('PT2S')
    const active = await user.result('getClientData')
    expect(active).toMatchObject({
      status: 'activated',
      bundleId: sixMonths,
      orderId: order,
      autopaymentsEnabled: true,
    })
    const days = (Date.parse(String(active['deactivationDate'])) - Date.parse(String(active['activationDate']))) / 864e5
    expect(days).toBeCloseTo(186, 2)
    await mock.control('PUT', '/clock', { now: null })
  })
  it('is declined if the scenario says so, and nothing is activated', async () => {
    const user = await mock.user('declined')
    const order = await user.order(true)
    expect(await statuses(user, order, 4)).toEqual(['new', 'registered', 'declined', 'declined'])
    expect(await user.status()).toBe('registered')
  })
})

describe('an order by a new card', () => {
  const formOf = async (user: TestUser, order: string) => {
    await user.poll(order)
    return String((await user.poll(order))['formUrl'])
  }
  it('stays registered with the payment page until that decides', async () => {
    const user = await mock.user('no-cards')
    const order = await user.order(false)
    expect(await statuses(user, order, 4)).toEqual(['new', 'registered', 'registered', 'registered'])
    expect((await user.poll(order))['formUrl']).toBe(`${mock.origin}/pay/${order}`)
  })
  it('is paid on the page, once: the card is bound and the app gets the result', async () => {
    const user = await mock.user('no-cards')
    const order = await user.order(false)
    const form = await formOf(user, order)
    const page = await fetch(form)
    expect(await page.text()).toMatch(/199\s*₽/)
    expect(page.headers.get('content-security-policy')).not.toMatch(/unsafe/)
    const answers = await Promise.all([press(form, { action: 'pay' }), press(form, { action: 'pay' })])
    for (const answer of answers) {
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toBe(
        `${appOrigin}/payment_gateway?event=payment&from=profile&orderId=${order}`,
      )
    }
    expect((await user.poll(order))['orderStatus']).toBe('deposited')
    expect(await user.status()).toBe('waiting_for_activation')
    expect(await user.cards()).toMatchObject([{ isMainCard: true, cardType: 'MIR' }])
  })
  it('redirects with the fail parameters after a decline, and cannot be paid afterwards', async () => {
    const user = await mock.user('no-cards')
    const failUrlParameters = { event: 'payment', from: 'landing' }
    const order = await user.order(false, { failUrlParameters })
    const form = await formOf(user, order)
    const back = await press(form, { action: 'decline' })
    expect(back.headers.get('location')).toBe(
      `${appOrigin}/payment_gateway?event=payment&from=landing&orderId=${order}`,
    )
    await press(form, { action: 'pay' })
    expect((await user.poll(order))['orderStatus']).toBe('declined')
    expect(await user.status()).toBe('registered')
    expect(await user.cards()).toEqual([])
    expect(await (await fetch(form)).text()).toContain('Банк отклонил')
  })
  it('is not decided by going back or closing', async () => {
    const user = await mock.user('no-cards')
    const order = await user.order(false)
    const form = await formOf(user, order)
    expect((await press(form, { action: 'back' })).status).toBe(303)
    const closed = await press(form, { action: 'close' })
    expect({ status: closed.status, text: await closed.text() }).toEqual({
      status: 200,
      text: expect.stringContaining('закрыта'),
    })
    expect((await user.poll(order))['orderStatus']).toBe('registered')
  })
  it('preserves an existing main card', async () => {
    const user = await mock.user('registered')
    const form = await formOf(user, await user.order(false))
    await press(form, { action: 'pay' })
    expect((await user.cards()).map((card) => card['isMainCard'])).toEqual([true, false])
  })
})

describe('the payment page', () => {
  it('shows the price of a counter-offer, and the later price of the grace period (T1)', async () => {
    const offer = await mock.user('activated')
    const cheap = await offer.order(false, { counterOfferId: '603ae5da-4663-4a99-a910-fc8d0f06e36b' })
    expect(await (await fetch(`${mock.origin}/pay/${cheap}`)).text()).toMatch(/19\s*₽/)
    const grace = await mock.user('grace')
    const later = await grace.order(false, { bundleId: '8c0a70a7-a845-47f9-953a-5154281fa6f5' })
    expect(await (await fetch(`${mock.origin}/pay/${later}`)).text()).toMatch(/159\s*₽/)
  })
  it('returns 404 for an unknown order', async () => {
    const answer = await fetch(`${mock.origin}/pay/nobody`)
    expect({ status: answer.status, text: await answer.text() }).toEqual({
      status: 404,
      text: expect.stringContaining('Заказ не найден'),
    })
  })
  it('rejects an unknown action', async () => {
    const user = await mock.user()
    const order = await user.order(false)
    expect((await press(`${mock.origin}/pay/${order}`, { action: 'steal' })).status).toBe(400)
    expect((await fetch(`${mock.origin}/pay/${order}`, { method: 'DELETE' })).status).toBe(405)
  })
  it.each([
    ['localhost:5173', appOrigin],
    ['localhost:8080', null],
  ])('has the origin that the app is proxied by: %s', async (host, expected) => {
    const user = await mock.user()
    const order = await user.order(false)
    const send = () =>
      asProxied(mock.origin, `/bff/api${paths.getOrderStatus}`, host, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ orderId: order }),
      })
    const token = await user.token()
    const body = JSON.stringify({ source: 'web', bundleId: month, usingMainCard: false })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const placed = await asProxied(mock.origin, `/bff/api${paths.createOrder}`, host, { method: 'POST', headers, body })
    const { orderId } = (JSON.parse(placed.text) as { result: { orderId: string } }).result
    const poll = () =>
      asProxied(mock.origin, `/bff/api${paths.getOrderStatus}`, host, {
        method: 'POST',
        headers,
        body: JSON.stringify({ orderId }),
      })
    await poll()
    const { formUrl } = (JSON.parse((await poll()).text) as { result: { formUrl: string } }).result
    expect(formUrl).toBe(`${expected ?? mock.origin}/pay/${orderId}`)
    expect((await send()).status).toBe(200)
  })
})

describe('the binding of a card', () => {
  const body = {
    source: 'web',
    returnUrlParameters: { event: 'card-binding', from: 'profile' },
    failUrlParameters: { event: 'card-binding', from: 'landing' },
  }
  const bind = async (user: TestUser) =>
    ((await user.call('registerBinding', body)).body as { formUrl: string }).formUrl
  it('adds the card to the bound ones, the first as the main card', async () => {
    const user = await mock.user('no-cards')
    for (let card = 1; card <= 2; card++) {
      const back = await press(await bind(user), { action: 'pay' })
      expect(back.headers.get('location')).toMatch(/payment_gateway\?event=card-binding&from=profile&orderId=/)
    }
    const cards = await user.cards()
    expect(cards.map(({ isMainCard }) => isMainCard)).toEqual([true, false])
    expect(new Set(cards.map(({ id }) => id)).size).toBe(2)
    expect(await user.status()).toBe('registered')
  })
  it('binds nothing when the bank declines it', async () => {
    const user = await mock.user('no-cards')
    const back = await press(await bind(user), { action: 'decline' })
    expect(back.headers.get('location')).toMatch(/event=card-binding&from=landing/)
    expect(await user.cards()).toEqual([])
  })
})

describe('an unknown order', () => {
  it('has no status, also when it is another user’s', async () => {
    const [one, other] = [await mock.user(), await mock.user()]
    const order = await one.order(true)
    const answer = await other.call('getOrderStatus', { orderId: order })
    expect(answer).toMatchObject({ status: 200, body: { code: 2000 } })
    expect((await one.poll(order))['orderStatus']).toBe('new')
  })
  it('is rejected for a bundle that the catalogue does not have', async () => {
    const user = await mock.user()
    const body = { source: 'web', bundleId: '00000000-0000-4000-8000-000000000000', usingMainCard: true }
    expect((await user.call('createOrder', body)).body).toMatchObject({ code: 2000 })
    expect(await user.result('getClientData')).toMatchObject({ orderId: null })
  })
})

describe('users', () => {
  it('are isolated: fifty buy concurrently, each for themselves', async () => {
    const users = await Promise.all(Array.from({ length: 50 }, () => mock.user()))
    const orders = await Promise.all(users.map((user) => user.order(true)))
    const everySecond = users.flatMap((user, at) => (at % 2 === 0 ? [{ user, order: orders[at] ?? '' }] : []))
    await Promise.all(everySecond.map(({ user, order }) => statuses(user, order, 3)))
    const seen = await Promise.all(users.map((user) => user.status()))
    expect(seen).toEqual(users.map((_, at) => (at % 2 === 0 ? 'waiting_for_activation' : 'registered')))
    expect(new Set(orders).size).toBe(50)
  })
  it('without a scenario are new subscribers', async () => {
    await new Visitor(mock.origin).signIn('somebody.else')
    const { body } = await mock.control('GET', '/users/somebody.else')
    expect(body).toMatchObject({ scenario: 'registered' })
  })
})
