// @vitest-environment happy-dom
import { bundleNamed, type RefreshEvent } from '@paket/sdk'
import { query, queryKey } from '@paket/sdk/react-query'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { collectReports, deliverReports, type Report } from '#web/analytics/reports.ts'
import { createAccount } from '#web/app/account.ts'
import { prefetchClientData, takePrefetched } from '#web/app/prefetch-client-data.ts'
import { showSignedOut } from '#web/services/show-message.ts'
import { type Flow, interruptFlow } from '#web/flow/run-flow.ts'
import { modalStack } from '#web/modals/modal-stack.ts'
import { session } from '#web/session/session.ts'
import { type Answers, cards, fetchThatAnswers } from '#support/fake-api.ts'
import { fakeIdentity, fakeServices } from '#support/fake-services.ts'
import { withLocks } from '#support/fake-locks.ts'
import { intentOf } from '#support/intents.ts'
import { persistedTexts } from '#support/places.ts'

const titles = () => modalStack.open.map(({ given }) => 'title' in given && given.title)
const turn = () => new Promise((done) => setImmediate(done))
const message = { id: 'error', title: 'Вопрос потока', image: 'clock', buttons: [] } as const

const stops: (() => void)[] = []
async function account(answers: Answers = {}, identity = fakeIdentity()) {
  const { fetch, sent } = fetchThatAnswers(answers)
  vi.stubGlobal('fetch', fetch)
  withLocks()
  const services = fakeServices(identity)
  await services.session.start()
  const made = createAccount(services)
  const stop = made.watch()
  stops.push(stop)
  return { ...made, services, sent, stop }
}

beforeEach(() => window.history.replaceState(null, '', '/profile'))
afterEach(async () => {
  interruptFlow()
  for (const stop of stops.splice(0)) stop()
  for (const { answer } of modalStack.open) answer('dismissed')
  await turn()
  vi.unstubAllGlobals()
})

describe('client data that is requested before the account has loaded', () => {
  const ahead = (answers: Answers) => {
    const { fetch, sent } = fetchThatAnswers(answers)
    vi.stubGlobal('fetch', fetch)
    void prefetchClientData({ baseUrl: 'http://backend/bff/api', auth: { getToken: () => 'opaque' } })
    return sent
  }
  test('answers the first read, and only that one', async () => {
    const sentAhead = ahead({ get_client_data: [{ body: { code: 0, result: { from: 'ahead' } } }] })
    const { api, sent } = await account({ get_client_data: [{ body: { code: 0, result: { from: 'later' } } }] })
    expect(await api.getClientData()).toMatchObject({ ok: true, data: { result: { from: 'ahead' } } })
    expect(await api.getClientData()).toMatchObject({ ok: true, data: { result: { from: 'later' } } })
    expect({ sentAhead: sentAhead.length, sent: sent.length }).toEqual({ sentAhead: 1, sent: 1 })
  })
  const read = queryKey('clientData')
  test('is rendered at once, and only once, when it has arrived in time', async () => {
    ahead({ get_client_data: [{ body: { code: 0, result: { from: 'ahead' } } }] })
    await turn()
    const { api, queryClient, sent } = await account({
      get_client_data: [{ body: { code: 0, result: { from: 'later' } } }],
    })
    expect(queryClient.getQueryData(read)).toMatchObject({ result: { from: 'ahead' } })
    expect(sent).toEqual([])
    expect(await api.getClientData()).toMatchObject({ data: { result: { from: 'later' } } })
  })
  test('is used by the account that replaces one that was never shown', async () => {
    ahead({ get_client_data: [{ body: { code: 0, result: { from: 'ahead' } } }] })
    await turn()
    createAccount(fakeServices(fakeIdentity()))
    const { queryClient } = await account()
    expect(queryClient.getQueryData(read)).toMatchObject({ result: { from: 'ahead' } })
  })
  test('is not rendered at once when the request has failed', async () => {
    ahead({ get_client_data: [{ body: { code: 3000 } }] })
    await turn()
    const { queryClient, api } = await account()
    expect(queryClient.getQueryState(read)).toBeUndefined()
    expect(await api.getClientData()).toMatchObject({ ok: false })
  })
  test('is reported when it fails, and not requested again automatically', async () => {
    ahead({ get_client_data: [{ body: { code: 2000 } }] })
    const { api, sent, services } = await account()
    expect(services.signOut).not.toHaveBeenCalled()
    expect(await api.getClientData()).toMatchObject({ ok: false })
    expect(services.signOut).toHaveBeenCalledOnce()
    expect(sent).toEqual([])
    void showSignedOut(services)
  })
  test('reports the refresh that it took', async () => {
    const { fetch } = fetchThatAnswers({ get_client_data: [{ status: 401 }, { body: { code: 0, result: {} } }] })
    vi.stubGlobal('fetch', fetch)
    void prefetchClientData({
      baseUrl: 'http://backend/bff/api',
      auth: { getToken: () => 'old', refresh: async () => 'new' },
    })
    const refreshed = vi.fn<(event: RefreshEvent) => void>()
    expect(await takePrefetched({ refresh: refreshed })).toMatchObject({ ok: true })
    expect(refreshed.mock.calls).toMatchObject([[{ reason: 'refused', ok: true }]])
  })
})

