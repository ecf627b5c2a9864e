import { bundleNamed } from '@paket/sdk'
import { describe, expect, test } from 'vitest'
import type { PromoAction } from '#web/domain/promo-action.ts'
import { promoActionFlow } from '#web/features/promo-actions/promo-action-flow.ts'
import type { Message } from '#web/messages/message.ts'
import { type Answers, apiThatAnswers, rejected } from '#support/fake-api.ts'
import { scriptedPorts } from '#support/scripted-ports.ts'

const month = bundleNamed('standard199')
const good = { body: { code: 0, result: { promocodeId: 'p1', price: 9950, duration: 62, bundleId: month.id } } }

async function take(
  action: PromoAction,
  price: Answers['x'],
  answers: ('accept' | 'retry' | 'support' | 'dismissed')[] = [],
) {
  const { api, sent } = apiThatAnswers({ get_subscription_price: price })
  const { io, seen } = scriptedPorts({ message: [...answers] })
  const shown: Message[] = []
  const ask: typeof io.ask = (name, given) => {
    if (name === 'message') shown.push(given as Message)
    return io.ask(name, given)
  }
  const flow = promoActionFlow({
    action,
    promocodeValue: 'ACTION',
    buy: (terms) => async () =>
      void seen.push(
        `buy ${terms.bundle.name} for ${terms.durationDays} days, ${terms.priceKopecks}, ${JSON.stringify(terms.promocode)}`,
      ),
    buyFull: () => async () => void seen.push('buy at full price'),
    openPromocodes: () => void seen.push('promocodes'),
    support: () => void seen.push('support'),
  })
  await flow({ ...io, ask }, api)
  expect(seen).toContain('spinner: Проверяем условия акции')
  return { seen: seen.filter((each) => !each.startsWith('spinner')), sent, shown }
}
const labels = (message: Message | undefined) => message?.buttons.map(({ label }) => label)
const actions = ['trial', 'litres', 'shoko24'] as const

test.each(actions)('%s is bought at its price, for its days [O-ENTITY-38] [O-ENTITY-15]', async (action) => {
  const { seen, sent } = await take(action, [good])
  expect(seen).toEqual(['buy standard199 for 62 days, 9950, {"id":"p1","value":"ACTION"}'])
  expect(sent).toEqual([{ call: 'get_subscription_price', body: { promocodeValue: 'ACTION' } }])
})

describe('a user who may not take part', () => {
  test('with litres is led to the page of promocodes without a message [O-ERR-18]', async () => {
    expect((await take('litres', [rejected(2002)])).seen).toEqual(['promocodes'])
  })
  test.each(['trial', 'shoko24'] as const)(
    'in %s is shown as such and may buy at full price [O-ERR-19] [O-ERR-20]',
    async (action) => {
      const { seen, shown } = await take(action, [rejected(2002)], ['accept'])
      expect(seen).toEqual(['message: Вы не можете участвовать в акции', 'buy at full price'])
      expect(labels(shown[0])?.[0]).toBe('Купить без промокода')
    },
  )
  test('may dismiss the offer of the full price', async () => {
    const { seen } = await take('trial', [rejected(2002)], ['dismissed'])
    expect(seen).toEqual(['message: Вы не можете участвовать в акции'])
  })
})

describe('a price that is not read', () => {
  const failures: Answers['x'] = [
    rejected(2000),
    rejected(2001),
    rejected(2003),
    { status: 400 },
    { status: 422, body: { code: 4220 } },
    { status: 500 },
    { status: 503 },
    'no connection',
    { body: [] },
  ]
  test.each(actions.flatMap((action) => failures.map((failure) => [action, failure] as const)))(
    '%s, %j: shows that, and asks again [O-ERR-21] [O-ERR-22]',
    async (action, failure) => {
      const { seen, sent, shown } = await take(action, [failure, good], ['retry'])
      expect(shown[0]).toMatchObject({
        title: 'Что-то пошло не так',
        text: 'Попробуйте ещё раз или обратитесь в службу поддержки',
      })
      expect(labels(shown[0])).toEqual(['Попробовать ещё раз', 'Написать в поддержку'])
      expect(seen.at(-1)).toMatch(/^buy standard199/)
      expect(sent).toHaveLength(2)
    },
  )
  test.each([
    ['support', ['message: Что-то пошло не так', 'support']],
    ['dismissed', ['message: Что-то пошло не так']],
  ] as const)('%s buys nothing', async (answer, seen) => {
    expect((await take('trial', [{ status: 500 }], [answer])).seen).toEqual(seen)
  })
  test('does nothing after an interruption', async () => {
    const { api } = apiThatAnswers({ get_subscription_price: [good] })
    const { io, seen } = scriptedPorts()
    const interrupted = new Error('interrupted')
    const spinner = () => Promise.reject(interrupted)
    const nothing = () => async () => void seen.push('bought')
    const part = { action: 'trial', promocodeValue: 'A', buy: nothing, buyFull: nothing } as const
    const led = { openPromocodes: () => void seen.push('led'), support: () => void seen.push('led') }
    await expect(promoActionFlow({ ...part, ...led })({ ...io, spinner }, api)).rejects.toBe(interrupted)
    expect(seen).toEqual([])
  })
  test('shows nothing itself when the session is over', async () => {
    expect((await take('trial', [{ status: 401 }])).seen).toEqual([])
  })
})
