// @vitest-environment happy-dom
import { query } from '@paket/sdk/react-query'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchReads } from '#web/cache/read-failures.ts'
import type { HostToken } from '#web/hosts/host.ts'
import { runFlow } from '#web/flow/run-flow.ts'
import type { MessageAction } from '#web/messages/message.ts'
import { modalStack } from '#web/modals/modal-stack.ts'
import { clientDataAnswer } from '#support/client-data.ts'
import { type Answers, apiThatAnswers, cards } from '#support/fake-api.ts'
import { fakeServices } from '#support/fake-services.ts'
import { flowDependencies } from '#support/flow-dependencies.ts'

const titles = () => modalStack.open.map(({ given }) => 'title' in given && given.title)
const settle = () => vi.advanceTimersByTimeAsync(1)
async function answer(value: MessageAction) {
  modalStack.open[0]?.answer(value)
  await settle()
}
const clients: QueryClient[] = []

/** Reads as a page does, with `watchReadFailures` active. */
async function reading(id: 'getClientData' | 'getUserProfile', answers: Answers, token: HostToken | null = null) {
  const { api, sent } = apiThatAnswers(answers)
  const queryClient = new QueryClient()
  clients.push(queryClient)
  const outside = fakeServices()
  const services = { ...outside, host: { ...outside.host, token } }
  watchReads(queryClient, services)
  const options = id === 'getClientData' ? query(api, 'getClientData') : query(api, 'getUserProfile')
  const stop = new QueryObserver(queryClient, options as never).subscribe(() => undefined)
  await settle()
  return { sent, services, queryClient, stop, options }
}
const failed = { status: 500 }

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  for (const client of clients.splice(0)) client.clear()
  modalStack.open = []
  vi.useRealTimers()
})

