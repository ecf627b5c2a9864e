import { expect, it, vi } from 'vitest'
import type { StoredIntent } from '#web/flow/purchase-intent.ts'
import { type Flow, type FlowDependencies, runFlow } from '#web/flow/run-flow.ts'
import { apiThatAnswers, cards } from '#support/fake-api.ts'
import { intentOf } from '#support/intents.ts'
import { flowDependencies } from '#support/flow-dependencies.ts'

const words = 'Покупка вернётся в 18:00'

const order = [{ body: { code: 0, result: {} } }]
const orders = { create_order: order, create_scores_order: order, pay_order: order }

/** Runs a flow; `close` switches its feature off. */
async function run(
  flow: (close: () => void, ...given: Parameters<Flow>) => Promise<void>,
  more: Omit<Partial<FlowDependencies>, 'onClosed' | 'onCrash'> = {},
) {
  let isClosed = false
  const { api, sent } = apiThatAnswers({ get_bank_cards: [cards], ...orders })
  const closed: FlowDependencies['closed'] = (feature) => (isClosed && feature !== 'family' ? words : undefined)
  const dependencies = flowDependencies({ api, closed, ...more })
  await runFlow(async (io, ...given) => {
    io.needs('promocodes')
    await flow(() => (isClosed = true), io, ...given)
  }, dependencies)
  expect(dependencies.onCrash).not.toHaveBeenCalled()
  return { sent, onClosed: dependencies.onClosed }
}

it('ends with the words at the first step after it was closed, and orders nothing', async () => {
  const { sent, onClosed } = await run(async (close, io, api) => {
    await io.spinner('Готовим', async () => void (await api.getBankCards()))
    close()
    await io.spinner('Оплата', async () => void (await api.createOrder({} as never)))
  })
  expect(sent).toHaveLength(1)
  expect(onClosed).toHaveBeenCalledExactlyOnceWith(words)
})

it.each(['ask', 'sleep', 'exclusively', 'openPayment'] as const)('ends at its next call of %s', async (step) => {
  const { onClosed } = await run(async (close, io) => {
    close()
    if (step === 'ask') await io.ask('message', {} as never)
    if (step === 'sleep') await io.sleep(1)
    if (step === 'exclusively') await io.exclusively(async () => ({}), null)
    if (step === 'openPayment') await io.openPayment('/pay')
    throw new Error('went on')
  })
  expect(onClosed).toHaveBeenCalledExactlyOnceWith(words)
})

it.each(['createOrder', 'createScoresOrder', 'payOrder'] as const)(
  'follows an order to its end after %s',
  async (call) => {
    const ended = vi.fn<() => void>()
    const { onClosed } = await run(async (close, io, api) => {
      await api[call]({} as never)
      close()
      await io.sleep(1)
      await io.spinner('Оплата', async () => ended())
    })
    expect(ended).toHaveBeenCalledOnce()
    expect(onClosed).not.toHaveBeenCalled()
  },
)

it('follows an open intent of before to its end', async () => {
  const stored: StoredIntent = { read: () => intentOf({}), write: () => undefined }
  const ended = vi.fn<() => void>()
  const exclusively: FlowDependencies['exclusively'] = (work) => work(stored)
  const { onClosed } = await run(
    async (close, io) => {
      await io.exclusively(async () => {
        close()
        await io.sleep(1)
        ended()
        return {}
      }, null)
    },
    { exclusively },
  )
  expect(ended).toHaveBeenCalledOnce()
  expect(onClosed).not.toHaveBeenCalled()
})

it.each([null, intentOf({ end: 'paid' })])('ends where no order is open: %o', async (intent) => {
  const { onClosed } = await run(
    async (close, io) => {
      await io.exclusively(async () => {
        close()
        await io.sleep(1)
        throw new Error('went on')
      }, null)
    },
    { exclusively: (work) => work({ read: () => intent, write: () => undefined }) },
  )
  expect(onClosed).toHaveBeenCalledExactlyOnceWith(words)
})

it('ends when a later part of it needs a feature that is closed, even after an order of before', async () => {
  const { onClosed } = await run(async (close, io, api) => {
    io.needs('family')
    await api.createOrder({} as never)
    close()
    await io.sleep(1)
    io.needs('buying')
    throw new Error('went on')
  })
  expect(onClosed).toHaveBeenCalledExactlyOnceWith(words)
})
