import { type Client, type CounterOffer, counterOfferNamed, type CounterOfferName, surveys } from '@paket/sdk'
import { describe, expect, test, vi } from 'vitest'
import { cancellationFlow } from '#web/features/autopay/cancellation.ts'
import { canBeSent } from '#web/features/autopay/feedback.ts'
import { type Flow, interruptFlow, runFlow } from '#web/flow/run-flow.ts'
import type { Modals } from '#web/modals/define-modal.ts'
import { modalStack } from '#web/modals/modal-stack.ts'
import { type Answers, apiThatAnswers } from '#support/fake-api.ts'
import { renewalOf, type Reply, run } from './autopay-ports.ts'
import { clientDataAnswer } from '#support/client-data.ts'
import { flowDependencies } from '#support/flow-dependencies.ts'

const done = { body: { code: 0 } }
const points = (scoresPaket: number) => [{ body: { code: 0, result: { scoresPaket } } }]
const offers = (...names: CounterOfferName[]) => [
  { body: { code: 0, result: { availableCounterOfferIds: names.map((name) => counterOfferNamed(name).id) } } },
]
const reasons = [{ id: 'r1', value: 'Дорого' }]
const all: CounterOfferName[] = ['discount12_40', 'discount1_90', 'freeMonth', 'discount6_40']
const usual: Answers = {
  get_client_data: [clientDataAnswer()],
  get_all_loyalty_scores: points(48_210),
  get_available_counter_offers: offers(...all),
  disable: [done],
  get_survey_reasons: [{ body: { code: 0, result: { reasons } } }],
  save_feedback: [done],
}
const bare: Answers = { ...usual, get_all_loyalty_scores: points(0), get_available_counter_offers: offers() }

const accept: Reply = ['message', 'accept']
const dismiss: Reply = ['message', 'dismissed']
const declined: Reply = ['counterOffer', 'declined']
const closed: Reply = ['rejectReasons', 'dismissed']
const received = 'Пакет принёс вам 48 210 баллов'

async function cancel(answers: Answers, replies: Reply[], own = {}) {
  const buy = vi.fn<(offer: CounterOffer) => Flow>(() => async () => undefined)
  const end = await run((after) => cancellationFlow(renewalOf(own), buy, after), answers, replies)
  return { ...end, bought: buy.mock.calls.map(([offer]) => offer.name) }
}

