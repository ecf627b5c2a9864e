// @vitest-environment happy-dom
import { focusManager, onlineManager } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetVisit, readVisit } from '#web/analytics/visit.ts'
import { untilIdle } from '#web/flow/run-flow.ts'
import { snackbars } from '#web/modals/snackbars.ts'
import { anna, clientDataAnswer } from '#support/client-data.ts'
import { type Answers, cards, created, noCards, rejected, status } from '#support/fake-api.ts'
import { familyOption as family } from '#support/options.ts'
import { intentOf, storeIntent } from '#support/intents.ts'
import { leavePage, renderAccount } from '#support/render-page.tsx'

const inactive = { status: 'inactive', startDate: null, endDate: null, autopaymentsEnabled: false }
const options = (...own: object[]) => ({ body: { code: 0, result: own.map((one) => ({ ...family, ...one })) } })
const member = (relationId: string, subscriberName: string | null, state: string) => ({
  relationId,
  subscriberName,
  subscriberPhone: '79161112233',
  status: state,
})
const owner = { ...member('r0', 'Анна', 'owner'), subscriberPhone: '79001234567' }
const maria = member('r1', 'Мария', 'active')
const relations = (...members: object[]) => ({ body: { code: 0, result: { relations: [owner, ...members] } } })
const page = '/options/family_1_month'

function open(path: string, answers: Answers) {
  window.history.replaceState(null, '', path)
  return renderAccount({
    get_client_data: [clientDataAnswer()],
    get_user_profile: [anna],
    get_options: [options({})],
    get_subscriber_relations: [relations(maria)],
    get_bank_cards: [cards],
    ...answers,
  })
}
const text = (element: Element) => (element.textContent ?? '').replace(/\u00a0/g, ' ')
/** Returns the rows of the family block, as a screen reader reads them. */
const rows = async (first = 'Вы') => {
  await screen.findByText(first)
  const section = screen.getByRole('heading', { level: 2, name: /^(Близкие|Кто в семье)$/ }).closest('section')
  return within(section ?? document.body).getAllByRole('listitem')
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name })
const answer = async (title: string | RegExp, button: string) =>
  fireEvent.click(within(await dialog(title)).getByRole('button', { name: button }))
/** Fills in the new member and submits; returns the fields. */
function fillMember(form: ReturnType<typeof within>, name: string, phone: string): HTMLInputElement[] {
  const fields = [form.getByLabelText('Имя'), form.getByLabelText('Номер телефона')] as HTMLInputElement[]
  fireEvent.change(fields[0]!, { target: { value: name } })
  fireEvent.change(fields[1]!, { target: { value: phone } })
  fireEvent.click(form.getByRole('button', { name: 'Добавить' }))
  return fields
}
const queryIn = (name: string | RegExp) => screen.queryByRole('button', { name })

