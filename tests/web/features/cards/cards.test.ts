import type { BankCard } from '@paket/sdk'
import { describe, expect, test, vi } from 'vitest'
import { addCardFlow, type AfterCards, removeCardFlow, cardNotAddedFlow } from '#web/features/cards/cards.ts'
import type { RenewalPayer } from '#web/domain/renewal.ts'
import type { FlowPorts } from '#web/flow/ports.ts'
import type { Flow } from '#web/flow/run-flow.ts'
import type { Message, MessageAction } from '#web/messages/message.ts'
import { type Answers, apiThatAnswers, cards } from '#support/fake-api.ts'
import { expectButtonFor } from '#support/scripted-ports.ts'

const card: BankCard = { id: 'c1', isMainCard: true, type: 'MIR', mask: '220012******4417', expiry: '09/28' }
const form = { body: { code: 0, formUrl: 'https://pay.example/form/1' } }
const done = { body: { code: 0 } }

/** Runs a flow whose modals are answered from a list; returns the modals, the requests and the effects. */
async function run(flowOf: (after: AfterCards) => Flow, answers: Answers, replies: MessageAction[], isKnown = true) {
  const shown: Message[] = []
  const opened: string[] = []
  const spinners: string[] = []
  const { api, sent } = apiThatAnswers(answers)
  const after = { refresh: vi.fn<() => void>(), account: vi.fn<() => void>(), support: vi.fn<() => void>() }
  const io = {
    async ask(_name: string, given: Message) {
      shown.push(given)
      const reply = replies.shift()
      if (!reply) throw new Error(`nothing was to be asked, but ${given.title} was`)
      expectButtonFor(reply, given)
      return reply
    },
    async spinner<T>(text: string, work: () => Promise<T>) {
      spinners.push(text)
      return work()
    },
    async openPayment(url: string) {
      opened.push(url)
      return isKnown ? 'back' : 'unknown'
    },
    // The card flows use no other ports.
  } as unknown as FlowPorts
  await flowOf(after)(io, api)
  expect(replies).toEqual([])
  return { titles: shown.map(({ title }) => title), shown, opened, spinners, after, sent: sent.map(({ call }) => call) }
}
const add = (answers: Answers, replies: MessageAction[] = [], isKnown = true) =>
  run((after) => addCardFlow('web', after), answers, replies, isKnown)
const remove = (
  answers: Answers,
  replies: MessageAction[],
  own: Partial<BankCard> = {},
  renewal: RenewalPayer | null = 'main-card',
) => run((after) => removeCardFlow({ ...card, ...own }, renewal, 'web', after), answers, replies)

describe('adding a card', () => {
  test('opens the bank’s page and reads the cards again [C-PROFILE-06]', async () => {
    const { opened, sent, after, titles } = await add({ register_binding: [form], get_bank_cards: [cards] })
    expect(opened).toEqual(['https://pay.example/form/1'])
    expect(sent).toEqual(['register_binding', 'get_bank_cards'])
    expect(after.refresh).toHaveBeenCalledOnce()
    expect(titles).toEqual([])
  })

  const title = 'Не удалось добавить/изменить карту'
  test.each([5, 6, 7])('code %i says so, and a retry starts again [C-ERR-26]', async (code) => {
    const answers = { register_binding: [{ body: { code } }, form], get_bank_cards: [cards] }
    const { titles, sent } = await add(answers, ['retry'])
    expect(titles).toEqual([title])
    expect(sent).toEqual(['register_binding', 'register_binding', 'get_bank_cards'])
  })
  test.each([3, 4])('code %i: adding is not possible now [C-ERR-27]', async (code) => {
    const { shown, sent } = await add({ register_binding: [{ body: { code } }] }, ['dismissed'])
    expect(shown).toMatchObject([{ title: 'Добавить карту сейчас нельзя', code: undefined }])
    expect(sent).toEqual(['register_binding'])
  })
  test('HTTP 422: the same, with the code [C-ERR-28]', async () => {
    const answers = { register_binding: [{ status: 422, body: { code: 3 } }] }
    const { shown, after } = await add(answers, ['support'])
    expect(shown).toMatchObject([{ title: 'Добавить карту сейчас нельзя', code: 3 }])
    expect(after.support).toHaveBeenCalledOnce()
  })
  test.each<[string, Answers['x'], string?]>([
    ['HTTP 500', [{ status: 500 }]],
    ['HTTP 503', [{ status: 503 }]],
    ['no answer', ['no connection'], 'Нет связи'],
  ])('%s: try again [C-ERR-29]', async (_, first, said = 'Что-то пошло не так') => {
    const { titles, sent } = await add({ register_binding: [...first, form], get_bank_cards: [cards] }, ['retry'])
    expect(titles).toEqual([said])
    expect(sent).toHaveLength(3)
  })
  test.each<[string, Answers['x'], number?]>([
    ['another code', [{ body: { code: 1 } }], 1],
    ['no address', [{ body: { code: 0 } }]],
    ['HTTP 404', [{ status: 404 }], 404],
  ])('%s: support, with the code [C-ERR-30]', async (_, first, code) => {
    const { shown, after } = await add({ register_binding: first }, ['support'])
    expect(shown).toMatchObject([{ title: 'Не получилось', code }])
    expect(after.support).toHaveBeenCalledOnce()
  })
  test('does not open a page at an unknown address, and says so', async () => {
    const { titles, sent } = await add({ register_binding: [form] }, ['dismissed'], false)
    expect(titles).toEqual(['Не получилось'])
    expect(sent).toEqual(['register_binding'])
  })
  test('leaves a failed read of the list to the page', async () => {
    const { titles, after } = await add({ register_binding: [form], get_bank_cards: [{ status: 500 }] })
    expect(titles).toEqual([])
    expect(after.refresh).toHaveBeenCalledOnce()
  })
  test('the fail address says that no card was added, and offers to try again [C-ERR-26]', async () => {
    const answers = { register_binding: [form], get_bank_cards: [cards] }
    const { titles, sent } = await run((after) => cardNotAddedFlow('web', after), answers, ['retry'])
    expect(titles).toEqual([title])
    expect(sent).toEqual(['register_binding', 'get_bank_cards'])
    const left = await run((after) => cardNotAddedFlow('web', after), {}, ['dismissed'])
    expect(left.sent).toEqual([])
  })
})