describe('the cancellation chain (T5)', () => {
  test('asks, shows the points, makes every offer in its order, disables once, and asks why [O-CANCEL-01] [O-CANCEL-03] [O-CANCEL-04] [O-CANCEL-05] [O-CANCEL-10] [O-AUTOPAY-03]', async () => {
    const replies = [accept, accept, declined, declined, declined, closed]
    const { titles, given, calls, after, bought, spinners } = await cancel(usual, replies)
    expect(titles).toEqual([
      'Отключить Пакет?',
      received,
      'counterOffer',
      'counterOffer',
      'counterOffer',
      'rejectReasons',
    ])
    expect(spinners).toEqual(['Проверяем баллы', 'Ищем предложения', 'Выключаем автопродление', 'Открываем опрос'])
    expect(given[1]).toMatchObject({ text: expect.stringMatching(/^Это 4.821.₽/) })
    expect(given.slice(2, 5)).toEqual([
      { offers: ['freeMonth'] },
      { offers: ['discount1_90'] },
      { offers: ['discount12_40', 'discount6_40'] },
    ])
    expect(calls).toEqual([
      'get_client_data',
      'get_all_loyalty_scores',
      'get_available_counter_offers',
      'disable',
      'get_survey_reasons',
    ])
    expect(after.refresh).toHaveBeenCalledOnce()
    expect(bought).toEqual([])
  })
  test('says until when it works, and has the choices keep and continue [O-CANCEL-02]', async () => {
    const { given, calls } = await cancel(usual, [dismiss])
    expect(given).toMatchObject([
      {
        text: expect.stringContaining('До 2\u00a0декабря'),
        buttons: [
          { label: 'Остаться с Пакетом', action: 'dismissed' },
          { label: 'Продолжить отключение', action: 'accept' },
        ],
      },
    ])
    expect(calls).not.toContain('disable')
  })
  test('a term that is over names no day', async () => {
    const { given } = await cancel(usual, [dismiss], { lastChainEndDate: '2026-11-09T00:00:00+03:00' })
    expect(given).toMatchObject([{ text: expect.stringContaining('До конца оплаченного срока') }])
  })
  test('says that another tab has switched off the renewal, offers nothing, sends nothing and refetches the page', async () => {
    const answers = { ...usual, get_client_data: [clientDataAnswer({ autopaymentsEnabled: false })] }
    const { titles, calls, after } = await cancel(answers, [accept, dismiss])
    expect(titles).toEqual(['Отключить Пакет?', 'Автопродление уже выключено'])
    expect(calls).not.toContain('disable')
    expect(after.refresh).toHaveBeenCalledOnce()
  })
  test('ends when the user stays at the step with the points', async () => {
    const { titles, calls } = await cancel(usual, [accept, dismiss])
    expect(titles).toEqual(['Отключить Пакет?', received])
    expect(calls).not.toContain('disable')
  })
  test.each<[string, Answers['x']]>([
    ['0 points', points(0)],
    ['HTTP 500', [{ status: 500 }]],
    ['code 1', [{ body: { code: 1 } }]],
    ['no answer', ['no connection']],
  ])('%s: the step of the points is left out [O-CANCEL-03]', async (_, answer) => {
    const { titles } = await cancel({ ...bare, get_all_loyalty_scores: answer }, [accept, closed])
    expect(titles).toEqual(['Отключить Пакет?', 'rejectReasons'])
  })
  test.each<[CounterOfferName, Reply[]]>([
    ['freeMonth', []],
    ['discount1_90', [declined]],
    ['discount6_40', [declined, declined]],
    ['discount12_40', [declined, declined]],
  ])('accepting %s buys it, and nothing is disabled [O-CANCEL-09]', async (name, before) => {
    const { bought, calls } = await cancel(usual, [accept, accept, ...before, ['counterOffer', name]])
    expect(bought).toEqual([name])
    expect(calls).not.toContain('disable')
    expect(calls).not.toContain('get_survey_reasons')
  })
  test('disables and buys nothing when an offer is closed', async () => {
    const { bought, calls } = await cancel(usual, [accept, accept, ['counterOffer', 'dismissed']])
    expect(bought).toEqual([])
    expect(calls).not.toContain('disable')
  })
  test('a step has only what is available [O-CANCEL-04]', async () => {
    const answers = { ...bare, get_available_counter_offers: offers('discount12_40') }
    const { given } = await cancel(answers, [accept, declined, closed])
    expect(given[1]).toEqual({ offers: ['discount12_40'] })
  })
  const { id } = counterOfferNamed('discount1_90')
  test.each([
    { activeCounterOfferIds: [id], availableCounterOfferIds: [id] },
    { activeCounterOfferIds: [], availableCounterOfferIds: [id] },
    { availableCounterOfferIds: [id] },
    { activeCounterOfferIds: [id] },
  ])('code 1 with %j leaves all of them out [O-CANCEL-04]', async (result) => {
    const active = { body: { code: 1, result } }
    const { titles } = await cancel({ ...bare, get_available_counter_offers: [active] }, [accept, closed])
    expect(titles).toEqual(['Отключить Пакет?', 'rejectReasons'])
  })
  test('does not show an unknown offer', async () => {
    const unknown = {
      body: { code: 0, result: { availableCounterOfferIds: ['9c1b3b1e-0000-4000-8000-000000000000'] } },
    }
    const { titles } = await cancel({ ...bare, get_available_counter_offers: [unknown] }, [accept, closed])
    expect(titles).toEqual(['Отключить Пакет?', 'rejectReasons'])
  })
})

describe('offers that cannot be read', () => {
  const failing = () => ({ ...bare, get_available_counter_offers: [{ status: 500 }, ...offers('freeMonth')] })
  test('are skipped when the error is closed (OO-35)', async () => {
    const { titles, calls } = await cancel(failing(), [accept, dismiss, closed])
    expect(titles).toEqual(['Отключить Пакет?', 'Что-то пошло не так', 'rejectReasons'])
    expect(calls).toContain('disable')
  })
  test('are shown after a successful retry', async () => {
    const { titles } = await cancel(failing(), [accept, ['message', 'retry'], declined, closed])
    expect(titles).toEqual(['Отключить Пакет?', 'Что-то пошло не так', 'counterOffer', 'rejectReasons'])
  })
  test('change nothing when the user writes to support', async () => {
    const answers = { ...bare, get_available_counter_offers: [{ body: { code: 2000 } }] }
    const { after, calls } = await cancel(answers, [accept, ['message', 'support']])
    expect(after.support).toHaveBeenCalledOnce()
    expect(calls).not.toContain('disable')
  })
  test('a session that is over ends it', async () => {
    const { calls } = await cancel({ ...bare, get_available_counter_offers: [{ status: 401 }] }, [accept])
    expect(calls).not.toContain('disable')
  })
})