beforeEach(async () => {
  await storeIntent(null)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00Z') })
  window.sessionStorage.clear()
  forgetVisit()
})
afterEach(async () => {
  await leavePage()
  focusManager.setFocused(undefined)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the list of options', () => {
  test('shows each with its badge, and leads to it [C-ROUTE-28] [O-ROUTE-09] [O-OPTION-12] [O-OPTION-13] [O-OPTION-14] [O-OPTION-15]', async () => {
    const several = options(
      {},
      { ...inactive, optionId: 'b', name: 'b' },
      { status: 'new', optionId: 'c', name: 'c' },
      { autopaymentsEnabled: false, optionId: 'd', name: 'd' },
    )
    await open('/options', { get_options: [several] })
    expect(await screen.findByRole('heading', { level: 1, name: 'Опции' })).toBeTruthy()
    const links = await screen.findAllByRole('link', { name: /Семья/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([page, '/options/b', '/options/c', '/options/d'])
    const badges = ['Активна', '99 ₽/1 месяц', 'Подключается', 'до 6 декабря']
    badges.forEach((badge, place) => expect(text(links[place]!)).toContain(badge))
    fireEvent.click(links[1]!)
    expect(await screen.findByRole('button', { name: /^Подключить/ })).toBeTruthy()
  })
  test('is asked for by the current bundle', async () => {
    const { sent } = await open('/options', {})
    await screen.findByRole('link', { name: /Семья/ })
    expect(sent.find(({ call }) => call === 'get_options')?.body).toEqual({
      bundleId: clientDataAnswer().body.result.bundleId,
    })
  })
  test('without options says so', async () => {
    await open('/options', { get_options: [options()] })
    expect(await screen.findByRole('heading', { name: 'Опций пока нет' })).toBeTruthy()
  })
  test('without a bundle asks for none and leads to the account', async () => {
    const { count } = await open('/options', {
      get_client_data: [clientDataAnswer({ status: 'registered', bundle: null })],
    })
    expect(await screen.findByText(/начните с него/)).toBeTruthy()
    expect(count('get_options')).toBe(0)
    await press('На главную')
    expect(window.location.pathname).toBe('/profile')
  })
  test('is retried in place when it cannot be read', async () => {
    await open('/options', { get_options: [{ status: 500 }, options({})] })
    await press('Попробовать ещё раз')
    expect(await screen.findByRole('link', { name: /Семья/ })).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the page of an option', () => {
  test('has a banner with chip and title, and leads back to the list [O-ROUTE-10] [O-ROUTE-11] [O-OPTION-03] [O-OPTION-04] [O-OPTION-11]', async () => {
    await open(page, {})
    const title = await screen.findByRole('heading', { level: 1, name: 'Семья' })
    expect(text(title.parentElement!)).toMatch(/^Активна/)
    fireEvent.click(screen.getByRole('link', { name: 'Опции' }))
    expect(window.location.pathname).toBe('/options')
  })
  test('shows price, start and end [O-OPTION-06] [O-OPTION-07] [O-OPTION-08] [O-OPTION-16]', async () => {
    await open(page, {})
    await screen.findByText('Тариф')
    const facts = [...document.querySelectorAll('dt')].map((term) => `${text(term)}: ${text(term.nextElementSibling!)}`)
    expect(facts).toEqual(['Стоимость: 99 ₽ за 1 месяц', 'Подключена: 5 ноября', 'Продлится: 6 декабря'])
  })
  test.each([
    ['family_subscription', true],
    ['music', false],
  ])(
    'of the type %s speaks of close people: %s; its button follows its autopayments alone (OO-17) [O-ENTITY-09] [O-OPTION-17]',
    async (type, isShared) => {
      await open(page, { get_options: [options({ type, isRenewal: false })] })
      const tariff = (await screen.findByText('Тариф')).closest('section')
      expect(/[Бб]лизк/.test(text(tariff!))).toBe(isShared)
      expect(screen.getByRole('button', { name: 'Выключить автопродление' })).toBeTruthy()
    },
  )
  test.each<[string, Answers['x']]>([
    ['code 2000', [rejected(2000)]],
    ['HTTP 422', [{ status: 422 }]],
    ['HTTP 500', [{ status: 500 }]],
    ['no answer', ['no connection']],
  ])('leads to the account when it cannot be read (%s) [O-OPTION-10]', async (_, reply) => {
    await open(page, { get_options: reply })
    await waitFor(() => expect(window.location.pathname).toBe('/profile'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  test('says so when the option is not listed, and leads to the list [O-ERR-02] [O-ERR-03] [O-ERR-04]', async () => {
    await open('/options/other', {})
    expect(await screen.findByRole('heading', { level: 1, name: 'Опция не найдена' })).toBeTruthy()
    expect(screen.getByText('Убедитесь, что опция подключена, и попробуйте ещё раз')).toBeTruthy()
    await press('К списку опций')
    expect(window.location.pathname).toBe('/options')
  })
  test('has no controls while it is being connected, and is asked again until it is in use (T11, D-15)', async () => {
    vi.useRealTimers()
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-20T09:00:00Z') })
    await open(page, { get_options: [options({ status: 'new' }), options({})] })
    expect(await screen.findByText('Подключается')).toBeTruthy()
    expect({ renewal: queryIn(/автопродление/), add: queryIn('Добавить'), buy: queryIn(/Подключить/) }).toEqual({
      renewal: null,
      add: null,
      buy: null,
    })
    await act(() => vi.advanceTimersByTimeAsync(15_001))
    expect(await screen.findByText('Активна')).toBeTruthy()
  })
  test('has no family for an unknown kind', async () => {
    const { count } = await open(page, { get_options: [options({ type: 'music', title: 'Музыка' })] })
    expect(await screen.findByText('Тариф')).toBeTruthy()
    expect(screen.queryByText('Близкие')).toBeNull()
    expect(count('get_subscriber_relations')).toBe(0)
  })
  test('opens what close people get, and what the option is [O-FAMILY-03] [O-FAMILY-05] [O-FAMILY-10] [O-OPTION-05] [O-MODAL-11]', async () => {
    await open(page, {})
    await press('Что доступно близким')
    const benefits = await dialog('Что доступно близким')
    expect(text(benefits)).toMatch(/Каждый выбирает свои.*доставки остаются только у организатора/)
    fireEvent.click(within(benefits).getByRole('button', { name: 'Понятно' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press('Подробнее про опцию')
    expect(text(await dialog('Опция «Семья»'))).toMatch(/с 2 близкими.*99 ₽ за 1 месяц/)
  })
  test.each<['active' | 'new' | 'inactive', boolean]>([
    ['active', false],
    ['new', false],
    ['inactive', true],
  ])('%s shows on a phone what close people get: %s [O-FAMILY-09] (T11)', async (state, isShown) => {
    await open(page, { get_options: [options({ status: state })] })
    const title = await screen.findByRole('heading', { name: 'Близким доступно' })
    expect(title.closest('.hidden') === null).toBe(isShown)
  })
  test('names no day when the last one has passed, though it is in use', async () => {
    await open(page, { get_options: [options({ endDate: '2026-11-06T12:00:00+03:00' })] })
    await screen.findByText('Тариф')
    expect([...document.querySelectorAll('dt')].map(text)).toEqual(['Стоимость', 'Подключена'])
  })
})

describe('the renewal of an option', () => {
  test('is switched off by the organizer after a confirmation; the options are read again, and an alert says so [O-MODAL-06] [O-OPTION-09] [O-OPTION-17] [O-OPTION-18] [O-OPTION-20] [O-OPTION-21] [O-ROLE-02] [O-ROLE-03]', async () => {
    const { sent, count } = await open(page, {
      get_options: [options({}), options({ autopaymentsEnabled: false })],
      change_autopayment_option: [{ body: { code: 0 } }],
    })
    expect(await screen.findByText(/Опцию оплачивает организатор, он же управляет автопродлением/)).toBeTruthy()
    await press('Выключить автопродление')
    await answer('Выключить автопродление?', 'Не отключать')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(count('change_autopayment_option')).toBe(0)
    await press('Выключить автопродление')
    await answer('Выключить автопродление?', 'Всё равно отключить')
    await answer('Автопродление выключено', 'Понятно')
    expect(await screen.findByRole('button', { name: 'Включить автопродление' })).toBeTruthy()
    expect(sent.filter(({ call }) => call === 'change_autopayment_option')).toMatchObject([
      { body: { optionId: family.optionId, autopaymentsEnabled: false } },
    ])
    expect({ getOptions: count('get_options'), getClientData: count('get_client_data') }).toEqual({
      getOptions: 2,
      getClientData: 1,
    })
  })
  test('is switched on with a card after its rules; an alert names the next charge [O-OPTION-19] [O-OPTION-20] [O-OPTION-22]', async () => {
    const { count } = await open(page, {
      get_options: [options({ autopaymentsEnabled: false })],
      change_autopayment_option: [{ body: { code: 0 } }],
    })
    await press('Включить автопродление')
    await dialog('Как продлевается опция')
    expect(count('change_autopayment_option')).toBe(0)
    await answer('Как продлевается опция', 'Включить продление')
    expect(text(await dialog('Автопродление включено'))).toContain('Следующее списание 6 декабря')
  })
  test('switched on without a card leads to the cards, and reads the profile again too [O-OPTION-19] [O-OPTION-23] [O-OPTION-24] [O-OPTION-25] [O-OPTION-27]', async () => {
    const { count } = await open(page, {
      get_options: [options({ autopaymentsEnabled: false }), options({})],
      get_bank_cards: [noCards],
      change_autopayment_option: [{ body: { code: 0 } }],
    })
    await press('Включить автопродление')
    await answer('Как продлевается опция', 'Включить продление')
    await answer('Не нашли карту', 'Привязать карту')
    await waitFor(() => expect(window.location.pathname).toBe('/payment_methods'))
    await waitFor(() => expect(count('get_client_data')).toBe(2))
  })
  test('leads to the list when the option is gone, read again [O-ERR-01] [O-ERR-04]', async () => {
    const { count } = await open(page, { change_autopayment_option: [rejected(2001)] })
    await press('Выключить автопродление')
    await answer('Выключить автопродление?', 'Всё равно отключить')
    await answer('Опция не найдена', 'К списку опций')
    await waitFor(() => expect(window.location.pathname).toBe('/options'))
    expect(count('get_options')).toBe(2)
  })
})

describe('the family', () => {
  test('lists its members, the organizer first as «Вы» with a crown with their states [O-FAMILY-06] [O-FAMILY-15] [O-FAMILY-16] [O-FAMILY-17] [O-FAMILY-18] [O-FAMILY-19] [O-FAMILY-20] [O-FAMILY-21] [O-FAMILY-22] [O-FAMILY-23]', async () => {
    const pending = member('r3', null, 'waiting_for_activation')
    const changing = [
      member('r4', 'Олег', 'new'),
      member('r5', 'Инна', 'waiting_for_renewal'),
      member('r6', 'Пётр', 'waiting_for_deactivation'),
    ]
    const { sent } = await open(page, {
      get_subscriber_relations: [{ body: { code: 0, result: { relations: [maria, pending, ...changing, owner] } } }],
    })
    const list = await rows()
    const relationsCall = sent.find(({ call }) => call === 'get_subscriber_relations')
    expect(relationsCall?.body).toEqual({ optionId: family.optionId })
    expect(list.map(text)).toEqual([
      'Вы+7 (900) 123-45-67Организатор',
      'ММария+7 (916) 111-22-33Активный',
      '7+7 (916) 111-22-33Подключаем',
      'ООлег+7 (916) 111-22-33Подключаем',
      'ИИнна+7 (916) 111-22-33Активный',
      'ППётр+7 (916) 111-22-33Удаляем',
    ])
    const crowned = list.filter((row) => row.querySelector('[data-icon=crown]'))
    expect(crowned).toEqual([list[0]])
    expect(list.map((row) => row.querySelector('[data-colour]')?.getAttribute('data-colour'))).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '0',
    ])
  })
  test('has five colours; the sixth row starts again [O-FAMILY-17]', async () => {
    const members = ['r1', 'r2', 'r3', 'r4', 'r5'].map((id) => member(id, id, 'active'))
    await open(page, { get_options: [options({ maxRelations: 6 })], get_subscriber_relations: [relations(...members)] })
    const colours = (await rows())
      .slice(0, 6)
      .map((row) => /bg-\S+ text-\S+$/.exec(row.firstElementChild!.className)?.[0])
    expect({ size: new Set(colours.filter(Boolean)).size, sixth: colours[5] }).toEqual({ size: 5, sixth: colours[0] })
  })
  test.each([
    [[maria], 2, true],
    [[maria, member('r2', 'Олег', 'new')], 2, false],
    [[maria, member('r2', 'Олег', 'new')], 3, true],
    [[maria, member('r2', 'Олег', 'error')], 2, true],
  ])(
    'with %j of %i has a free place with «Добавить»: %s [O-FAMILY-02] [O-FAMILY-07] [O-FAMILY-32]',
    async (members, maxRelations, isFree) => {
      await open(page, {
        get_options: [options({ maxRelations })],
        get_subscriber_relations: [relations(...members)],
      })
      const list = await rows()
      expect(list.map(text).filter((row) => row.includes('Свободное место'))).toHaveLength(isFree ? 1 : 0)
      expect(queryIn('Добавить') !== null).toBe(isFree)
    },
  )
  test('shows three placeholders while it is loading [O-FAMILY-13]', async () => {
    window.history.replaceState(null, '', page)
    const { services } = await open(page, {})
    expect(services).toBeTruthy()
    await waitFor(() => expect(document.querySelectorAll('[data-skeleton=member]')).toHaveLength(3))
    await rows()
    expect(document.querySelectorAll('[data-skeleton=member]')).toHaveLength(0)
  })
  test('says so in its place when it cannot be read, and is retried [O-FAMILY-11] [O-FAMILY-12]', async () => {
    await open(page, { get_subscriber_relations: [rejected(2000), relations(maria)] })
    const failed = await screen.findByRole('alert')
    expect(text(failed)).toMatch(/Не удалось загрузить.*Попробуйте снова или зайдите позже/)
    expect(screen.getByText('Тариф')).toBeTruthy()
    await press('Попробовать ещё раз')
    expect(await screen.findByText('Мария')).toBeTruthy()
  })
  test('without a network says so in its place, and is read when there is one again [O-FAMILY-11] [O-FAMILY-12]', async () => {
    act(() => onlineManager.setOnline(false))
    try {
      const { sent } = await open(page, {
        get_subscriber_relations: ['no connection', 'no connection', relations(maria)],
      })
      const countRelationReads = () => sent.filter(({ call }) => call === 'get_subscriber_relations').length
      await screen.findByRole('alert')
      await press('Попробовать ещё раз')
      await waitFor(() => expect(countRelationReads()).toBe(2))
      await waitFor(() =>
        expect(screen.getByRole('alert').querySelector('button[disabled], [aria-busy=true]')).toBeNull(),
      )
      expect(text(screen.getByRole('alert'))).toContain('Попробовать ещё раз')
      act(() => onlineManager.setOnline(true))
      expect(await screen.findByText('Мария')).toBeTruthy()
    } finally {
      act(() => onlineManager.setOnline(true))
    }
  })
  test.each([
    [[maria], true],
    [[member('r1', 'Мария', 'waiting_for_renewal')], false],
    [[], false],
  ])('with %j shows the edit icon: %s [O-FAMILY-26]', async (members, isShown) => {
    await open(page, { get_subscriber_relations: [relations(...members)] })
    await rows()
    expect(queryIn('Изменить список') !== null).toBe(isShown)
  })
  test('is edited: the icon turns it on and off, «Готово» off; only active members can be removed [O-FAMILY-08] [O-FAMILY-25] [O-FAMILY-27]', async () => {
    const others = ['new', 'waiting_for_activation', 'waiting_for_renewal', 'waiting_for_deactivation', 'error']
    const members = [maria, ...others.map((state, place) => member(`x${place}`, `Близкий ${place}`, state))]
    await open(page, { get_subscriber_relations: [relations(...members)] })
    await rows()
    const removals = () => screen.queryAllByRole('button', { name: /^Удалить/ })
    const icon = screen.getByRole('button', { name: 'Изменить список' })
    expect({ removals: removals(), ariaPressed: icon.getAttribute('aria-pressed') }).toEqual({
      removals: [],
      ariaPressed: 'false',
    })
    fireEvent.click(icon)
    expect(removals().map(text)).toEqual(['Удалить Мария'])
    fireEvent.click(icon)
    expect(removals()).toEqual([])
    fireEvent.click(icon)
    await press('Готово')
    expect({
      removals: removals(),
      ariaPressed: icon.getAttribute('aria-pressed'),
      activeElement: document.activeElement,
    }).toEqual({ removals: [], ariaPressed: 'false', activeElement: icon })
  })
  test('takes a member who was added, and shows them being connected [O-FAMILY-01] [O-FAMILY-28] [O-FAMILY-30] [O-FAMILY-31] [O-ROLE-01] [O-VALID-04]', async () => {
    const { sent } = await open(page, {
      get_subscriber_relations: [relations(), relations(member('r2', 'Олег', 'new'))],
      create_subscriber_relation: [{ body: { code: 0, result: { relationId: 'r2' } } }],
    })
    await press('Добавить')
    const form = within(await dialog('Добавить близкого'))
    fillMember(form, ' Олег ', '8 (916) 111 22 33')
    const shown = await dialog('Близкий добавлен')
    expect(within(shown).getByRole('button', { name: 'Добавить ещё' })).toBeTruthy()
    fireEvent.click(within(shown).getByRole('button', { name: 'Понятно' }))
    expect(await screen.findByText('Подключаем')).toBeTruthy()
    // The last free place.
    await press('Добавить')
    fillMember(within(await dialog('Добавить близкого')), 'Инна', '79162223344')
    expect(within(await dialog('Близкий добавлен')).queryByRole('button', { name: 'Добавить ещё' })).toBeNull()
    expect(sent.find(({ call }) => call === 'create_subscriber_relation')?.body).toEqual({
      optionId: family.optionId,
      subscriberRelationName: 'Олег',
      subscriberRelationPhone: '79161112233',
    })
  })
  test('leads to the list, read again, when it is gone as a member is added [O-ERR-07]', async () => {
    const { count } = await open(page, {
      get_options: [options({}), options()],
      create_subscriber_relation: [rejected(2000)],
    })
    await press('Добавить')
    fillMember(within(await dialog('Добавить близкого')), 'Олег', '79161112233')
    await answer('Опция не найдена', 'К списку опций')
    expect(await screen.findByRole('heading', { name: 'Опций пока нет' })).toBeTruthy()
    expect(count('get_options')).toBe(2)
  })
  test('leads to the list, read again, when it is gone as a member is removed [O-ERR-14]', async () => {
    const { count } = await open(page, {
      get_options: [options({}), options()],
      delete_subscriber_relation: [rejected(2000)],
    })
    await press('Изменить список')
    await press('Удалить Мария')
    await answer('Удалить близкого Мария, вы уверены?', 'Удалить')
    await answer('Опция не найдена', 'К списку опций')
    expect(await screen.findByRole('heading', { name: 'Опций пока нет' })).toBeTruthy()
    expect(count('get_options')).toBe(2)
  })
  /** An answer that never arrives. */
  const hanging = [new Promise<never>(() => undefined)]
  test('has a spinner while a member is added [O-FAMILY-29]', async () => {
    await open(page, { create_subscriber_relation: hanging })
    await press('Добавить')
    fillMember(within(await dialog('Добавить близкого')), 'Олег', '79161112233')
    await dialog('Добавляем близкого')
  })
  test('has a spinner while a member is removed, which is asked about with two buttons [O-FAMILY-34] [O-FAMILY-35]', async () => {
    const { count } = await open(page, { delete_subscriber_relation: hanging })
    await press('Изменить список')
    await press('Удалить Мария')
    const question = 'Удалить близкого Мария, вы уверены?'
    await answer(question, 'Не удалять')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(count('delete_subscriber_relation')).toBe(0)
    await press('Удалить Мария')
    await answer(question, 'Удалить')
    await dialog('Удаляем близкого')
  })
  test('removes a removed member from the list [O-FAMILY-33] [O-FAMILY-36] [O-ROLE-01]', async () => {
    const { count } = await open(page, {
      get_subscriber_relations: [relations(maria), relations({ ...maria, status: 'waiting_for_deactivation' })],
      delete_subscriber_relation: [{ body: { code: 0 } }],
    })
    await press('Изменить список')
    await press('Удалить Мария')
    await answer('Удалить близкого Мария, вы уверены?', 'Удалить')
    await answer('Близкий удалён', 'Понятно')
    expect(await screen.findByText('Удаляем')).toBeTruthy()
    expect({ edit: queryIn('Изменить список'), removals: count('delete_subscriber_relation') }).toEqual({
      edit: null,
      removals: 1,
    })
  })
  test('ends editing when no member can be removed, even if one can be later [O-FAMILY-26]', async () => {
    vi.useRealTimers()
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-20T09:00:00Z') })
    const oleg = member('r2', 'Олег', 'new')
    const leaving = { ...maria, status: 'waiting_for_deactivation' }
    await open(page, {
      get_subscriber_relations: [
        relations(maria, oleg),
        relations(leaving, oleg),
        relations({ ...oleg, status: 'active' }),
      ],
    })
    await press('Изменить список')
    await act(() => vi.advanceTimersByTimeAsync(15_001))
    expect(await screen.findByText('Удаляем')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(15_001))
    const icon = await screen.findByRole('button', { name: 'Изменить список' })
    expect(icon.getAttribute('aria-pressed')).toBe('false')
    expect({ remove: queryIn(/^Удалить/), done: queryIn('Готово') }).toEqual({ remove: null, done: null })
  })
  test('is asked again every 15 s while it is changing, not while the page is hidden, and no more when it has settled [O-FAMILY-24]', async () => {
    vi.useRealTimers()
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-20T09:00:00Z') })
    const { count } = await open(page, {
      get_subscriber_relations: [relations({ ...maria, status: 'new' }), relations(maria)],
    })
    await screen.findByText('Подключаем')
    focusManager.setFocused(false)
    await act(() => vi.advanceTimersByTimeAsync(45_001))
    expect(count('get_subscriber_relations')).toBe(1)
    focusManager.setFocused(true)
    await act(() => vi.advanceTimersByTimeAsync(15_001))
    expect(await screen.findByText('Активный')).toBeTruthy()
    const settled = count('get_subscriber_relations')
    await act(() => vi.advanceTimersByTimeAsync(60_001))
    expect(count('get_subscriber_relations')).toBe(settled)
  })
})

describe('the form of a member', () => {
  const fill = async (name: string, phone: string) => {
    await open(page, {})
    await press('Добавить')
    const form = within(await dialog('Добавить близкого'))
    const fields = fillMember(form, name, phone)
    return { form, fields, alerts: form.getAllByRole('alert').map(text).filter(Boolean) }
  }
  test('shows the phone in its mask [O-VALID-03]', async () => {
    const { fields } = await fill('', '79001234567')
    expect(fields[1]?.value).toBe('+7 (900) 123-45-67')
    expect(fields[1]?.placeholder).toBe('+7 (900) 000-00-00')
    expect({ inputMode: fields[1]?.inputMode, type: fields[1]?.type }).toEqual({ inputMode: 'tel', type: 'tel' })
  })
  test.each([
    ['Anna', '79001234567', ['Можно ввести только кириллицу'], 0, '[O-VALID-06]'],
    ['', '79001234567', ['Можно ввести только кириллицу'], 0, '[O-VALID-06]'],
    ['Анна', '7900123456', ['Введите номер телефона'], 1, '[O-VALID-02]'],
    ['Анна', '+49 170 1234567', ['Введите номер телефона'], 1, '[O-VALID-01]'],
    ['Anna', '', ['Можно ввести только кириллицу', 'Введите номер телефона'], 0, '[O-VALID-02] [O-VALID-06]'],
  ])(
    'with %j and %j says %j, and the focus is in the first wrong field %s %s',
    async (name, phone, message, place, _row) => {
      const { fields, alerts } = await fill(name, phone)
      expect(alerts).toEqual(message)
      expect(document.activeElement).toBe(fields[place])
      expect(fields[place]?.getAttribute('aria-invalid')).toBe('true')
    },
  )
  test('hides the error when the field becomes valid', async () => {
    const { form, fields } = await fill('Anna', '79001234567')
    fireEvent.change(fields[0]!, { target: { value: 'Анна' } })
    expect(form.getAllByRole('alert').map(text).filter(Boolean)).toEqual([])
  })
})

describe('a family member', () => {
  const slave = (own: Answers = {}) =>
    open(page, {
      get_client_data: [clientDataAnswer({ bundle: 'slave' })],
      get_subscriber_master: [{ body: { code: 0, result: { phoneNumber: '79007654321' } } }],
      ...own,
    })
  test('sees the organizer and themselves, «2 из 2», and can change nothing [O-FAMILY-14] [O-ROLE-03] [O-ROLE-05]', async () => {
    const { sent, count } = await slave()
    await screen.findByText('+7 (900) 765-43-21')
    expect((await rows()).map(text)).toEqual(['+7 (900) 765-43-21Организатор', 'ВВы'])
    expect(screen.getByText('2 из 2')).toBeTruthy()
    expect({ renewal: queryIn(/автопродление/), add: queryIn('Добавить'), edit: queryIn('Изменить список') }).toEqual({
      renewal: null,
      add: null,
      edit: null,
    })
    expect(screen.queryByText('Тариф')).toBeNull()
    expect(count('get_subscriber_relations')).toBe(0)
    expect(sent.find(({ call }) => call === 'get_subscriber_master')?.body).toEqual({ subscriberId: 's1' })
  })
  test.each<[string, Answers['x']]>([
    ['code 2000', [rejected(2000)]],
    ['HTTP 500', [{ status: 500 }]],
    ['no answer', ['no connection']],
    ['a hidden phone', [{ body: { code: 0, result: { phoneNumber: null } } }]],
  ])('without the organizer’s phone (%s) sees the organizer all the same (OO-08)', async (_, reply) => {
    await slave({ get_subscriber_master: reply })
    expect((await rows()).map((row) => text(row).replace(', организатор', ''))).toEqual(['Организатор', 'ВВы'])
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  test('can buy an option again after leaving the family', async () => {
    await slave({
      get_client_data: [clientDataAnswer({ bundle: 'slave', status: 'deactivated' })],
      get_options: [options(inactive)],
    })
    expect(await screen.findByRole('button', { name: /^Подключить/ })).toBeTruthy()
  })
  test('cannot buy an option [O-ROLE-05]', async () => {
    await slave({ get_options: [options(inactive)] })
    await screen.findByRole('heading', { level: 1, name: 'Семья' })
    expect(queryIn(/Подключить/)).toBeNull()
  })
})

describe('buying an option', () => {
  const paid = { create_order: [created], get_order_status: [status('deposited')] }
  test('by the main card ends on its page, which reads the options again [C-MODAL-11] [C-MODAL-12]', async () => {
    const { sent, count } = await open(page, {
      ...paid,
      get_options: [options(inactive), options(inactive), options({})],
    })
    await press(/Подключить за 99\s₽/)
    const choice = await dialog(/^К оплате 99.₽ за/)
    expect(within(choice).queryByRole('radio', { name: /Баллы/ })).toBeNull()
    expect(text(choice)).toContain('Как продлевается опция')
    fireEvent.click(within(choice).getByRole('button', { name: 'Оплатить' }))
    await answer('Опция успешно оплачена', 'Перейти к опции')
    await act(untilIdle)
    expect(window.location.pathname).toBe(page)
    expect(await screen.findByText('Активна')).toBeTruthy()
    expect(sent.find(({ call }) => call === 'create_order')?.body).toMatchObject({ bundleId: family.optionId })
    expect(count('create_order')).toBe(1)
  })
  test('goes on when the page was reloaded during the payment, without another order', async () => {
    await storeIntent(intentOf({ what: { option: 'family_1_month' }, orderId: 'o7' }))
    const { count } = await open(page, { ...paid, get_options: [options({ status: 'new' })] })
    await answer('Опция успешно оплачена', 'Перейти к опции')
    await act(untilIdle)
    expect({ pathname: window.location.pathname, createOrder: count('create_order') }).toEqual({
      pathname: page,
      createOrder: 0,
    })
  })
  test.each([{ orderId: 'o7' }, { lastOrderId: 'o6' }])(
    'a bundle that was being bought over the page when it was reloaded (%j) ends as a bundle, and leads to the account',
    async (order) => {
      await storeIntent(intentOf({ ...order, renewing: true }))
      const { count } = await open(page, { ...paid, get_client_data: [clientDataAnswer({ orderId: 'o7' })] })
      await answer('Пакет продлён', 'Перейти в личный кабинет')
      await waitFor(() => expect(window.location.pathname).toBe('/profile'))
      expect(count('create_order')).toBe(0)
    },
  )
  test('another option that was being bought leads to its own page [C-MODAL-12]', async () => {
    await storeIntent(intentOf({ what: { option: 'other' }, orderId: 'o7' }))
    await open(page, paid)
    await answer('Опция успешно оплачена', 'Перейти к опции')
    await waitFor(() => expect(window.location.pathname).toBe('/options/other'))
  })
  test('names the fridge to the payment page when the visit came from there, and leads back to it [C-LAYOUT-08] [C-LAYOUT-10]', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    readVisit('?referrer=refrigerator')
    const { sent } = await open(page, { ...paid, get_options: [options(inactive)] })
    await press(/Подключить за 99\s₽/)
    await answer(/^К оплате 99.₽ за/, 'Оплатить')
    await answer('Опция успешно оплачена', 'Вернуться в холодильник выгоды')
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://fridge.example/'))
    expect(sent.find(({ call }) => call === 'create_order')?.body).toMatchObject({
      returnUrlParameters: { from: 'holodilnik' },
    })
  })
  test.each([
    ['new', 'Опция подключается'],
    ['active', 'Опция подключена'],
    ['inactive', 'Опция пока не подключается'],
  ])('in doubt is read again when the user checks it, and its state is said: %s', async (checked, said) => {
    const read = [options(inactive)]
    const { count } = await open(page, { create_order: [{ body: 'nonsense' }], get_options: read })
    await press(/Подключить за 99\s₽/)
    await answer(/^К оплате 99.₽ за/, 'Оплатить')
    await dialog('Ответ не пришёл')
    const reads = count('get_options')
    read[0] = options({ ...inactive, status: checked })
    await answer('Ответ не пришёл', 'Проверить опцию')
    await waitFor(() => expect(snackbars.items).toMatchObject([{ text: said }]))
    expect({ read: count('get_options') > reads, path: window.location.pathname }).toEqual({ read: true, path: page })
  })
  test('comes back from the payment page to the option [C-MODAL-12]', async () => {
    await storeIntent(intentOf({ what: { option: 'family_1_month' }, payment: 'newCard', orderId: 'o1' }))
    await open('/payment_gateway?event=payment&from=profile&orderId=o1', paid)
    await answer('Опция успешно оплачена', 'Перейти к опции')
    await waitFor(() => expect(window.location.pathname).toBe(page))
  })
})
