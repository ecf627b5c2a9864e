// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { forgetVisit, readVisit } from '#web/analytics/visit.ts'
import { ErrorPage } from '#web/pages/error/error-page.tsx'
import { snackbars } from '#web/modals/snackbars.ts'
import { modalStack } from '#web/modals/modal-stack.ts'
import { LandingPage } from '#web/pages/landing/landing-page.tsx'
import { NotFoundPage } from '#web/pages/not-found/not-found-page.tsx'
import { renderPublic } from '#support/render-page.tsx'

afterEach(() => {
  cleanup()
  forgetVisit()
})

/** Replaces non-breaking spaces by ordinary ones. */
const plain = (text: string | null) => (text ?? '').replace(/\u00a0/g, ' ')
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('landing', () => {
  test('leads those who have a promocode to where it is applied', () => {
    renderPublic(<LandingPage />)
    const link = screen.getByRole('link', { name: 'Купить с промокодом' })
    expect(link.getAttribute('href')).toBe('/fastbuy_promo')
  })
  const cards = () => screen.getAllByRole('article').map((card) => plain(card.textContent))

  test('has a card for each bundle that is sold, of 1, 12 and 6 months, with its badge [C-MODAL-20] [C-BUNDLE-24] [C-BUNDLE-25] [O-STATE-05]', () => {
    renderPublic(<LandingPage />)
    expect(cards()).toEqual([
      '1 месяц199 ₽в месяцОплата каждый месяцПодключить за 199 ₽',
      expect.stringMatching(/^12 месяцеввыгодно133,3 ₽в месяц1 599 ₽ сразу за весь срокВыгода 789 рублей/),
      expect.stringMatching(/^6 месяцевхит149,8 ₽в месяц899 ₽ сразу за весь срокВыгода 295 рублей/),
    ])
    expect(screen.getByRole('article', { name: /^6.месяцев$/ })).toBeTruthy()
  })
  test.each([
    [/^1.месяц$/, 'standard199'],
    [/^6.месяцев$/, 'standardsix899'],
    [/^12.месяцев$/, 'standardtwelve1599'],
  ])('buying %s goes to sign in first, and comes back to buy it [C-ROLE-02]', async (term, bundle) => {
    const { signIn } = renderPublic(<LandingPage />)
    fireEvent.click(within(screen.getByRole('article', { name: term })).getByRole('button'))
    modalStack.open[0]?.answer('signIn')
    await waitFor(() => expect(signIn.mock.calls).toEqual([[`/profile?buy=${bundle}&from=landing`]]))
  })
  test('without a network buying says so, asks nothing, and works when it is back', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    renderPublic(<LandingPage />)
    const buy = () => fireEvent.click(within(screen.getByRole('article', { name: /^1.месяц$/ })).getByRole('button'))
    buy()
    expect({ items: snackbars.items.map(({ text }) => text), open: modalStack.open }).toEqual({
      items: [expect.stringMatching(/^Нет соединения/)],
      open: [],
    })
    online.mockReturnValue(true)
    buy()
    expect(modalStack.open).toHaveLength(1)
    modalStack.open[0]?.answer('dismissed')
  })
  test('leads a subscriber to sign in to the account [C-LAYOUT-06]', () => {
    const { signIn } = renderPublic(<LandingPage />)
    press('У меня уже есть Пакет')
    press('Войти')
    expect(signIn.mock.calls).toEqual([['/profile'], ['/profile']])
  })
  test('names the lowest price per month, and leads to the terms [C-BUNDLE-26]', () => {
    renderPublic(<LandingPage />)
    const link = screen.getByRole('link', { name: /^Подключить от 134.₽ в месяц$/ })
    expect(document.querySelector(link.getAttribute('href') ?? '')?.contains(screen.getAllByRole('article')[0]!)).toBe(
      true,
    )
  })
  test('inside a partner’s app the legal links are opened by the app [C-LAYOUT-16] [C-LAYOUT-17] [C-LAYOUT-18]', () => {
    const token = { first: async () => 'opaque', refresh: async () => 'opaque' }
    const { host } = renderPublic(<LandingPage />, 'signedOut', token)
    for (const link of within(screen.getByRole('contentinfo')).getAllByRole('link'))
      expect(fireEvent.click(link)).toBe(false)
    expect(host.openOutside.mock.calls).toEqual([
      ['https://paket.example/terms.pdf'],
      ['https://paket.example/privacy.pdf'],
      ['https://paket.example/faq.pdf'],
    ])
  })
  test('has the legal links, each in a tab of its own [C-LAYOUT-16] [C-LAYOUT-17] [C-LAYOUT-18]', () => {
    renderPublic(<LandingPage />)
    const links = within(screen.getByRole('contentinfo')).getAllByRole('link')
    expect(links.map((link) => ({ text: link.textContent, href: link.getAttribute('href') }))).toEqual([
      { text: 'Условия использования', href: 'https://paket.example/terms.pdf' },
      { text: 'Политика конфиденциальности', href: 'https://paket.example/privacy.pdf' },
      { text: 'Вопросы и ответы', href: 'https://paket.example/faq.pdf' },
    ])
    for (const link of links) expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  })
})

