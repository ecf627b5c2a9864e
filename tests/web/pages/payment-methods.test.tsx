// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { snackbars } from '#web/modals/snackbars.ts'
import { anna, clientDataAnswer } from '#support/client-data.ts'
import { closeDialog } from '#support/dialogs.ts'
import { type Answers, noCards } from '#support/fake-api.ts'
import { leavePage, renderAccount } from '#support/render-page.tsx'

const two = {
  body: {
    code: 0,
    cards: [
      { id: 'c2', isMainCard: false, cardType: 'VISA', maskedPan: '427601******0923', expireDate: '02/27' },
      { id: 'c1', isMainCard: true, cardType: 'MIR', maskedPan: '220012******4417', expireDate: '09/28' },
    ],
  },
}
const several = [
  ['p1', '2026-11-01T09:05:00+03:00', 19900, 'card', 'b61e6ba5-3682-4dd6-b804-69b84b2d451c', '220012******4417'],
  ['p2', '2026-10-31T23:30:00+03:00', 19900, 'scores', 'b61e6ba5-3682-4dd6-b804-69b84b2d451c', null],
  ['p3', '2025-10-01T09:05:00+03:00', 700, 'card', null, null],
].map(([paymentId, date, price, paymentType, bundleId, maskedPan]) => {
  const what = { price, paymentType, bundleId, maskedPan }
  return { paymentId, date, ...what }
})

function open(path: string, answers: Answers) {
  window.history.replaceState(null, '', path)
  return renderAccount({ get_client_data: [clientDataAnswer()], get_user_profile: [anna], ...answers })
}
const text = (element: HTMLElement) => (element.textContent ?? '').replace(/\u00a0/g, ' ')
const rows = async () => (await within(screen.getByRole('main')).findAllByRole('listitem')).map(text)

