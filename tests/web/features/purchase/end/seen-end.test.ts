import { describe, expect, test } from 'vitest'
import { purchaseFlow } from '#web/features/purchase/flow/purchase-flow.ts'
import type { PurchaseEnd } from '#web/features/purchase/end/purchase-end.ts'
import { shouldResume, storeSeen } from '#web/features/purchase/recover/earlier-order.ts'
import type { FlowPorts } from '#web/flow/ports.ts'
import type { PurchaseIntent } from '#web/flow/purchase-intent.ts'
import { recordedAfter } from '#support/after-purchase.ts'
import { clientDataAnswer } from '#support/client-data.ts'
import { type Answers, apiThatAnswers, status } from '#support/fake-api.ts'
import { intentOf } from '#support/intents.ts'
import { scriptedPorts } from '#support/scripted-ports.ts'

const { after } = recordedAfter()
const settled = () => new Promise((done) => setTimeout(done))

/** A tab that resumes a purchase. Its message stays open until the test answers it; the test moves the clock. */
function tab(before: PurchaseIntent, answers: Answers = {}) {
  const scripted = scriptedPorts({}, true, before)
  const answer = Promise.withResolvers<'dismissed'>()
  const second = Promise.withResolvers<void>()
  const titles: string[] = []
  let isLocked = false
  const io: FlowPorts = {
    ...scripted.io,
    ask(_, given) {
      titles.push('title' in given ? given.title : '')
      return answer.promise
    },
    untilSeen: () => second.promise,
    async exclusively(work, waiting) {
      isLocked = true
      try {
        return await scripted.io.exclusively(work, waiting)
      } finally {
        isLocked = false
      }
    },
  }
  const { api, sent } = apiThatAnswers({
    get_client_data: [clientDataAnswer({ orderId: 'o0' })],
    get_order_status: [status('deposited')],
    ...answers,
  })
  const ended = purchaseFlow({ start: 'resume' }, after)(io, api).catch(() => undefined)
  const look = async () => {
    await settled()
    const { end, isTold } = scripted.stored() ?? {}
    return { end, isTold, isLocked, titles, calls: sent.map(({ call }) => call) }
  }
  return { answer, second, ended, look }
}
const followed = intentOf({ orderId: 'o1' })
const unseen = (end: 'paid' | 'declined', own: Partial<PurchaseIntent> = {}) =>
  intentOf({ orderId: 'o1', end, isTold: undefined, ...own })

describe('the message about an end', () => {
  test.each(['answered', 'open for a second'])(
    'is stored as seen once it is %s, before another tab has its turn',
    async (how) => {
      const { answer, second, look } = tab(followed)
      expect(await look()).toMatchObject({
        end: 'paid',
        isTold: undefined,
        isLocked: true,
        titles: ['Сервис активирован'],
      })
      if (how === 'answered') answer.resolve('dismissed')
      else second.resolve()
      expect(await look()).toMatchObject({ end: 'paid', isTold: true, isLocked: false })
    },
  )
  test('is not stored as seen when the flow is interrupted', async () => {
    const { answer, second, ended, look } = tab(followed)
    await look()
    answer.reject(new Error('interrupted'))
    second.reject(new Error('interrupted'))
    await ended
    expect(await look()).toMatchObject({ end: 'paid', isTold: undefined, isLocked: false })
  })
  test.each<[string, PurchaseIntent, Answers]>([
    ['an order that is not found', intentOf({}), {}],
    [
      'an order that is open',
      intentOf({ orderId: 'o1', payment: 'newCard' }),
      { get_order_status: [status('registered', 'https://pay.example/1')] },
    ],
    [
      'points that are not charged',
      intentOf({ payment: 'scores' }),
      { get_client_data: [clientDataAnswer({ orderId: 'o1' })] },
    ],
    ['a status that does not change', followed, { get_order_status: [status('new')] }],
  ])('is stored as seen in the same way for %s', async (_, before, answers) => {
    const { second, look } = tab(before, answers)
    expect(await look()).toMatchObject({
      end: undefined,
      isTold: undefined,
      isLocked: true,
      titles: [expect.any(String)],
    })
    second.resolve()
    expect(await look()).toMatchObject({ end: undefined, isTold: true, isLocked: false })
  })
  test('is shown again when an order ends after its unknown end was seen', async () => {
    const { look } = tab({ ...followed, isTold: true })
    expect(await look()).toMatchObject({ end: 'paid', isTold: undefined, titles: ['Сервис активирован'] })
  })
})

