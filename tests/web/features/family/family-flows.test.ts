import { describe, expect, test, vi } from 'vitest'
import type { Member } from '#web/domain/family.ts'
import { addMemberFlow } from '#web/features/family/add-member-flow.ts'
import type { AfterFamily } from '#web/features/family/after-family.ts'
import { removeMemberFlow } from '#web/features/family/remove-member-flow.ts'
import type { Flow } from '#web/flow/run-flow.ts'
import type { Message } from '#web/messages/message.ts'
import { type Answers, apiThatAnswers, rejected } from '#support/fake-api.ts'
import { scriptedPorts } from '#support/scripted-ports.ts'

const oleg = { name: 'Олег', phone: '79001234567' }
const ok = { body: { code: 0, result: { relationId: 'r2' } } }
const gone = { body: { code: 0 } }

async function run(
  flowOf: (after: AfterFamily) => Flow,
  answers: Answers,
  script: Parameters<typeof scriptedPorts>[0] = {},
) {
  const { api, sent } = apiThatAnswers(answers)
  const { io, seen } = scriptedPorts(script)
  const forms: unknown[] = []
  const messages: Message[] = []
  const ask: typeof io.ask = (name, given) => {
    if (name === 'addMember') forms.push(given)
    else messages.push(given as Message)
    return io.ask(name, given)
  }
  const after = {
    refresh: vi.fn<AfterFamily['refresh']>(),
    options: vi.fn<() => void>(),
    support: vi.fn<() => void>(),
  }
  await flowOf(after)({ ...io, ask }, api)
  expect(Object.values(script).flat()).toEqual([])
  return { seen, sent, forms, messages, after }
}
const add = (answers: Answers, script: Parameters<typeof scriptedPorts>[0], free = 2) =>
  run((after) => addMemberFlow({ optionId: 'f1', free }, after), answers, script)
const member: Member = { relationId: 'r1', subscriberName: 'Мария', subscriberPhone: '79161112233', status: 'active' }
const remove = (answers: Answers, message: Message['buttons'][number]['action'][], own: Partial<Member> = {}) =>
  run((after) => removeMemberFlow('f1', { ...member, ...own }, after), answers, { message })

