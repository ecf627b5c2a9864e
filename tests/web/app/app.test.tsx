// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { App } from '../../../web/src/app/app.tsx'
import type { Message } from '../../../web/src/modals/catalogue.ts'
import { ask, modalStack } from '../../../web/src/modals/modal-stack.ts'
import { showSnackbar, snackbars } from '../../../web/src/modals/snackbars.ts'
import { session } from '../../../web/src/session/session.ts'
import { anna, clientDataAnswer } from '../../support/client-data.ts'
import { fetchThatAnswers } from '../../support/fake-api.ts'
import { fakeIdentity, fakeServices } from '../../support/fake-services.ts'

/** Opens an address as a visitor, or as somebody with a session. */
async function open(address: string, token: string | null = null) {
  window.history.replaceState(null, '', address)
  const { fetch } = fetchThatAnswers({
    get_client_data: [clientDataAnswer()],
    get_user_profile: [anna],
    get_payments: [{ body: { code: 0, result: [] } }],
  })
  vi.stubGlobal('fetch', vi.fn(fetch))
  const services = fakeServices(fakeIdentity({ silentToken: async () => token }))
  render(<App services={services} />)
  await act(() => services.session.start())
  return services
}
async function leaveModals() {
  for (const { answer } of modalStack.open) answer('dismissed')
  await waitFor(() => expect(modalStack.open).toEqual([]))
}
const here = () => window.location.pathname + window.location.search
const title = (name: string) => screen.findByRole('heading', { level: 1, name })

