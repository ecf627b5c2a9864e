// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { BundleName } from '@paket/sdk'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { App } from '#web/app/app.tsx'
import type { Settings } from '#web/config/settings.ts'
import type { Message } from '#web/messages/message.ts'
import { ask, modalStack } from '#web/modals/modal-stack.ts'
import { showSnackbar, snackbars } from '#web/modals/snackbars.ts'
import { session } from '#web/session/session.ts'
import { anna, clientDataAnswer } from '#support/client-data.ts'
import { type Answers, fetchThatAnswers } from '#support/fake-api.ts'
import { fakeIdentity, fakeServices } from '#support/fake-services.ts'
import { leavePage } from '#support/render-page.tsx'

/** Opens an address as a visitor, or with a session. */
async function open(address: string, token: string | null = null, answers: Answers = {}, own: Partial<Settings> = {}) {
  window.history.replaceState(null, '', address)
  const { fetch } = fetchThatAnswers({
    get_client_data: [clientDataAnswer()],
    get_user_profile: [anna],
    get_payments: [{ body: { code: 0, result: [] } }],
    ...answers,
  })
  vi.stubGlobal('fetch', vi.fn(fetch))
  const identity = fakeIdentity({ silentToken: async () => token })
  const outside = fakeServices(identity)
  const services = { ...outside, settings: { ...outside.settings, ...own } }
  render(<App services={services} />)
  await act(() => services.session.start())
  return { ...services, identity }
}
const callsOf = (call: string) =>
  vi.mocked(fetch).mock.calls.filter(([url]) => (url instanceof Request ? url.url : String(url)).endsWith(call)).length
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
afterEach(async () => {
  vi.useRealTimers()
  await leavePage()
  vi.unstubAllGlobals()
})

test('snackbars are announced and can be closed while a modal makes the page inert', async () => {
  await open('/payment_history', 'opaque')
  await title('История платежей')
  const question: Message = {
    id: 'error',
    title: 'Вопрос',
    image: 'clock',
    buttons: [{ label: 'Понятно', action: 'dismissed' }],
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
})

test('a snackbar is shown once, and hides by itself after 3 s [C-CONST-08] [C-CONST-09]', async () => {
  await open('/')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await act(async () => {
    showSnackbar('Промокод скопирован')
    showSnackbar('Промокод скопирован')
  })
  expect(screen.getAllByText('Промокод скопирован')).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(2999))
  expect(screen.queryByText('Промокод скопирован')).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.queryByText('Промокод скопирован')).toBeNull()
})

test.each<[BundleName, string]>([
  ['yandex', 'Подписка Яндекс активна'],
  ['ogon', 'Подписка Огонь активна'],
  ['wink', 'Подписка Wink активна'],
  ['standard199', 'Подписка активна'],
])(
  'when %s was being connected and is active, a snackbar says «%s» [C-POLL-03] [C-POLL-04] [C-POLL-05]',
  async (bundle, text) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const waiting = clientDataAnswer({ bundle, status: 'waiting_for_activation' })
    await open('/profile', 'opaque', { get_client_data: [waiting, clientDataAnswer({ bundle })] })
    await screen.findByText('Пакет подключается')
    expect(screen.queryByText(text)).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    expect(await screen.findByText(text)).toBeTruthy()
  },
)