describe('adding a member', () => {
  test('starts with the form; closing it adds no one [O-FAMILY-28]', async () => {
    const { seen, sent } = await add({}, { addMember: ['dismissed'] })
    expect({ seen, sent }).toEqual({ seen: [expect.stringContaining('addMember')], sent: [] })
  })
  test('without a free place asks for no one', async () => {
    expect((await add({}, {}, 0)).seen).toEqual([])
  })
  test('form, spinner, success; the members are read again [O-FAMILY-01] [O-FAMILY-29] [O-FAMILY-30] [O-ROLE-01]', async () => {
    const { seen, sent, messages, after } = await add(
      { create_subscriber_relation: [ok] },
      { addMember: [oleg], message: ['dismissed'] },
    )
    expect(seen.slice(1)).toEqual(['spinner: Добавляем близкого', 'message: Близкий добавлен'])
    expect(messages).toEqual([
      {
        id: 'member-added',
        title: 'Близкий добавлен',
        text: 'Олег получит СМС, когда Пакет подключится. Обычно это занимает до 5 минут',
        image: 'success',
        buttons: [
          { label: 'Добавить ещё', action: 'retry' },
          { label: 'Понятно', action: 'dismissed' },
        ],
      },
    ])
    expect(sent).toEqual([
      {
        call: 'create_subscriber_relation',
        body: { optionId: 'f1', subscriberRelationName: 'Олег', subscriberRelationPhone: '79001234567' },
      },
    ])
    expect(after.refresh.mock.calls).toEqual([['createSubscriberRelation', expect.objectContaining({ ok: true })]])
  })
  test('offers to add more, with an empty form, until the places are taken [O-FAMILY-31]', async () => {
    const { forms, messages, sent } = await add(
      { create_subscriber_relation: [ok] },
      { addMember: [oleg, { name: 'Инна', phone: '79007654321' }], message: ['retry', 'dismissed'] },
    )
    expect(forms).toEqual([
      { name: '', phone: '' },
      { name: '', phone: '' },
    ])
    expect(messages.map(({ buttons }) => buttons.map(({ label }) => label))).toEqual([
      ['Добавить ещё', 'Понятно'],
      ['Понятно'],
    ])
    expect(sent).toHaveLength(2)
  })
  test('2001: could not be added; a retry repeats the same request [O-ERR-08]', async () => {
    const { messages, forms, sent } = await add(
      { create_subscriber_relation: [rejected(2001), ok] },
      { addMember: [oleg], message: ['retry', 'dismissed'] },
    )
    expect(messages.map(({ title }) => title)).toEqual(['Не удалось добавить близкого', 'Близкий добавлен'])
    expect({ forms: forms.length, sent: sent.length }).toEqual({ forms: 1, sent: 2 })
    expect(sent[1]).toEqual(sent[0])
  })
  test('2002: in another option; a retry goes back to the filled form [O-ERR-09]', async () => {
    const { messages, forms, sent } = await add(
      { create_subscriber_relation: [rejected(2002)] },
      { addMember: [oleg, 'dismissed'], message: ['retry'] },
    )
    expect(messages[0]).toMatchObject({ title: 'Близкий уже подключён к другой опции' })
    expect({ lastForms: forms.at(-1), sent: sent.length }).toEqual({ lastForms: oleg, sent: 1 })
  })
  test('no answer: the member may have been added, so the list is read again and only the filled form sends them again', async () => {
    const { forms, sent, after } = await add(
      { create_subscriber_relation: ['no connection'] },
      { addMember: [oleg, 'dismissed'], message: ['retry'] },
    )
    expect({ lastForms: forms.at(-1), sent: sent.length }).toEqual({ lastForms: oleg, sent: 1 })
    expect(after.refresh.mock.calls).toMatchObject([
      ['createSubscriberRelation', { failure: { name: 'noConnection' } }],
    ])
  })
  test('2000: the option is not there, and the list of options [O-ERR-07]', async () => {
    const { messages, after } = await add(
      { create_subscriber_relation: [rejected(2000)] },
      { addMember: [oleg], message: ['options'] },
    )
    expect(messages[0]).toMatchObject({ title: 'Опция не найдена', buttons: [{ label: 'К списку опций' }] })
    expect(after.options).toHaveBeenCalledOnce()
  })
  test.each([
    [2003, 'Достигнут лимит', '[O-ERR-10]'],
    [2004, 'Попробуйте позже', '[O-ERR-11]'],
    [2005, 'Опция уже подключается', '[O-ERR-12]'],
  ])('%i: «%s», and that is all %s', async (code, title, _row) => {
    const { messages, sent } = await add(
      { create_subscriber_relation: [rejected(code)] },
      { addMember: [oleg], message: ['dismissed'] },
    )
    expect({ title: messages[0]?.title, sent: sent.length }).toEqual({ title, sent: 1 })
    expect(messages[0]?.text).not.toMatch(/списан/)
  })
  test.each<[string, Answers['x'], number | undefined]>([
    ['HTTP 422', [{ status: 422 }], undefined],
    ['HTTP 500', [{ status: 500 }], undefined],
    ['HTTP 503', [{ status: 503 }], undefined],
    ['another code', [rejected(2006)], 2006],
  ])('%s: the generic error, and support [O-ERR-06]', async (_, answer, code) => {
    const { messages, after } = await add(
      { create_subscriber_relation: answer },
      { addMember: [oleg], message: ['support'] },
    )
    expect(messages[0]).toMatchObject({ title: 'Произошла ошибка', code })
    expect(after.support).toHaveBeenCalledOnce()
  })
  test('the session’s end is shown by the session', async () => {
    const { messages } = await add({ create_subscriber_relation: [{ status: 401 }] }, { addMember: [oleg] })
    expect(messages).toEqual([])
  })
})