beforeEach(() => {
  session.state = 'checking'
  snackbars.items = []
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('news is heard, and closed, while a modal keeps everybody from the page', async () => {
  await open('/payment_history', 'opaque')
  await title('История оплат')
  const question: Message = {
    id: 'error',
    title: 'Вопрос',
    image: 'clock',
    buttons: [{ answer: 'dismissed', label: 'Понятно' }],
  }
  void ask('message', question, new AbortController().signal)
  const dialog = await screen.findByRole('dialog', { name: 'Вопрос' })
  await waitFor(() => expect(screen.queryByRole('heading', { level: 1 })).toBeNull())
  act(() => showSnackbar('Произошла ошибка', 'error'))
  const news = within(screen.getByRole('region', { name: 'Уведомления' }))
  expect(await news.findByText('Произошла ошибка')).toBeTruthy()
  fireEvent.click(news.getByRole('button', { name: 'Закрыть' }))
  await waitFor(() => expect(news.queryByText('Произошла ошибка')).toBeNull())
  expect(dialog.isConnected).toBe(true)
  await leaveModals()
})

test('/ shows a visitor the main page, and never forces a login [C-ROUTE-01] [C-GUARD-07]', async () => {
  const { signIn } = await open('/?a=1')
  await title('Больше кешбэка за каждую покупку')
  expect([here(), signIn.mock.calls]).toEqual(['/?a=1', []])
})
test('/ is usable before the session is known', () => {
  window.history.replaceState(null, '', '/')
  render(<App services={fakeServices()} />)
  expect(screen.getByRole('button', { name: 'У меня уже есть Пакет' })).toBeTruthy()
})
test.each([
  ['/?a=1&b=2', '/profile?a=1&b=2'],
  ['/?a=%2541', '/profile?a=%2541'],
  ['/', '/profile'],
])('%s leads a signed-in user to %s [C-ROUTE-02] [C-ROUTE-03] [C-ROUTE-04]', async (address, account) => {
  await open(address, 'opaque')
  await title('Главная')
  expect(here()).toBe(account)
})
test.each([
  ['/error', 'Что-то пошло не так', '[C-ROUTE-11]'],
  ['/no-such-page', 'Такой страницы нет', '[C-ROUTE-41]'],
])('%s reads «%s» %s', async (address, heading) => {
  await open(address)
  await title(heading)
})
test('the account outlives a change of its page: what was read is not read again', async () => {
  await open('/profile', 'opaque')
  await title('Главная')
  fireEvent.click(screen.getByRole('link', { name: /^История оплат/ }))
  await title('История оплат')
  fireEvent.click(screen.getAllByRole('link', { name: 'Главная' })[0] ?? document.body)
  await title('Главная')
  const calls = vi.mocked(fetch).mock.calls.map(([url]) => String(url instanceof Request ? url.url : url))
  expect(calls.filter((url) => url.endsWith('get_client_data'))).toHaveLength(1)
})
test.each(['/profile', '/manage', '/payment_methods', '/payment_history', '/loyalty_cards', '/score'])(
  '%s shows a visitor nothing, and sends him to sign in after 1 s [C-GUARD-01]',
  async (path) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { signIn } = await open(path)
    await act(() => vi.advanceTimersByTimeAsync(999))
    expect([screen.queryByRole('heading', { level: 1 }), signIn.mock.calls]).toEqual([null, []])
    await act(() => vi.advanceTimersByTimeAsync(1))
    vi.useRealTimers()
    expect(signIn.mock.calls).toEqual([[path]])
  },
)
test.each([
  ['/support', null, '/'],
  ['/support', 'opaque', '/profile'],
])('%s of somebody with the token %s opens the ways to support over %s [C-ROUTE-38]', async (address, token, path) => {
  await open(address, token)
  expect(await screen.findByRole('dialog', { name: 'Как связаться?' })).toBeTruthy()
  expect(here()).toBe(path)
  await leaveModals()
})
test('a visitor who buys is asked to sign in first [O-MODAL-14]', async () => {
  const { signIn } = await open('/')
  const [buy] = await screen.findAllByRole('button', { name: /^Подключить за/ })
  for (const answer of ['Не сейчас', 'Войти']) {
    expect(signIn).not.toHaveBeenCalled()
    fireEvent.click(buy ?? document.body)
    const prompt = within(await screen.findByRole('dialog', { name: 'Войдите, чтобы подключить Пакет' }))
    fireEvent.click(prompt.getByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(signIn.mock.calls).toEqual([['/profile?buy=standard199&from=landing']])
})
test('a visitor whose session is found while he is asked to sign in goes on to the purchase', async () => {
  const late = Promise.withResolvers<string>()
  window.history.replaceState(null, '', '/')
  vi.stubGlobal(
    'fetch',
    vi.fn(fetchThatAnswers({ get_client_data: [clientDataAnswer()], get_user_profile: [anna] }).fetch),
  )
  const services = fakeServices(fakeIdentity({ silentToken: () => late.promise }))
  render(<App services={services} />)
  const went = vi.spyOn(window.history, 'replaceState')
  const started = services.session.start()
  const [buy] = await screen.findAllByRole('button', { name: /^Подключить за/ })
  fireEvent.click(buy ?? document.body)
  await screen.findByRole('dialog', { name: 'Войдите, чтобы подключить Пакет' })
  await act(async () => {
    late.resolve('opaque')
    await started
  })
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Войдите, чтобы подключить Пакет' })).toBeNull())
  await title('Главная')
  expect(went.mock.calls[0]?.[2]).toBe('/profile?buy=standard199&from=landing')
  went.mockRestore()
  expect(services.signIn).not.toHaveBeenCalled()
  await leaveModals()
})
test('/profile shows a visitor nothing of the account', async () => {
  await open('/profile')
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
})
test('news are told on every page, and can be hidden', async () => {
  await open('/')
  const news = screen.getByRole('region', { name: 'Уведомления' })
  showSnackbar('Скопировано')
  expect(await within(news).findByText('Скопировано')).toBeTruthy()
  fireEvent.click(within(news).getByRole('button', { name: 'Закрыть' }))
  await waitFor(() => expect(within(news).queryByText('Скопировано')).toBeNull())
})