describe('disabling', () => {
  const disable = (answers: Answers['x'], replies: Reply[]) =>
    cancel({ ...bare, disable: answers }, [accept, ...replies])
  const count = (calls: string[]) => calls.filter((call) => call === 'disable').length

  test('code 1: support is offered under its own title, and there is no survey [O-ERR-33] [O-ERR-35]', async () => {
    const { given, after, titles } = await disable([{ body: { code: 1 } }], [['message', 'support']])
    expect(given[1]).toMatchObject({ title: 'Отмена подписки недоступна', code: 1 })
    expect(after.support).toHaveBeenCalledOnce()
    expect(titles).not.toContain('rejectReasons')
  })
  test.each([200, 2, 3])('code %i: try again, the same call [O-ERR-36]', async (code) => {
    const { titles, calls } = await disable([{ body: { code } }, done], [['message', 'retry'], closed])
    expect(titles.slice(1)).toEqual(['Что-то пошло не так', 'rejectReasons'])
    expect(count(calls)).toBe(2)
  })
  test('sends the call once when the user does not retry', async () => {
    const { calls, titles } = await disable([{ body: { code: 2 } }], [dismiss])
    expect(count(calls)).toBe(1)
    expect(titles).not.toContain('rejectReasons')
  })
  test.each([{ code: 4220 }, {}])('HTTP 422 with %j: support, titled as code 1 [O-ERR-37]', async (body) => {
    const { given } = await disable([{ status: 422, body }], [dismiss])
    expect(given[1]).toMatchObject({ title: 'Отмена подписки недоступна', code: body.code ?? 422 })
  })
  test('HTTP 500 with code 200: try again [O-ERR-38]', async () => {
    const { titles } = await disable([{ status: 500, body: { code: 200 } }, done], [['message', 'retry'], closed])
    expect(titles.slice(1)).toEqual(['Что-то пошло не так', 'rejectReasons'])
  })
  test.each([{ code: 1 }, { code: 2 }, { code: 3 }, {}])(
    'HTTP 500 with %j: the generic support modal [O-ERR-39]',
    async (body) => {
      const { given } = await disable([{ status: 500, body }], [dismiss])
      expect(given[1]).toMatchObject({ title: 'Произошла ошибка', code: body.code ?? 500 })
    },
  )
  test('a lost answer is shown, and what is on the screen is read again', async () => {
    const { titles, after } = await disable(['no connection'], [dismiss])
    expect(titles[1]).toBe('Нет связи')
    expect(after.refresh).toHaveBeenCalledOnce()
  })
})

describe('asking why', () => {
  const ask = (answers: Answers, ...reply: Reply[]) => cancel({ ...bare, ...answers }, [accept, ...reply])

  test('is of the type CANCEL_SUBSCRIPTION, with the reasons of its survey [O-AUTOPAY-04]', async () => {
    const { given, sent } = await ask({}, closed)
    expect(given[1]).toMatchObject({
      type: 'CANCEL_SUBSCRIPTION',
      reasons,
      worksUntil: 'Пакет работает до 2\u00a0декабря',
    })
    // An id that has been given out never changes (OO-37).
    const surveyId = '2f7b9c14-8e53-4d0a-b6f1-93ad5c7e2b01'
    expect(sent.at(-1)).toEqual({ call: 'get_survey_reasons', body: { surveyId } })
  })
  test('has its reasons when the server sends no code with them: the sources name none (contract D-19)', async () => {
    const { given } = await ask({ get_survey_reasons: [{ body: { result: { reasons } } }] }, closed)
    expect(given[1]).toMatchObject({ reasons })
  })
  test('sends nothing when the form is closed', async () => {
    expect((await ask({}, closed)).calls).not.toContain('save_feedback')
  })
  test('saves the comment trimmed, and says so at the end [O-AUTOPAY-04]', async () => {
    const feedback = { reasonIds: ['r1'], comment: '  Переезжаю ' }
    const { sent, titles, saved } = await ask({}, ['rejectReasons', 'sent', feedback], dismiss)
    const [{ id: surveyId }] = surveys
    expect(sent.at(-1)).toEqual({
      call: 'save_feedback',
      body: { surveyId, reasonIds: ['r1'], comment: 'Переезжаю' },
    })
    expect(saved).toEqual([true])
    expect(titles.at(-1)).toBe('Автопродление выключено')
  })
  test.each<[string, Answers['x']]>([
    ['HTTP 500', [{ status: 500 }]],
    ['code 2000', [{ body: { code: 2000 } }]],
    ['no answer', ['no connection']],
  ])('reasons that cannot be read (%s) leave the comment (OO-08)', async (_, answer) => {
    const { given } = await ask({ get_survey_reasons: answer }, closed)
    expect(given[1]).toMatchObject({ reasons: [] })
  })
  test.each<[string, Answers['x'][number]]>([
    ['HTTP 500', { status: 500 }],
    ['code 1', { body: { code: 1 } }],
    ['no code', { body: {} }],
    ['no answer', 'no connection'],
  ])('an answer that was not saved (%s) is shown, the form stays and sends again (OO-08)', async (_, answer) => {
    const feedback = { reasonIds: [], comment: 'Дорого' }
    const reply: Reply = ['rejectReasons', 'sent', feedback, feedback]
    const { saved, after } = await ask({ save_feedback: [answer, done] }, reply, dismiss)
    expect(saved).toEqual([false, true])
    expect(after.showNotSaved).toHaveBeenCalledOnce()
  })
})