describe('error page', () => {
  test.each(['signedOut', 'checking', 'lost'] as const)('offers to sign in: %s [C-ROUTE-11] [C-ROUTE-12]', (state) => {
    const { signIn, signOut } = renderPublic(<ErrorPage />, state)
    const alert = screen.getByRole('alert')
    expect(within(alert).getByRole('heading', { level: 1, name: 'Что-то пошло не так' })).toBeTruthy()
    fireEvent.click(within(alert).getByRole('button', { name: 'Войти' }))
    expect({ signInCalls: signIn.mock.calls, signOutCalls: signOut.mock.calls }).toEqual({
      signInCalls: [['/profile']],
      signOutCalls: [],
    })
  })
  test('says why a visitor whose browser stores nothing cannot sign in', () => {
    const blocked = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    renderPublic(<ErrorPage />)
    expect(screen.getByRole('alert').textContent).toContain('Разрешите это в настройках браузера')
    blocked.mockRestore()
    cleanup()
    renderPublic(<ErrorPage />)
    expect(screen.getByRole('alert').textContent).toContain('Войдите ещё раз, обычно это помогает')
    expect(window.sessionStorage).toHaveLength(0)
  })
  test('offers a signed-in user to sign out [C-ROUTE-12]', () => {
    const { signIn, signOut } = renderPublic(<ErrorPage />, 'signedIn')
    fireEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Выйти' }))
    expect({ signInCalls: signIn.mock.calls, signOutCalls: signOut.mock.calls.length }).toEqual({
      signInCalls: [],
      signOutCalls: 1,
    })
  })
})

test('an unknown path leads to the account [C-ROUTE-41]', () => {
  renderPublic(<NotFoundPage />)
  expect(screen.getByRole('heading', { level: 1, name: 'Такой страницы нет' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Перейти в личный кабинет' }).getAttribute('href')).toBe('/profile')
})

test('an unknown path of a visit from the fridge leads back there [C-LAYOUT-08] [C-ROUTE-41]', () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  readVisit('?referrer=refrigerator')
  renderPublic(<NotFoundPage />)
  press('Вернуться в холодильник выгоды')
  expect(assign).toHaveBeenCalledWith('https://fridge.example/')
  expect(screen.queryByRole('link', { name: 'Перейти в личный кабинет' })).toBeNull()
})

describe('header', () => {
  test('offers a signed-in user to sign out, once [C-LAYOUT-07]', () => {
    const { signOut } = renderPublic(<NotFoundPage />, 'signedIn')
    expect(screen.queryByRole('button', { name: 'Войти' })).toBeNull()
    press('Выйти')
    expect(signOut).toHaveBeenCalledOnce()
  })
  test.each([
    ['signedOut', '/'],
    ['signedIn', '/profile'],
  ] as const)('the name leads %s home to %s', (state, home) => {
    renderPublic(<NotFoundPage />, state)
    expect(screen.getByRole('link', { name: 'Пакет' }).getAttribute('href')).toBe(home)
  })
})
