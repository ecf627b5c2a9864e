// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { loyaltyCardTypes } from '@paket/sdk'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { App } from '#web/app/app.tsx'
import { snackbars } from '#web/modals/snackbars.ts'
import { session } from '#web/session/session.ts'
import { anna, clientDataAnswer } from '#support/client-data.ts'
import { closeDialog } from '#support/dialogs.ts'
import { type Answers, fetchThatAnswers } from '#support/fake-api.ts'
import { fakeIdentity, fakeServices } from '#support/fake-services.ts'
import { leavePage, renderAccount } from '#support/render-page.tsx'

const cards = (...list: [type: string, number: string][]) => ({
  body: { code: 0, result: list.map(([cardType, cardNumber]) => ({ cardType, cardNumber })) },
})
const one = cards(['X5BN', '7789000112345678'])

function open(
  answers: Answers,
  own: Parameters<typeof clientDataAnswer>[0] = {},
  state: typeof session.state = 'signedIn',
) {
  window.history.replaceState(null, '', '/loyalty_cards')
  return renderAccount({ get_client_data: [clientDataAnswer(own)], get_user_profile: [anna], ...answers }, state)
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const shown = async () => (await screen.findAllByRole('heading', { level: 2 })).map((heading) => heading.textContent)

beforeEach(() => {
  session.state = 'checking'
})
afterEach(async () => {
  await leavePage()
  vi.unstubAllGlobals()
})

test('shows a card with its number, which is copied, and when new cards and cashback come [C-ROUTE-09] [O-ROUTE-06] [O-LOYALTY-04] [O-LOYALTY-05]', async () => {
  const { services } = await open({ get_loyalty_cards: [one] })
  await title('Карты лояльности')
  expect(await shown()).toEqual(['Карта «X5 Клуб»'])
  expect(screen.getByText('7789 0001 1234 5678')).toBeTruthy()
  expect(screen.getByText(/Новая карта.*30.минут после активации/)).toBeTruthy()
  expect(screen.getByText(/Кешбэк.*в течение.дня/)).toBeTruthy()
  await press('Скопировать номер карты, кончается на 5678')
  expect(services.host.copy.mock.calls).toEqual([['7789000112345678']])
  await waitFor(() => expect(snackbars.items.map(({ text }) => text)).toEqual(['Номер карты скопирован']))
})
test('names all nine kinds, chains as the settings call them [O-ENTITY-21]', async () => {
  await open({ get_loyalty_cards: [cards(...loyaltyCardTypes.map((type): [string, string] => [type, '1']))] })
  await title('Карты лояльности')
  const names = await shown()
  expect(names).toHaveLength(9)
  expect(names.slice(4)).toEqual([
    'Виртуальная карта «Большой»',
    'Зелёная карта «Большой»',
    'Карта «Большой»',
    'Карта «Ближний»',
    'Виртуальная карта «Ближний»',
  ])
})
test('leaves out kinds that no one knows, and repeated cards [O-LOYALTY-02] [O-LOYALTY-03]', async () => {
  await open({ get_loyalty_cards: [cards(['NEW1', '1'], ['TC5', '2'], ['TC5', '2'], ['VC5', '2'])] })
  expect(await shown()).toEqual(['Карта «Ближний»', 'Виртуальная карта «Ближний»'])
})
test('for the bundle x5card it is titled as the menu has it [O-MENU-14]', async () => {
  await open({ get_loyalty_cards: [one] }, { bundle: 'x5card' })
  await title('Ваша X5 Карта')
})
test.each<[string, Answers['x'][number], string, string, string]>([
  ['no card', cards(), 'Как получить карту', 'Как получить карту лояльности', '[O-MODAL-09] [O-LOYALTY-04]'],
  ['no card', cards(), 'Не нашли свою карту?', 'Не нашли свою карту?', '[O-MODAL-08]'],
  ['a card', one, 'Как получить карту', 'Как получить карту лояльности', '[O-MODAL-09]'],
  ['a card', one, 'Не нашли свою карту?', 'Не нашли свою карту?', '[O-MODAL-08]'],
])('with %s, %j: «%s» opens «%s», with a way to support %s', async (what, answer, button, dialog) => {
  await open({ get_loyalty_cards: [answer] })
  if (what === 'no card') expect(await screen.findByRole('heading', { name: 'Карт пока нет' })).toBeTruthy()
  expect(await screen.findByText(/^Новая карта.*30.минут после активации/)).toBeTruthy()
  await press(button)
  const help = within(await screen.findByRole('dialog', { name: dialog }))
  fireEvent.click(help.getByRole('button', { name: 'Написать в поддержку' }))
  expect(await screen.findByRole('dialog', { name: 'Как связаться?' })).toBeTruthy()
})
test.each<[string, Answers['x'][number], string?]>([
  ['HTTP 500', { status: 500 }],
  ['HTTP 422', { status: 422 }],
  ['code 2000', { body: { code: 2000 } }],
  ['no connection', 'no connection', 'Нет связи'],
])(
  '%s: the modal reads the cards again, and so does the page [O-ERR-32]',
  async (_, answer, said = 'Что-то пошло не так') => {
    const { count } = await open({ get_loyalty_cards: [answer, answer, one] })
    const dialog = async () => within(await screen.findByRole('dialog', { name: said }))
    fireEvent.click((await dialog()).getByRole('button', { name: 'Попробовать ещё раз' }))
    await waitFor(() => expect(count('get_loyalty_cards')).toBe(2))
    await closeDialog(said)
    await press('Попробовать ещё раз')
    await waitFor(async () => expect(await shown()).toEqual(['Карта «X5 Клуб»']))
  },
)
test.each(['/loyalty_cards', '/profile'])('%s asks nothing for a visitor [O-LOYALTY-01]', async (path) => {
  window.history.replaceState(null, '', path)
  const { fetch, sent } = fetchThatAnswers({})
  vi.stubGlobal('fetch', fetch)
  const services = fakeServices(fakeIdentity({ silentToken: async () => null }))
  await services.session.start()
  render(<App services={services} />)
  await waitFor(() => expect(services.signIn.mock.calls).toEqual([[path]]), { timeout: 3000 })
  expect(sent).toEqual([])
})
test('no cards are asked for once the session is lost [O-LOYALTY-01]', async () => {
  const { count } = await open({ get_loyalty_cards: [one] }, { bundle: 'x5card' }, 'lost')
  // Only the loaded page has this title.
  await title('Ваша X5 Карта')
  expect(count('get_loyalty_cards')).toBe(0)
})