describe('removing a card', () => {
  test('asks for a confirmation, and removes nothing without it', async () => {
    const { shown, sent } = await remove({}, ['dismissed'])
    expect(shown).toMatchObject([
      {
        title: 'Удалить карту •••• 4417?',
        text: expect.stringContaining('Без основной карты Пакет и опции могут не продлиться'),
      },
    ])
    expect(sent).toEqual([])
  })
  test('a card that pays for nothing is removed with a calmer word', async () => {
    const { shown } = await remove({}, ['dismissed'], { isMainCard: false })
    expect(shown[0]?.text).toBe('С неё больше ничего не спишется. Добавить другую можно здесь же')
  })
  test('a main card that renews no subscription may pay for options [C-PROFILE-07]', async () => {
    const { shown } = await remove({}, ['dismissed'], {}, null)
    expect(shown[0]?.text).toBe(
      'С неё больше ничего не спишется. Если подключены опции, без неё они не продлятся. Добавить другую можно здесь же',
    )
  })
  test.each([
    [true, '. Если подключены опции, без неё они не продлятся'],
    [false, ''],
  ])(
    'a partner’s subscriber is shown what is charged then (main card: %s) [O-ROLE-08]',
    async (isMainCard, ofOptions) => {
      const { shown } = await remove({}, ['dismissed'], { isMainCard }, 'partner')
      expect(shown[0]?.text).toBe(
        `С неё больше ничего не спишется. Списания будут с карты, указанной в кабинете партнёра${ofOptions}`,
      )
    },
  )
  test.each([
    [0, true],
    [6, false],
  ])(
    'code %i (main card: %s): it is gone, and what to do next [C-PROFILE-07] [C-MODAL-13]',
    async (code, isMainCard) => {
      const answers = { unbind_card: [{ body: { code } }] }
      const { titles, after, sent } = await remove(answers, ['accept', 'dismissed'], { isMainCard })
      expect(titles).toEqual(['Удалить карту •••• 4417?', 'Карта удалена'])
      expect(sent).toEqual(['unbind_card'])
      expect(after.refresh).toHaveBeenCalledOnce()
      expect(after.account).not.toHaveBeenCalled()
    },
  )
  test('leads to the account [C-MODAL-15]', async () => {
    const { after } = await remove({ unbind_card: [done] }, ['accept', 'account'])
    expect(after.account).toHaveBeenCalledOnce()
  })
  test('leads to adding another card [C-MODAL-14]', async () => {
    const answers = { unbind_card: [done], register_binding: [form], get_bank_cards: [cards] }
    const { opened } = await remove(answers, ['accept', 'addCard'])
    expect(opened).toHaveLength(1)
  })
  test.each<[string, Answers['x'], string?]>([
    ['code 7', [{ body: { code: 7 } }]],
    ['code 8', [{ body: { code: 8 } }]],
    ['HTTP 500', [{ status: 500 }]],
    ['no answer', ['no connection'], 'Нет связи'],
  ])('%s: try again [C-ERR-33] [C-ERR-37]', async (_, first, said = 'Что-то пошло не так') => {
    const { titles, sent } = await remove({ unbind_card: [...first, done] }, ['accept', 'retry', 'dismissed'])
    expect(titles).toEqual(['Удалить карту •••• 4417?', said, 'Карта удалена'])
    expect(sent).toEqual(['unbind_card', 'unbind_card'])
  })
  test.each<[string, Answers['x']]>([
    ['another code', [{ body: { code: 1 } }]],
    ['HTTP 422 with 3', [{ status: 422, body: { code: 3 } }]],
    ['HTTP 422 with 4', [{ status: 422, body: { code: 4 } }]],
    ['HTTP 422 with 5', [{ status: 422, body: { code: 5 } }]],
  ])('%s: support [C-ERR-34] [C-ERR-35]', async (_, first) => {
    const { titles, after } = await remove({ unbind_card: first }, ['accept', 'support'])
    expect(titles[1]).toBe('Не получилось')
    expect(after.support).toHaveBeenCalledOnce()
  })
  test('any other HTTP 422 is shown by the session [C-ERR-36]', async () => {
    const { titles } = await remove({ unbind_card: [{ status: 422, body: { code: 4220 } }] }, ['accept'])
    expect(titles).toEqual(['Удалить карту •••• 4417?'])
  })
})