describe('an end that no one has seen', () => {
  test.each<[string, PurchaseIntent, string]>([
    ['paid', unseen('paid'), 'Сервис активирован'],
    ['declined', unseen('declined'), 'Не удалось оплатить'],
    ['points that were not charged', unseen('declined', { payment: 'scores' }), 'Не удалось списать баллы'],
    ['an option', unseen('paid', { what: { option: 'family_1_month' } }), 'Опция успешно оплачена'],
  ])('is shown at the next visit, once: %s', async (_, before, title) => {
    const { api } = apiThatAnswers({})
    expect(await shouldResume(before, api, async () => 'o1')).toBe(true)
    const { answer, look } = tab(before)
    expect(await look()).toMatchObject({ titles: [title], calls: [], isLocked: true })
    answer.resolve('dismissed')
    expect(await look()).toMatchObject({ end: before.end, isTold: true })
    expect(await shouldResume({ ...before, isTold: true }, api, async () => 'o1')).toBe(false)
    expect(await tab({ ...before, isTold: true }).look()).toMatchObject({ titles: [] })
  })
  test('is not shown when the user has given the order up', async () => {
    const { api } = apiThatAnswers({})
    const givenUp = intentOf({ orderId: 'o1', end: 'givenUp', isTold: undefined })
    expect(await shouldResume(givenUp, api, async () => 'o1')).toBe(false)
    expect(await tab(givenUp).look()).toMatchObject({ titles: [], calls: [] })
  })
})

describe('of a stored purchase it is stored', () => {
  const failure = {} as never
  const another = intentOf({ id: '5b1d4f1e-7f0c-4b57-8d1b-0a6d3f0e9c11' })
  const isTold = { isTold: true } as const
  test.each<[string, Partial<PurchaseIntent>, PurchaseEnd, Partial<PurchaseIntent> | null]>([
    ['that its end was seen', { end: 'declined' }, { kind: 'declined' }, isTold],
    ['nothing of another purchase', {}, { kind: 'declined', earlier: another }, null],
    ['that it was not found', {}, { kind: 'inDoubt', mayRetry: true }, isTold],
    ['nothing while it cannot be looked for', {}, { kind: 'inDoubt', mayRetry: false }, null],
    ['that its points were refused', { end: 'declined' }, { kind: 'pointsRefused', failure }, isTold],
    ['nothing while the charge of its points is not known', {}, { kind: 'pointsRefused', failure }, null],
    ['nothing when an order was refused later', { end: 'declined' }, { kind: 'refused', failure }, null],
    ['that it may be repeated', { end: 'paid' }, { kind: 'boughtMeanwhile' }, { mayRepeat: true }],
    ['nothing of another one that is paid, while it has no end', {}, { kind: 'boughtMeanwhile' }, null],
  ])('%s', (_, own, end, change) => {
    const intent = intentOf({ orderId: 'o1', ...own, isTold: undefined })
    let stored: PurchaseIntent | null = intent
    storeSeen(end, { read: () => stored, write: (next) => void (stored = next) })
    expect(stored).toEqual({ ...intent, ...change })
  })
  test('nothing when there is none', () => {
    const written: unknown[] = []
    storeSeen({ kind: 'declined' }, { read: () => null, write: (next) => void written.push(next) })
    expect(written).toEqual([])
  })
})
