import type { Option } from '@paket/sdk'
import { describe, expect, test, vi } from 'vitest'
import { type AfterOption, optionRenewalFlow } from '#web/features/options/option-renewal-flow.ts'
import type { MessageAction } from '#web/messages/message.ts'
import { type Answers, apiThatAnswers, cards, noCards } from '#support/fake-api.ts'
import { scriptedPorts } from '#support/scripted-ports.ts'

const family: Option = {
  optionId: 'f1',
  name: 'family_1_month',
  title: 'Семья',
  type: 'family_subscription',
  priceKopecks: 9900,
  durationDays: 31,
  status: 'active',
  startDate: new Date('2026-11-05T09:00:00Z'),
  endDate: new Date('2026-12-06T09:00:00Z'),
  isRenewal: true,
  autopaymentsEnabled: true,
  maxRelations: 2,
}
const done = { body: { code: 0 } }
const now = () => new Date('2026-11-20T09:00:00Z')

async function run(own: Partial<Option>, answers: Answers, message: MessageAction[]) {
  const { api, sent } = apiThatAnswers(answers)
  const { io, seen } = scriptedPorts({ message })
  const shown: unknown[] = []
  const ask: typeof io.ask = (name, given) => {
    shown.push(given)
    return io.ask(name, given)
  }
  const after = {
    refresh: vi.fn<AfterOption['refresh']>(),
    options: vi.fn<() => void>(),
    addCard: vi.fn<() => void>(),
    support: vi.fn<() => void>(),
  }
  await optionRenewalFlow({ ...family, ...own }, after, now)({ ...io, ask }, api)
  expect(message).toEqual([])
  return { seen, shown, after, sent }
}
const turnOff = (answers: Answers, message: MessageAction[]) => run({}, answers, message)
const turnOn = (answers: Answers, message: MessageAction[], own: Partial<Option> = {}) =>
  run({ autopaymentsEnabled: false, ...own }, answers, message)

describe('switching the renewal off', () => {
  test('asks with two buttons; the first sends nothing [O-OPTION-18] [O-OPTION-20]', async () => {
    const { shown, sent, after } = await turnOff({}, ['dismissed'])
    expect(shown).toMatchObject([
      {
        title: 'Выключить автопродление?',
        buttons: [
          { label: 'Не отключать', action: 'dismissed' },
          { label: 'Всё равно отключить', action: 'accept' },
        ],
      },
    ])
    expect({ sent, refreshCalls: after.refresh.mock.calls }).toEqual({ sent: [], refreshCalls: [] })
  })
  test.each([
    ['family_subscription', 'Опция «Семья» проработает до 6\u00a0декабря, а потом отключится у вас и близких'],
    ['music', 'Опция «Семья» проработает до 6\u00a0декабря, а потом отключится'],
  ])('%s is shown who loses it [O-OPTION-18] [O-ENTITY-09]', async (type, text) => {
    const { shown } = await run({ type }, {}, ['dismissed'])
    expect(shown).toMatchObject([{ text }])
  })
  test('then sends it once, and an alert says that it is off [O-OPTION-20] [O-OPTION-21]', async () => {
    const { seen, sent, after } = await turnOff({ change_autopayment_option: [done] }, ['accept', 'dismissed'])
    expect(sent).toEqual([{ call: 'change_autopayment_option', body: { optionId: 'f1', autopaymentsEnabled: false } }])
    expect(seen).toEqual([
      'message: Выключить автопродление?',
      'spinner: Выключаем продление',
      'message: Автопродление выключено',
    ])
    expect(after.refresh).toHaveBeenCalledExactlyOnceWith(false, expect.objectContaining({ ok: true }))
  })
  test('the question and the alert look as any of their kind', async () => {
    const { shown } = await turnOff({ change_autopayment_option: [done] }, ['accept', 'dismissed'])
    expect(shown).toEqual([
      expect.objectContaining({ id: 'option-renewal-off-question', form: 'dialog', image: 'clock' }),
      {
        id: 'option-renewal-off',
        title: 'Автопродление выключено',
        text: 'Опция работает до 6\u00a0декабря. Включить продление можно в любой момент',
        image: 'success',
        buttons: [{ label: 'Понятно', action: 'dismissed' }],
      },
    ])
  })
  test('without an end date no date is made up', async () => {
    const { shown } = await run({ endDate: null }, {}, ['dismissed'])
    expect(shown).toMatchObject([{ text: 'Опция «Семья» проработает, а потом отключится у вас и близких' }])
  })
})