test.each([
  [[], '', false],
  [[], ' \n\u00a0 ', false],
  [['r1'], '', true],
  [['r1'], ' ', true],
  [[], ' а ', true],
  [['r1', 'r2'], 'Дорого', true],
])('reasons %j and the comment «%s»: can be sent, %s [O-VALID-13]', (reasonIds, comment, can) => {
  expect(canBeSent({ reasonIds, comment })).toBe(can)
})

describe('interrupted', () => {
  const hanging = new Promise<never>(() => undefined)
  const outside = flowDependencies()

  test('at the first modal does not wait for the reads, and sends nothing more', async () => {
    const { api, sent } = apiThatAnswers(usual)
    const slow: Client = { ...api, getAllLoyaltyScores: () => hanging }
    const after = { refresh: () => undefined, support: () => undefined, showNotSaved: () => undefined }
    const over = runFlow(
      cancellationFlow(renewalOf(), () => async () => undefined, after),
      { ...outside, api: slow },
    )
    await vi.waitFor(() => expect(modalStack.open).toHaveLength(1))
    interruptFlow()
    await over
    expect(modalStack).toMatchObject({ open: [], spinner: null })
    expect(outside.onCrash).not.toHaveBeenCalled()
    expect(sent.map(({ call }) => call)).not.toContain('disable')
  })
  test('after the renewal was stopped it is read again, whatever has come of it [O-AUTOPAY-05]', async () => {
    const { api } = apiThatAnswers(bare)
    const disableAutopay = vi.fn<Client['disableAutopay']>(() => hanging)
    const after = { refresh: vi.fn<() => void>(), support: () => undefined, showNotSaved: () => undefined }
    const over = runFlow(
      cancellationFlow(renewalOf(), () => async () => undefined, after),
      { ...outside, api: { ...api, disableAutopay } },
    )
    await vi.waitFor(() => expect(modalStack.open).toHaveLength(1))
    modalStack.open[0]?.answer('accept')
    await vi.waitFor(() => expect(disableAutopay).toHaveBeenCalled())
    expect(after.refresh).not.toHaveBeenCalled()
    interruptFlow()
    await over
    expect(after.refresh).toHaveBeenCalledOnce()
    expect(outside.onCrash).not.toHaveBeenCalled()
  })
  test('while the survey is saved, the form is gone and nothing crashes', async () => {
    const { api } = apiThatAnswers(bare)
    const slow: Client = { ...api, saveFeedback: () => hanging }
    const after = { refresh: () => undefined, support: () => undefined, showNotSaved: vi.fn<() => void>() }
    const over = runFlow(
      cancellationFlow(renewalOf(), () => async () => undefined, after),
      { ...outside, api: slow },
    )
    const open = async (name: string) => {
      await vi.waitFor(() => expect(modalStack.open.at(-1)?.name).toBe(name))
      return modalStack.open.at(-1)!
    }
    const first = await open('message')
    first.answer('accept')
    const form = await open('rejectReasons')
    const saving = (form.given as Modals['rejectReasons']['given']).save({ reasonIds: ['r1'], comment: '' })
    interruptFlow()
    await over
    await expect(saving).rejects.toThrow()
    expect(modalStack.open).toEqual([])
    expect(after.showNotSaved).not.toHaveBeenCalled()
  })
})