describe('a session that is over', () => {
  const refused = { get_bank_cards: [{ status: 401 }] }
  test.each([401, 403])(
    'answered with %i shows one message for many queries and mutations, after one refresh [C-ERR-40]',
    async (httpStatus) => {
      const identity = fakeIdentity({ silentToken: vi.fn(async () => null).mockResolvedValueOnce('opaque' as never) })
      const answer = [{ status: httpStatus }]
      const { api } = await account({ get_bank_cards: answer, unbind_card: answer }, identity)
      const calls = () => [api.getBankCards(), api.unbindCard({ bankCardId: 'c1' })]
      const results = await Promise.all(Array.from({ length: 5 }, calls).flat())
      expect(results.map((result) => !result.ok && result.failure.name)).toEqual(Array(10).fill('unauthorized'))
      expect(identity.silentToken).toHaveBeenCalledTimes(2)
      expect(titles()).toEqual(['Произошла ошибка. Пожалуйста, авторизуйтесь повторно'])
    },
  )
  test.each<['getClientData' | 'getUserProfile', Answers, string]>([
    ['getClientData', { get_client_data: [{ body: { code: 2000 } }] }, '[C-ERR-21]'],
    ['getUserProfile', { get_user_profile: [{ status: 500, body: { code: 5002 } }] }, '[C-ERR-24]'],
  ])('%s answered %j signs out at once and shows a message after %s', async (id, answers) => {
    const { api, services } = await account(answers)
    await api[id]()
    expect(services.signOut).toHaveBeenCalledOnce()
    void showSignedOut(services)
    expect(titles()).toEqual(['Вы вышли из аккаунта'])
  })
  test('shows no message to a user who has just signed out', async () => {
    const { api, services } = await account(refused)
    await services.session.signOut()
    await api.getBankCards()
    expect(titles()).toEqual([])
  })
  test('stays signed in when only the network prevents a refresh [C-AUTH-11]', async () => {
    const silentToken = vi
      .fn(async () => 'opaque')
      .mockResolvedValueOnce('opaque')
      .mockRejectedValue(new Error('no network'))
    const { api } = await account(refused, fakeIdentity({ silentToken }))
    const cardsRead = await api.getBankCards()
    expect(!cardsRead.ok && cardsRead.failure).toMatchObject({ name: 'notSent', outcome: 'check-connection' })
    expect({ titles: titles(), state: session.state }).toEqual({ titles: [], state: 'signedIn' })
  })
  test('leaves nothing that was read for the user after a sign-out in another tab [C-AUTH-08]', async () => {
    const { queryClient, services } = await account()
    queryClient.setQueryData(queryKey('clientData'), { result: {} })
    services.session.forget()
    await turn()
    expect(queryClient.getQueryCache().getAll()).toEqual([])
  })
  test('ends the flow that met it without a message of its own', async () => {
    const { startFlow } = await account(refused)
    const after = vi.fn()
    void startFlow(async (_, api) => after(await api.getBankCards()))
    await vi.waitFor(() => expect(titles()).toEqual(['Произошла ошибка. Пожалуйста, авторизуйтесь повторно']))
    expect(after).not.toHaveBeenCalled()
  })
})