describe('switching the renewal on', () => {
  test('shows the rules first; without «Включить продление» nothing is sent [O-OPTION-19] [O-OPTION-20]', async () => {
    const { shown, sent } = await turnOn({}, ['dismissed'])
    expect(shown).toEqual([
      {
        id: 'option-renewal-rules',
        title: 'Как продлевается опция',
        text: expect.stringMatching(
          /ещё на 1\s?месяц\. Отключить продление .* срока\. Без привязанной карты .* день\.$/,
        ),
        form: 'dialog',
        image: 'card',
        buttons: [
          { label: 'Включить продление', action: 'accept' },
          { label: 'Не сейчас', action: 'dismissed' },
        ],
      },
    ])
    expect(sent).toEqual([])
  })
  test('with a card, the main one or not, an alert names the next charge [O-OPTION-22]', async () => {
    const card = { body: { code: 0, cards: [{ id: 'c2', isMainCard: false }] } }
    const answers = { change_autopayment_option: [done], get_bank_cards: [card] }
    const { seen, shown, after, sent } = await turnOn(answers, ['accept', 'dismissed'])
    expect(sent[0]?.body).toEqual({ optionId: 'f1', autopaymentsEnabled: true })
    expect(seen[1]).toBe('spinner: Включаем продление')
    expect(shown[1]).toEqual({
      id: 'option-renewal-on',
      title: 'Автопродление включено',
      text: 'Следующее списание 6\u00a0декабря',
      image: 'success',
      buttons: [{ label: 'Понятно', action: 'dismissed' }],
    })
    expect(after.refresh).toHaveBeenCalledExactlyOnceWith(true, expect.objectContaining({ ok: true }))
  })
  test('without a card an alert says so, and when it ends [O-OPTION-23] [O-OPTION-24]', async () => {
    const answers = { change_autopayment_option: [done], get_bank_cards: [noCards] }
    const { shown, after } = await turnOn(answers, ['accept', 'dismissed'])
    expect(shown[1]).toMatchObject({
      id: 'option-renewal-without-card',
      image: 'card',
      title: 'Не нашли карту',
      text: expect.stringMatching(/Автопродление включено.*действует до 6\u00a0декабря/),
      buttons: [{ label: 'Привязать карту' }, {}],
    })
    expect(after.addCard).not.toHaveBeenCalled()
  })
  test('«Привязать карту» leads to the cards [O-OPTION-25]', async () => {
    const answers = { change_autopayment_option: [done], get_bank_cards: [noCards] }
    expect((await turnOn(answers, ['accept', 'addCard'])).after.addCard).toHaveBeenCalledOnce()
  })
  test('cards that cannot be read leave the switch on, and nothing is claimed about a card', async () => {
    const answers = { change_autopayment_option: [done], get_bank_cards: [{ status: 500 }] }
    const { shown, after } = await turnOn(answers, ['accept', 'dismissed'])
    expect(shown[1]).toMatchObject({
      id: 'option-renewal-unknown-card',
      title: 'Автопродление включено',
      text: expect.stringContaining('Проверьте'),
    })
    expect(after.refresh).toHaveBeenCalledExactlyOnceWith(true, expect.objectContaining({ ok: true }))
  })
  test.each([null, now()])('with the end date %s no date is made up', async (endDate) => {
    const answers = { change_autopayment_option: [done], get_bank_cards: [cards] }
    const { shown } = await turnOn(answers, ['accept', 'dismissed'], { endDate })
    expect(shown[1]).toMatchObject({ text: 'Оплата спишется в конце срока опции' })
  })
})

describe('a switch that fails', () => {
  test.each<[string, Answers['x']]>([
    ['code 2001', [{ body: { code: 2001 } }]],
    ['HTTP 422 with 2001', [{ status: 422, body: { code: 2001 } }]],
    ['HTTP 500 with 2001', [{ status: 500, body: { code: 2001 } }]],
  ])('%s: the option is not there; what is listed is old [O-ERR-01] [O-ERR-04]', async (_, answer) => {
    const { shown, after } = await turnOff({ change_autopayment_option: answer }, ['accept', 'options'])
    expect(shown[1]).toMatchObject({
      title: 'Опция не найдена',
      text: 'Убедитесь, что опция подключена, и попробуйте ещё раз',
      buttons: [{ label: 'К списку опций' }],
    })
    expect(after.options).toHaveBeenCalledOnce()
    expect(after.refresh.mock.calls).toMatchObject([[false, { failure: { outcome: 'option-not-found' } }]])
  })
  test.each<[string, Answers['x'], number | undefined]>([
    ['code 2000', [{ body: { code: 2000 } }], 2000],
    ['code 4220', [{ body: { code: 4220 } }], 4220],
    ['code 5000', [{ body: { code: 5000 } }], 5000],
    ['another code', [{ body: { code: 2002 } }], 2002],
    ['HTTP 422 with 4220', [{ status: 422, body: { code: 4220 } }], 4220],
    ['HTTP 500', [{ status: 500 }], 500],
  ])(
    '%s: the error with its code, and support; what is old now is shown by the failure [O-ERR-05]',
    async (_, answer, code) => {
      const { shown, after, sent } = await turnOff({ change_autopayment_option: answer }, ['accept', 'support'])
      expect(shown[1]).toMatchObject({ title: 'Произошла ошибка', code })
      expect(after.support).toHaveBeenCalledOnce()
      expect(sent).toHaveLength(1)
      expect(after.refresh.mock.calls).toMatchObject([[false, { failure: { outcome: 'error-with-code' } }]])
    },
  )
  test('without an answer says to check the connection, and sends the same again', async () => {
    const answers = { change_autopayment_option: ['no connection', { body: { code: 0 } }] } satisfies Answers
    const { shown, sent, after } = await turnOff(answers, ['accept', 'retry', 'dismissed'])
    expect(shown[1]).toMatchObject({ title: 'Нет связи', code: undefined })
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
    expect(after.refresh).toHaveBeenCalledTimes(2)
  })
  test('shows nothing itself when the session has ended', async () => {
    const { shown } = await turnOff({ change_autopayment_option: [{ status: 401 }] }, ['accept'])
    expect(shown).toHaveLength(1)
  })
})