test('/ shows a visitor the main page, and never forces a login [C-ROUTE-01] [C-GUARD-07]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { signIn, identity } = await open('/?a=1')
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  vi.useRealTimers()
  await title('Больше кешбэка за каждую покупку')
  expect({ here: here(), signInCalls: signIn.mock.calls }).toEqual({ here: '/?a=1', signInCalls: [] })
  expect(identity.silentToken).toHaveBeenCalledOnce()
})
test.each([
  ['/', '/profile'],
  ['/score?a=1', '/score?a=1'],
  ['/fastbuy_promo?promocode=X', '/fastbuy_promo?promocode=X'],
  ['/yandex?a=1', '/yandex?a=1'],
  ['/sale/shop?a=1', '/sale/shop?a=1'],
  ['/error?a=1', '/profile'],
  ['/no-such-page', '/profile'],
])('«Войти» in the header of %s comes back to %s [C-GUARD-03] [C-LAYOUT-06]', async (address, returnTo) => {
  const { signIn } = await open(address)
  await waitFor(() => expect(screen.queryByText('Загружаем') === null).toBe(!address.startsWith('/score')))
  fireEvent.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Войти' }))
  expect(signIn.mock.calls).toEqual([[returnTo]])
})
const background = () => document.querySelector('main')?.parentElement?.classList
test.each([
  ['/', 'bg-paper', '[C-LAYOUT-03]'],
  ['/error', 'bg-grey', '[C-LAYOUT-04]'],
])('the background of %s is %s %s', async (path, tone, _row) => {
  await open(path)
  await waitFor(() => expect(screen.queryByText('Загружаем')).toBeNull())
  expect(background()?.contains(tone)).toBe(true)
})
test.each([
  ['/payment_history', 'bg-paper', '[C-LAYOUT-03]'],
  ['/manage', 'bg-paper', '[C-LAYOUT-03]'],
  ['/score', 'bg-paper', '[C-LAYOUT-03]'],
  ['/payment_methods', 'bg-paper', '[C-LAYOUT-03]'],
  ['/profile', 'bg-grey', '[C-LAYOUT-04]'],
  ['/offers', 'bg-grey', '[C-LAYOUT-04]'],
])('the background of %s is %s before it is loaded %s', async (path, tone, _row) => {
  window.history.replaceState(null, '', path)
  render(<App services={fakeServices()} />)
  expect(screen.getByText('Загружаем')).toBeTruthy()
  expect(background()?.contains(tone)).toBe(true)
})
test.each([
  ['/score', 'bg-paper', '[C-LAYOUT-03]'],
  ['/profile', 'bg-grey', '[C-LAYOUT-04]'],
])('the background of %s is %s when its data cannot be read %s', async (path, tone, _row) => {
  await open(path, 'opaque', { get_client_data: [{ status: 500 }] })
  await screen.findByText('Данные не загрузились')
  expect(background()?.contains(tone)).toBe(true)
})
test('«Попробовать ещё раз» in place of a page reads at once, not when the next try is due [C-ERR-22]', async () => {
  await open('/profile', 'opaque', { get_client_data: [{ status: 500 }] })
  await screen.findByText('Данные не загрузились')
  await screen.findByRole('dialog')
  await leaveModals()
  const again = await screen.findByRole('button', { name: 'Попробовать ещё раз' })
  const before = callsOf('get_client_data')
  fireEvent.click(again)
  await act(() => new Promise((turn) => setImmediate(turn)))
  expect(callsOf('get_client_data')).toBe(before + 1)
})
test('what replaces a page that could not be read promises nothing about a subscription that may await payment', async () => {
  await open('/profile', 'opaque', { get_client_data: [{ status: 500 }] })
  await screen.findByText('Данные не загрузились')
  expect(screen.queryByText(/в порядке/)).toBeNull()
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
])(
  '%s leads a signed-in user to %s, which shows the status [C-ROUTE-02] [C-ROUTE-03] [C-ROUTE-04]',
  async (address, account) => {
    await open(address, 'opaque')
    await title('Главная')
    expect(here()).toBe(account)
    expect(await screen.findByText('Активен')).toBeTruthy()
  },
)
test.each([
  ['/error', 'Что-то пошло не так', '[C-ROUTE-11]'],
  ['/no-such-page', 'Такой страницы нет', '[C-ROUTE-41]'],
])('%s reads «%s» %s', async (address, heading) => {
  await open(address)
  await title(heading)
})
test.each<[string, string | null, string, string]>([
  ['/no-such-page', 'opaque', 'Перейти в личный кабинет', 'Главная'],
  ['/no-such-page', null, 'Пакет', 'Больше кешбэка за каждую покупку'],
  ['/x5card', null, 'Пакет', 'Больше кешбэка за каждую покупку'],
])('a link of %s (token: %s), «%s», moves the focus to the heading «%s»', async (address, token, link, heading) => {
  await open(address, token)
  const from = await screen.findByRole('link', { name: link })
  act(() => from.focus())
  fireEvent.click(from)
  const to = await title(heading)
  await waitFor(() => expect(document.activeElement).toBe(to))
})
test('the account outlives a change of its page: what was read is not read again', async () => {
  await open('/profile', 'opaque')
  fireEvent.click(await screen.findByRole('link', { name: /^История платежей/ }))
  await title('История платежей')
  fireEvent.click(screen.getAllByRole('link', { name: 'Главная' })[0] ?? document.body)
  await title('Главная')
  expect(callsOf('get_client_data')).toBe(1)
})
test.each(['/profile', '/manage', '/payment_methods', '/payment_history', '/loyalty_cards', '/score'])(
  '%s shows a visitor nothing, and sends them to sign in after 1 s [C-GUARD-01]',
  async (path) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { signIn } = await open(path)
    await act(() => vi.advanceTimersByTimeAsync(999))
    expect({ heading: screen.queryByRole('heading', { level: 1 }), signIn: signIn.mock.calls }).toEqual({
      heading: null,
      signIn: [],
    })
    await act(() => vi.advanceTimersByTimeAsync(1))
    vi.useRealTimers()
    expect(signIn.mock.calls).toEqual([[path]])
  },
)
test.each([
  ['/support', null, '/'],
  ['/support', 'opaque', '/profile'],
])('%s of someone with the token %s opens the ways to support over %s [C-ROUTE-38]', async (address, token, path) => {
  await open(address, token)
  expect(await screen.findByRole('dialog', { name: 'Как связаться?' })).toBeTruthy()
  expect(here()).toBe(path)
})
const contacts = async () => {
  const drawer = within(await screen.findByRole('dialog', { name: 'Как связаться?' }))
  return drawer.getAllByRole('link').map((link) => link.getAttribute('href'))
}
test('/support of an employee has the contacts of employees [O-SUPPORT-06] [O-SUPPORT-09]', async () => {
  await open('/support', 'opaque', { get_client_data: [clientDataAnswer({ bundle: 'hr' })] })
  expect(await contacts()).toEqual([
    'https://t.me/paket',
    'mailto:hr@paket.example',
    'https://paket.example/faq-hr.pdf',
  ])
})
test('/support shows the visitors’ contacts when client data cannot be read [C-ROUTE-38]', async () => {
  await open('/support', 'opaque', { get_client_data: [{ status: 422 }] })
  expect(await contacts()).toContain('https://vk.com/paket')
})
test('/support of a visitor loads the chat that it offers, again when it has not come [O-SUPPORT-07]', async () => {
  document.head.replaceChildren()
  await open('/support', null, {}, { widgets: { chat: { other: '/chat.js', open: 'openTestChat' } } })
  const chat = () => document.querySelector('script[src="/chat.js"]')
  await contacts()
  fireEvent.error(chat() ?? document.body)
  expect(chat()).toBeNull()
  await leaveModals()
  cleanup()
  await open('/support', null, {}, { widgets: { chat: { other: '/chat.js', open: 'openTestChat' } } })
  await contacts()
  expect(chat()).toBeTruthy()
})
function openInsidePartnerApp(state: typeof session.state): void {
  const services = fakeServices()
  const token = { first: async () => 'opaque', refresh: async () => 'opaque' }
  session.state = state
  render(<App services={{ ...services, host: { ...services.host, token } }} />)
}
test('inside a partner’s app nothing but an error is shown without a token, and nothing before it [C-HOST-12] [C-MODAL-30]', async () => {
  window.history.replaceState(null, '', '/')
  openInsidePartnerApp('signedOut')
  const error = within(await screen.findByRole('dialog', { name: 'Произошла ошибка' }))
  expect(error.getByRole('button', { name: 'Попробовать еще раз' })).toBeTruthy()
  expect(screen.queryByRole('article')).toBeNull()
  await act(async () => void (session.state = 'checking'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('article')).toBeNull()
  expect(screen.getByText('Загружаем')).toBeTruthy()
})
test('inside a partner’s app that does not close «Выход» leaves a way back in, which only a press of «Войти» takes [O-MENU-19]', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  openInsidePartnerApp('leaving')
  const dialog = await screen.findByRole('dialog', { name: 'Вы вышли из аккаунта' })
  const left = within(dialog)
  fireEvent.keyDown(dialog, { key: 'Escape' })
  expect(left.queryByRole('button', { name: 'Закрыть' })).toBeNull()
  expect(reload).not.toHaveBeenCalled()
  fireEvent.click(left.getByRole('button', { name: 'Войти' }))
  expect(reload).toHaveBeenCalledOnce()
  reload.mockRestore()
})
test('a visitor who buys is asked to sign in first [O-MODAL-14]', async () => {
  const { signIn } = await open('/')
  const buy = await screen.findByRole('button', { name: /^Подключить за 1.599/ })
  for (const answer of ['Не сейчас', 'Войти']) {
    expect(signIn).not.toHaveBeenCalled()
    fireEvent.click(buy)
    const prompt = within(await screen.findByRole('dialog', { name: 'Войдите, чтобы подключить Пакет' }))
    fireEvent.click(prompt.getByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(signIn.mock.calls).toEqual([['/profile?buy=standardtwelve1599&from=landing']])
})
test('a visitor whose session is found while they are asked to sign in goes on to the purchase', async () => {
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
  const buy = await screen.findByRole('button', { name: /^Подключить за 1.599/ })
  fireEvent.click(buy)
  await screen.findByRole('dialog', { name: 'Войдите, чтобы подключить Пакет' })
  await act(async () => {
    late.resolve('opaque')
    await started
  })
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Войдите, чтобы подключить Пакет' })).toBeNull())
  await title('Главная')
  expect(went.mock.calls[0]?.[2]).toBe('/profile?buy=standardtwelve1599&from=landing')
  went.mockRestore()
  expect(services.signIn).not.toHaveBeenCalled()
})
test('/profile shows a visitor nothing of the account', async () => {
  await open('/profile')
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
})
test('shows snackbars on every page, and hides them on request', async () => {
  await open('/')
  const news = screen.getByRole('region', { name: 'Уведомления' })
  showSnackbar('Скопировано')
  expect(await within(news).findByText('Скопировано')).toBeTruthy()
  fireEvent.click(within(news).getByRole('button', { name: 'Закрыть' }))
  await waitFor(() => expect(within(news).queryByText('Скопировано')).toBeNull())
})