afterEach(async () => {
  await leavePage()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('lists the cards, the main one first and marked [C-ROUTE-07] [O-ENTITY-07]', async () => {
  await open('/payment_methods', { get_bank_cards: [two] })
  expect(await screen.findByRole('heading', { level: 1, name: 'Способы оплаты' })).toBeTruthy()
  await screen.findByText('Основная')
  const [first, second] = await rows()
  expect(first).toMatch(/МИР •••• 4417.*Основная.*продлевается Пакет\. Действует до 09\/28/)
  expect(second).toMatch(/Visa •••• 0923/)
  expect(second).not.toContain('Основная')
})

test('a card that has expired says so', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-01T09:00:00Z') })
  await open('/payment_methods', { get_bank_cards: [two] })
  await screen.findByText('Основная')
  expect((await rows())[1]).toContain('Запасная. Срок истёк: 02/27')
})

test.each<[string, Parameters<typeof clientDataAnswer>[0], string, string]>([
  ['a renewal that is off', { autopaymentsEnabled: false }, 'Добавить другую можно здесь же', ''],
  ['no subscription', { status: 'registered', bundle: null }, 'Добавить другую можно здесь же', ''],
  ['a partner', { bundle: 'megafon' }, 'Списания будут с карты, указанной в кабинете партнёра', '[O-ROLE-08]'],
])('%s: the main card does not say that it renews; of %j its removal says «%s» %s', async (_, client, consequence) => {
  await open('/payment_methods', { get_client_data: [clientDataAnswer(client)], get_bank_cards: [two] })
  await screen.findByText('Основная')
  await waitFor(async () => expect((await rows())[0]).toContain('С неё платите в первую очередь'))
  fireEvent.click(await screen.findByRole('button', { name: 'Удалить карту, номер кончается на 4417' }))
  expect((await screen.findByRole('dialog', { name: /^Удалить карту/ })).textContent).toContain(consequence)
})

test('asks for no card when a partner pays the renewals [O-ROLE-08]', async () => {
  const client = clientDataAnswer({ bundle: 'megafon' })
  await open('/payment_methods', { get_client_data: [client], get_bank_cards: [noCards] })
  expect(await screen.findByText('Для продления она не нужна: за Пакет платит партнёр')).toBeTruthy()
})

test('without a card, and while it is not known who pays, nothing is shown that a card renews [C-PROFILE-06]', async () => {
  await open('/payment_methods', { get_client_data: ['no connection'], get_bank_cards: [noCards] })
  const dialog = await screen.findByRole('dialog', { name: 'Что-то пошло не так' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Закрыть' }))
  expect(await screen.findByText('Добавьте карту, чтобы не вводить её при оплате')).toBeTruthy()
})

test('a partner’s subscription that is over needs no partner: the card is one’s own again', async () => {
  const client = clientDataAnswer({ status: 'deactivated', bundle: 'megafon' })
  await open('/payment_methods', { get_client_data: [client], get_bank_cards: [noCards] })
  expect(await screen.findByText('Добавьте карту, чтобы не вводить её при оплате')).toBeTruthy()
})

test('while it is not known who pays, the main card does not say that it renews, and is removed with the warning [C-PROFILE-07]', async () => {
  await open('/payment_methods', { get_client_data: ['no connection'], get_bank_cards: [two] })
  await closeDialog('Что-то пошло не так', 'Закрыть')
  expect((await rows())[0]).toContain('С неё платите в первую очередь')
  fireEvent.click(await screen.findByRole('button', { name: 'Удалить карту, номер кончается на 4417' }))
  const confirmation = await screen.findByRole('dialog', { name: 'Удалить карту •••• 4417?' })
  expect(confirmation.textContent).toContain('Без основной карты Пакет и опции могут не продлиться')
})

test('without a card says so and offers to add one [C-PROFILE-06]', async () => {
  await open('/payment_methods', { get_bank_cards: [noCards] })
  expect(await screen.findByRole('heading', { name: 'Карт пока нет' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Добавить карту' })).toBeTruthy()
})
test.each([
  ['without a card', noCards],
  ['beside other cards', two],
])('«Добавить карту» %s opens the bank’s page [C-PROFILE-06]', async (_, known) => {
  const formUrl = 'https://pay.example/form/1'
  const { services } = await open('/payment_methods', {
    get_bank_cards: [known],
    register_binding: [{ body: { code: 0, formUrl } }],
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Добавить карту' }))
  await waitFor(() => expect(vi.mocked(services.host.openPayment).mock.calls.map(([url]) => url)).toEqual([formUrl]))
})

test('a card is removed after a confirmation, and the list is read again [C-PROFILE-07] [C-MODAL-13] [C-MODAL-15]', async () => {
  const answers = { get_bank_cards: [two, noCards], unbind_card: [{ body: { code: 0 } }] }
  const { sent } = await open('/payment_methods', answers)
  fireEvent.click(await screen.findByRole('button', { name: 'Удалить карту, номер кончается на 4417' }))
  const confirmation = await screen.findByRole('dialog', { name: 'Удалить карту •••• 4417?' })
  fireEvent.click(within(confirmation).getByRole('button', { name: 'Удалить карту' }))
  expect(await screen.findByRole('dialog', { name: 'Карта удалена' })).toBeTruthy()
  expect(await screen.findByText('Карт пока нет')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Перейти в личный кабинет' }))
  await waitFor(() => expect(window.location.pathname).toBe('/profile'))
  expect(sent.filter(({ call }) => call === 'unbind_card')).toEqual([
    { call: 'unbind_card', body: { bankCardId: 'c1' } },
  ])
})

test.each<[string, Answers['x'], string, string]>([
  ['code 3 [C-ERR-31]', [{ body: { code: 3 } }], 'Произошла ошибка', 'Написать в поддержку'],
  ['HTTP 422 [C-ERR-31]', [{ status: 422, body: { code: 3 } }], 'Произошла ошибка', 'Написать в поддержку'],
  ['HTTP 500 [C-ERR-32]', [{ status: 500 }], 'Что-то пошло не так', 'Попробовать ещё раз'],
  ['no answer [C-ERR-32]', ['no connection'], 'Нет связи', 'Попробовать ещё раз'],
])('cards that cannot be read: %s; the page has a way on too', async (_, answer, title, button) => {
  await open('/payment_methods', { get_bank_cards: [...answer, two] })
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  expect(dialog.getByRole('button', { name: button })).toBeTruthy()
  await closeDialog(title)
  fireEvent.click(await screen.findByRole('button', { name: 'Попробовать ещё раз' }))
  expect(await screen.findByText('Основная')).toBeTruthy()
})

test.each([
  ['/payment_gateway?event=card-binding&from=profile', null, ['Карта добавлена']],
  ['/payment_gateway?event=card-binding&from=profile&result=failed', 'Не удалось добавить/изменить карту', []],
])(
  'the bank’s page comes back by %s to the list, read again, and the result is shown (OP-33)',
  async (path, title, news) => {
    const { count } = await open(path, { get_bank_cards: [two] })
    expect(await screen.findByText('Основная')).toBeTruthy()
    expect(window.location.pathname + window.location.search).toBe('/payment_methods')
    await waitFor(() => expect(count('get_bank_cards')).toBeGreaterThan(0))
    const dialog = screen.queryByRole('dialog')
    if (title) expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
    else expect(dialog).toBeNull()
    expect(snackbars.items.map((snackbar) => snackbar.text)).toEqual(news)
  },
)

test('the payment history is shown by month, with day, way and sum [C-ROUTE-08]', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00Z') })
  await open('/payment_history', { get_payments: [{ body: { code: 0, result: several } }] })
  expect(await screen.findByRole('heading', { level: 2, name: 'Ноябрь' })).toBeTruthy()
  expect(screen.getAllByRole('heading', { level: 2 }).map(text)).toEqual(['Ноябрь', 'Октябрь', 'Октябрь 2025'])
  expect((await rows()).slice(0, 3)).toEqual([
    expect.stringMatching(/Пакет на 1 месяц.*1 ноября, карта •••• 4417.*199 ₽/),
    expect.stringMatching(/Пакет на 1 месяц.*31 октября, баллами.*1 990 баллов/),
    expect.stringMatching(/Пакет.*1 октября 2025, картой.*7 ₽/),
  ])
})

test('an empty history says so [C-ROUTE-08]', async () => {
  await open('/payment_history', { get_payments: [{ body: { code: 0, result: [] } }] })
  expect(await screen.findByRole('heading', { name: 'Платежей пока нет' })).toBeTruthy()
})

test('a history that cannot be read is retried in place [C-ROUTE-08]', async () => {
  const answers = { get_payments: [{ status: 500 }, { body: { code: 0, result: [] } }] }
  await open('/payment_history', answers)
  fireEvent.click(await screen.findByRole('button', { name: 'Попробовать ещё раз' }))
  expect(await screen.findByText('Платежей пока нет')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})