describe('removing a member', () => {
  test.each<[Partial<Member>, string]>([
    [{}, 'Удалить близкого Мария, вы уверены?'],
    [{ subscriberName: ' ' }, 'Удалить близкого +7 (916) 111-22-33, вы уверены?'],
    [{ subscriberName: null }, 'Удалить близкого +7 (916) 111-22-33, вы уверены?'],
    [{ subscriberName: null, subscriberPhone: null }, 'Удалить близкого, вы уверены?'],
  ])('of %j asks «%s» [O-FAMILY-33]', async (own, title) => {
    expect((await remove({}, ['dismissed'], own)).messages[0]?.title).toBe(title)
  })
  test('has two buttons; «Не удалять» sends nothing [O-FAMILY-34]', async () => {
    const { messages, sent } = await remove({}, ['dismissed'])
    expect(messages[0]?.buttons).toEqual([
      { label: 'Удалить', action: 'accept', danger: true },
      { label: 'Не удалять', action: 'dismissed' },
    ])
    expect(sent).toEqual([])
  })
  test('then spinner and success; the members are read again [O-FAMILY-35] [O-FAMILY-36] [O-ROLE-01]', async () => {
    const { seen, sent, messages, after } = await remove({ delete_subscriber_relation: [gone] }, [
      'accept',
      'dismissed',
    ])
    expect(messages).toEqual([
      {
        id: 'member-removal-question',
        title: 'Удалить близкого Мария, вы уверены?',
        text: 'Преимущества Пакета отключатся, место освободится',
        form: 'dialog',
        image: 'error',
        buttons: [
          { label: 'Удалить', action: 'accept', danger: true },
          { label: 'Не удалять', action: 'dismissed' },
        ],
      },
      {
        id: 'member-removed',
        title: 'Близкий удалён',
        text: 'Место освободится через несколько минут, и вы сможете добавить другого близкого',
        image: 'success',
        buttons: [{ label: 'Понятно', action: 'dismissed' }],
      },
    ])
    expect(seen.slice(1)).toEqual(['spinner: Удаляем близкого', 'message: Близкий удалён'])
    expect(sent).toEqual([{ call: 'delete_subscriber_relation', body: { optionId: 'f1', relationId: 'r1' } }])
    expect(after.refresh.mock.calls).toEqual([['deleteSubscriberRelation', expect.objectContaining({ ok: true })]])
  })
  test.each([
    [2000, 'Опция не найдена', '[O-ERR-14]'],
    [2001, 'Попробуйте позже', '[O-ERR-15]'],
    [2002, 'Достигнут лимит', '[O-ERR-16]'],
  ])('%i: «%s» %s', async (code, title, _row) => {
    const { messages, sent } = await remove({ delete_subscriber_relation: [rejected(code)] }, ['accept', 'dismissed'])
    expect({ title: messages[1]?.title, sent: sent.length }).toEqual({ title, sent: 1 })
    expect(messages[1]?.text).not.toMatch(/списан/)
  })
  test('leads to the list of options when the option is gone [O-ERR-14]', async () => {
    const { after } = await remove({ delete_subscriber_relation: [rejected(2000)] }, ['accept', 'options'])
    expect(after.options).toHaveBeenCalledOnce()
  })
  test.each<[string, Answers['x'], number | undefined]>([
    ['HTTP 422', [{ status: 422 }], undefined],
    ['HTTP 500', [{ status: 500 }], undefined],
    ['another code', [rejected(2003)], 2003],
  ])('%s: the generic error, and support [O-ERR-13]', async (_, answer, code) => {
    const { messages, after } = await remove({ delete_subscriber_relation: answer }, ['accept', 'support'])
    expect(messages[1]).toMatchObject({ title: 'Произошла ошибка', code })
    expect(after.support).toHaveBeenCalledOnce()
  })
  test('no answer: removing the member again does no harm, and is offered', async () => {
    const answers = { delete_subscriber_relation: ['no connection' as const, gone] }
    const { messages, sent } = await remove(answers, ['accept', 'retry', 'dismissed'])
    expect(messages.map(({ title }) => title).slice(1)).toEqual(['Нет связи', 'Близкий удалён'])
    expect(sent).toHaveLength(2)
  })
})