test('shows a message at the first failure of client data, and closes it when the data is read [C-ERR-22]', async () => {
  const { sent } = await reading('getClientData', { get_client_data: [failed, failed, clientDataAnswer()] })
  expect(titles()).toEqual(['Что-то пошло не так'])
  await vi.advanceTimersByTimeAsync(5000)
  expect({ sent: sent.length, titles: titles() }).toEqual({ sent: 2, titles: ['Что-то пошло не так'] })
  await vi.advanceTimersByTimeAsync(5000)
  expect({ sent: sent.length, titles: titles() }).toEqual({ sent: 3, titles: [] })
})
test('does not show the message again after an answer until the data has been read once', async () => {
  const { queryClient } = await reading('getClientData', {
    get_client_data: [failed, failed, clientDataAnswer(), failed],
  })
  await answer('dismissed')
  expect(titles()).toEqual([])
  await vi.advanceTimersByTimeAsync(5000)
  expect(titles()).toEqual([])
  await vi.advanceTimersByTimeAsync(5000)
  void queryClient.invalidateQueries()
  await settle()
  expect(titles()).toEqual(['Что-то пошло не так'])
})
test('a retry reads again, and shows a message when that fails too [C-ERR-25]', async () => {
  const { sent } = await reading('getUserProfile', {
    get_user_profile: [failed, failed, { body: { code: 0, result: {} } }],
  })
  expect(titles()).toEqual(['Что-то пошло не так'])
  await answer('retry')
  expect({ sent: sent.length, titles: titles() }).toEqual({ sent: 2, titles: ['Что-то пошло не так'] })
  await answer('retry')
  expect({ sent: sent.length, titles: titles() }).toEqual({ sent: 3, titles: [] })
})
test('pressing «Обновить» reads at once, not when the next try is due [C-ERR-22] [C-ERR-23] [C-ERR-53]', async () => {
  const { sent } = await reading('getClientData', { get_client_data: [failed, failed, clientDataAnswer()] })
  await answer('reload')
  expect({ sent: sent.length, titles: titles() }).toEqual({ sent: 2, titles: ['Что-то пошло не так'] })
  await answer('reload')
  expect({ sent: sent.length, titles: titles() }).toEqual({ sent: 3, titles: [] })
})
describe('two reads that fail', () => {
  const profile = { body: { code: 0, result: {} } }
  async function both(answers: Answers) {
    const first = await reading('getUserProfile', answers)
    const { queryClient, options } = first
    const { api, sent } = apiThatAnswers(answers)
    const stop = new QueryObserver(queryClient, query(api, 'getBankCards')).subscribe(() => undefined)
    await settle()
    return { ...first, sent: () => [...first.sent, ...sent].map(({ call }) => call), stop, options }
  }
  test('share one modal; a retry reads both', async () => {
    const { sent } = await both({ get_user_profile: [failed, profile], get_bank_cards: [failed, cards] })
    expect(titles()).toEqual(['Что-то пошло не так'])
    await answer('retry')
    expect(titles()).toEqual([])
    expect(sent().toSorted()).toEqual(['get_bank_cards', 'get_bank_cards', 'get_user_profile', 'get_user_profile'])
  })
  test('keep the modal open until both are read', async () => {
    const { queryClient, options } = await both({ get_user_profile: [failed, profile], get_bank_cards: [failed] })
    await queryClient.refetchQueries({ queryKey: (options as { queryKey: readonly unknown[] }).queryKey })
    await settle()
    expect(titles()).toEqual(['Что-то пошло не так'])
    await answer('dismissed')
    expect(titles()).toEqual([])
  })
})
describe('a read that fails while a flow shows its own message', () => {
  const question = { id: 'error', title: 'Не получилось', image: 'error', buttons: [] } as const
  async function during(answers: Answers) {
    void runFlow(async (io) => void (await io.ask('message', question)), flowDependencies())
    const read = await reading('getClientData', answers)
    expect(titles()).toEqual(['Не получилось'])
    return read
  }
  test('is shown after the flow', async () => {
    await during({ get_client_data: [failed] })
    await answer('dismissed')
    expect(titles()).toEqual(['Что-то пошло не так'])
  })
  test('is not shown if it has succeeded by then', async () => {
    await during({ get_client_data: [failed, clientDataAnswer()] })
    await vi.advanceTimersByTimeAsync(5000)
    await answer('dismissed')
    expect(titles()).toEqual([])
  })
})
test('closes on another page, which shows its own failures', async () => {
  window.history.replaceState(null, '', '/profile')
  const { queryClient } = await reading('getUserProfile', { get_user_profile: [failed] })
  expect(titles()).toEqual(['Что-то пошло не так'])
  window.history.pushState(null, '', '/manage')
  window.dispatchEvent(new Event('popstate'))
  await settle()
  expect(titles()).toEqual([])
  void queryClient.invalidateQueries()
  await settle()
  expect(titles()).toEqual(['Что-то пошло не так'])
})
test('signing out is one of its answers [C-ERR-23]', async () => {
  const { services } = await reading('getClientData', { get_client_data: [failed] })
  await answer('signOut')
  expect(services.signOut).toHaveBeenCalledOnce()
})
test.each([
  ['getClientData', { get_client_data: [{ status: 401 }] }],
  ['getClientData', { get_client_data: [{ body: { code: 2000 } }] }],
  ['getUserProfile', { get_user_profile: [{ status: 500, body: { code: 5002 } }] }],
] as const)('%s answered %j is shown by the session', async (id, answers) => {
  await reading(id, structuredClone(answers) as unknown as Answers)
  expect(titles()).toEqual([])
})
test.each<[string, Answers['x'][number]]>([
  ['HTTP 400', { status: 400 }],
  ['HTTP 404', { status: 404 }],
  ['HTTP 422', { status: 422 }],
  ['HTTP 500', { status: 500 }],
  ['code 2001', { body: { code: 2001 } }],
  ['no connection', 'no connection'],
])(
  'inside a partner’s app client data that fails (%s) is shown as such, and read again [O-ERR-55] [O-ERR-56] [C-ERR-52] [C-ERR-53]',
  async (_, reply) => {
    const token: HostToken = { first: async () => 'opaque', refresh: async () => 'opaque' }
    const { sent } = await reading('getClientData', { get_client_data: [reply, clientDataAnswer()] }, token)
    expect(modalStack.open.map(({ given }) => given)).toMatchObject([
      {
        text: 'Не удалось получить данные пользователя. Пожалуйста, попробуйте ещё раз.',
        buttons: [{ label: 'Попробовать еще раз', action: 'reload' }],
      },
    ])
    await answer('reload')
    await vi.advanceTimersByTimeAsync(5000)
    expect({ sent: sent.length, titles: titles() }).toEqual({ sent: 2, titles: [] })
  },
)
test('does not show a bug in a read as its failure', async () => {
  const queryClient = new QueryClient()
  clients.push(queryClient)
  watchReads(queryClient, fakeServices())
  await queryClient.prefetchQuery({ queryKey: ['x'], queryFn: () => Promise.reject(new Error('bug')), retry: false })
  expect(titles()).toEqual([])
})