describe('reads', () => {
  test('are stored for the next visit', async () => {
    const token = `secret.${btoa(JSON.stringify({ x5id: 'anna' }))}.secret`
    const { queryClient } = await account({}, fakeIdentity({ silentToken: async () => token }))
    const delivery = { code: 0, result: { offers: [], renewalsLeft: 1, offerRenewalDate: '2026-12-02T09:05:00+03:00' } }
    await vi.waitFor(() => {
      // What is read before the user's digest is known is not stored.
      queryClient.setQueryData(queryKey('deliveryInfo'), delivery)
      expect(persistedTexts().join()).toContain('offerRenewalDate')
    }, 10_000)
  })
  test('of client data that fail show one message, until the account is left [C-ERR-22]', async () => {
    const { queryClient, api, stop } = await account({ get_client_data: [{ status: 500 }] })
    const observe = () => new QueryObserver(queryClient, query(api, 'getClientData')).subscribe(() => undefined)
    const stopReading = observe()
    await vi.waitFor(() => expect(titles()).toEqual(['Что-то пошло не так']))
    stop()
    await vi.waitFor(() => expect(titles()).toEqual([]))
    stopReading()
    queryClient.clear()
  })
})

describe('reports', () => {
  const reports: Report[] = []
  const kinds = () => reports.map(({ kind }) => kind)
  collectReports()
  deliverReports(({ report: happened }) => void reports.push(happened))
  beforeEach(() => void reports.splice(0))

  test('contain the order and its intent, so that two orders for one intent are visible', async () => {
    const order = (orderId: string) => ({ body: { code: 0, result: { orderId } } })
    const { api } = await account({ create_order: [order('o1'), order('o2')] })
    const [intent, body] = [
      '0f7c3f7e-1c0b-4a55-8a87-3a4b5c6d7e8f',
      { bundleId: bundleNamed('standard199').id, usingMainCard: true, source: 'web' },
    ] as const
    for (let asked = 0; asked < 2; asked++) await api.createOrder(body, { idempotencyKey: intent })
    expect(reports).toEqual([
      { kind: 'order', intent, order: 'o1' },
      { kind: 'order', intent, order: 'o2' },
    ])
  })
  test('say which call failed, how and under which id, and that a refresh was refused', async () => {
    const identity = fakeIdentity({ silentToken: vi.fn(async () => null).mockResolvedValueOnce('opaque' as never) })
    const { api } = await account({ get_bank_cards: [{ status: 401 }] }, identity)
    await api.getBankCards()
    expect(kinds()).toEqual(['refresh', 'failure'])
    expect(reports).toMatchObject([
      { refresh: { ok: false, reason: 'refused' } },
      { failure: { operation: 'getBankCards', name: 'unauthorized', status: 401 } },
    ])
  })
  test('say that a flow has a bug', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { startFlow } = await account()
    const error = new Error('bug')
    void startFlow(() => Promise.reject(error))
    await vi.waitFor(() => expect(reports).toEqual([{ kind: 'error', error, where: 'flow' }]))
  })
})

