// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Modals } from '#web/app/modals.tsx'
import { openSupport, setSupportAudience, visitor } from '#web/services/support.ts'
import { modalStack } from '#web/modals/modal-stack.ts'
import { snackbars } from '#web/modals/snackbars.ts'
import { session } from '#web/session/session.ts'
import { fakeServices } from '#support/fake-services.ts'

const withChat = {
  chat: { hr: 'https://chat.example/hr.js', other: 'https://chat.example/other.js', open: 'openTestChat' },
}

async function open(own: Partial<ReturnType<typeof fakeServices>> = {}, isEmployee = false) {
  const services = { ...fakeServices(), ...own }
  const forget = setSupportAudience({ isEmployee, isActivated: false })
  render(<Modals />)
  void openSupport(services)
  forget()
  return { services, drawer: within(await screen.findByRole('dialog', { name: 'Как связаться?' })) }
}
const isClosed = () => waitFor(() => expect(modalStack.open).toEqual([]))
const webview = { first: async () => 'opaque', refresh: async () => 'opaque' }

beforeEach(() => {
  snackbars.items = []
})
afterEach(async () => {
  for (const { answer } of modalStack.open) answer('dismissed')
  await isClosed()
  cleanup()
  vi.unstubAllGlobals()
})

describe('support', () => {
  test.each<[string | RegExp, string, string]>([
    [/^Telegram/, 'https://t.me/paket', '[O-SUPPORT-04]'],
    [/^ВКонтакте/, 'https://vk.com/paket', '[O-SUPPORT-05]'],
    [/^Электронная почта/, 'mailto:support@paket.example', '[O-SUPPORT-08]'],
    ['Ответы на частые вопросы', 'https://paket.example/faq.pdf', '[O-SUPPORT-10]'],
  ])('«%s» leads to %s [O-SUPPORT-03] %s', async (name, url) => {
    const { drawer } = await open()
    expect(drawer.getByRole('link', { name }).getAttribute('href')).toBe(url)
  })
  test('shows employees no VKontakte, and an e-mail and answers of their own [O-SUPPORT-06] [O-SUPPORT-09]', async () => {
    const { drawer } = await open({}, true)
    expect(drawer.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'https://t.me/paket',
      'mailto:hr@paket.example',
      'https://paket.example/faq-hr.pdf',
    ])
  })
  test('leaves out what has no address', async () => {
    const { settings } = fakeServices()
    const { drawer } = await open({ settings: { ...settings, support: { ...settings.support, telegram: '' } } })
    expect(drawer.queryByRole('link', { name: 'Telegram' })).toBeNull()
    expect(drawer.queryByRole('button', { name: 'Онлайн-чат' })).toBeNull()
  })
  test('leaves out the answers that have no address [O-SUPPORT-10] (OO-64)', async () => {
    const { settings } = fakeServices()
    const { drawer } = await open({ settings: { ...settings, legal: { ...settings.legal, faq: '' } } })
    expect(drawer.queryByText('Ответы на частые вопросы')).toBeNull()
  })
  test('opens once for many calls', async () => {
    const { services } = await open()
    void openSupport(services)
    expect(modalStack.open).toHaveLength(1)
  })
  test('inside a partner’s app the app opens the addresses', async () => {
    const { host } = fakeServices()
    const { drawer, services } = await open({ host: { ...host, token: webview as never } })
    fireEvent.click(drawer.getByRole('link', { name: /^Telegram/ }))
    await isClosed()
    expect(services.host.openOutside.mock.calls).toEqual([['https://t.me/paket']])
  })
})

describe('the online chat', () => {
  const chat = async () => {
    const { settings } = fakeServices()
    const { drawer } = await open({ settings: { ...settings, widgets: withChat } })
    fireEvent.click(drawer.getByRole('button', { name: 'Онлайн-чат' }))
    await isClosed()
  }
  test('is opened by the function that its script has brought [O-SUPPORT-07]', async () => {
    const opened = vi.fn<() => void>()
    vi.stubGlobal('openTestChat', opened)
    await chat()
    expect(opened).toHaveBeenCalledOnce()
    expect(snackbars.items).toEqual([])
  })
  test('shows a snackbar when it has not loaded yet', async () => {
    await chat()
    expect(snackbars.items.map(({ text }) => text)).toEqual(['Чат ещё загружается. Попробуйте через несколько секунд'])
  })
  describe('for a signed-in user', () => {
    const loaded = () => [...document.querySelectorAll('script[data-widget=chat]')].map((it) => it.getAttribute('src'))
    const { settings } = fakeServices()
    const services = { ...fakeServices(), settings: { ...settings, widgets: withChat } }
    beforeEach(() => {
      for (const script of document.querySelectorAll('script')) script.remove()
    })
    afterEach(() => void (session.state = 'checking'))

    test('is loaded when it is asked for, of the audience known by then, while the client data is still read [C-WIDGET-03] [C-WIDGET-05]', async () => {
      session.state = 'signedIn'
      void openSupport(services)
      expect(loaded()).toEqual([])
      const forget = setSupportAudience({ isEmployee: true, isActivated: false })
      modalStack.open[0]?.answer('chat')
      await isClosed()
      expect(loaded()).toEqual(['https://chat.example/hr.js'])
      forget()
    })
    test.each([
      ['has not signed in', () => void (session.state = 'signedOut')],
      ['cannot be read', () => setSupportAudience(visitor)],
    ])('is loaded as support opens for one who %s [C-WIDGET-05]', async (_, happen) => {
      session.state = 'signedIn'
      const forget = happen()
      void openSupport(services)
      expect(loaded()).toEqual(['https://chat.example/other.js'])
      forget?.()
    })
  })
})