describe('flows', () => {
  test('ignores a second press while one runs', async () => {
    const { startFlow, sent } = await account({ get_bank_cards: [cards] })
    const flow = vi.fn<Flow>(async (io, api) => {
      await api.getBankCards()
      await io.ask('message', message)
    })
    void startFlow(flow)
    void startFlow(flow)
    await vi.waitFor(() => expect(titles()).toEqual(['Вопрос потока']))
    expect({ flowCalls: flow.mock.calls.length, sent: sent.length }).toEqual({ flowCalls: 1, sent: 1 })
  })
  test('a bug in a flow shows a message and is written to the console', async () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { startFlow } = await account()
    const bug = new Error('bug')
    void startFlow(() => Promise.reject(bug))
    await vi.waitFor(() => expect(titles()).toEqual(['Произошла ошибка']))
    expect(written.mock.calls).toEqual([[bug]])
  })
  test('open payment pages of this origin and of the settings only', async () => {
    const { startFlow, services } = await account()
    const known: string[] = []
    void startFlow(async (io) => {
      known.push(await io.openPayment(`${window.location.origin}/pay/1`))
      known.push(await io.openPayment('https://pay.example/1'))
      known.push(await io.openPayment('https://evil.example/1'))
    })
    await vi.waitFor(() => expect(known).toEqual(['back', 'back', 'unknown']))
    expect(services.host.openPayment).toHaveBeenCalledTimes(2)
  })
  test('store the purchase intent for all tabs, under the user’s digest', async () => {
    const { startFlow, lastPurchase } = await account()
    const intent = intentOf({})
    await startFlow(async (io) => {
      await io.exclusively(async (stored) => ({ stored: stored.write(intent) }), null)
    })
    expect(await lastPurchase()).toEqual(intent)
    expect(window.location.search).toBe('')
  })
  test.each([
    ['a question', async (io: Parameters<Flow>[0]) => void (await io.ask('message', message))],
    ['a spinner', (io: Parameters<Flow>[0]) => io.spinner('Ждём', () => new Promise<void>(() => undefined))],
    ['a pause', (io: Parameters<Flow>[0]) => io.sleep(1e6)],
  ])('end with %s when another page is shown, and close their modals', async (_, work) => {
    const { startFlow } = await account()
    const after = vi.fn()
    const over = startFlow(async (io) => {
      await work(io)
      after()
    })
    await turn()
    window.history.pushState(null, '', '/manage')
    window.dispatchEvent(new Event('popstate'))
    await over
    expect({ open: modalStack.open, spinner: modalStack.spinner, afterCalls: after.mock.calls.length }).toEqual({
      open: [],
      spinner: null,
      afterCalls: 0,
    })
  })
  test('continue when only the query changes, and when they started on the page that is shown', async () => {
    const { startFlow } = await account()
    window.history.pushState(null, '', '/manage')
    void startFlow(async (io) => void (await io.ask('message', message)))
    window.dispatchEvent(new Event('popstate'))
    window.history.replaceState(null, '', '/manage?order=o1')
    window.dispatchEvent(new Event('popstate'))
    await turn()
    expect(titles()).toEqual(['Вопрос потока'])
  })
  test('survive a redirect: the result of the purchase is still shown', async () => {
    const { startFlow } = await account()
    window.history.pushState(null, '', '/oplata')
    void startFlow(async (io) => void (await io.ask('message', message)))
    window.history.replaceState(null, '', '/profile')
    window.dispatchEvent(new Event('replaceState'))
    await turn()
    expect(titles()).toEqual(['Вопрос потока'])
    window.history.pushState(null, '', '/manage')
    window.dispatchEvent(new Event('pushState'))
    await turn()
    expect(titles()).toEqual([])
  })
  test('end when another page is shown after a redirect out of the account', async () => {
    const { startFlow, stop } = await account()
    void startFlow(async (io) => void (await io.ask('message', message)))
    window.history.replaceState(null, '', '/sale/shop')
    window.dispatchEvent(new Event('replaceState'))
    stop()
    await turn()
    expect(titles()).toEqual(['Вопрос потока'])
    window.history.pushState(null, '', '/manage')
    window.dispatchEvent(new Event('pushState'))
    await turn()
    expect(titles()).toEqual([])
  })
  test('end when the user signs out', async () => {
    const { startFlow, services, sent } = await account({ get_bank_cards: [cards] })
    const after = vi.fn()
    void startFlow(async (io, api) => {
      await io.ask('message', message).catch(after)
      await api.getBankCards()
    })
    await turn()
    expect(titles()).toEqual(['Вопрос потока'])
    await services.session.signOut()
    await turn()
    expect({ state: session.state, titles: titles(), afterCalls: after.mock.calls.length, sent }).toEqual({
      state: 'leaving',
      titles: [],
      afterCalls: 1,
      sent: [],
    })
  })
})
