import { afterEach, describe, expect, test, vi } from 'vitest'
import type { StoredIntent } from '#web/flow/purchase-intent.ts'
import type { FlowPorts } from '#web/flow/ports.ts'
import {
  type Flow,
  type FlowDependencies,
  interruptFlow,
  isFlowRunning,
  isInterruption,
  runFlow,
  SEEN_MS,
  untilIdle,
} from '#web/flow/run-flow.ts'
import { modalStack, noteDrawn } from '#web/modals/modal-stack.ts'
import { apiThatAnswers, cards } from '#support/fake-api.ts'
import { intentOf } from '#support/intents.ts'
import { flowDependencies } from '#support/flow-dependencies.ts'

const message = { id: 'error', title: 'Вопрос', image: 'clock', buttons: [] } as const
const never = () => new Promise<never>(() => undefined)

const outside = (openPayment: FlowDependencies['openPayment'] = async () => 'back') =>
  flowDependencies({ api: apiThatAnswers({ get_bank_cards: [cards] }).api, openPayment: vi.fn(openPayment) })
/** Awaits so many microtasks. */
const turns = (left: number): Promise<void> =>
  left > 0 ? Promise.resolve().then(() => turns(left - 1)) : Promise.resolve()
/** Runs a flow and interrupts it at its first wait. */
async function interrupted(flow: Flow, given: FlowDependencies): Promise<void> {
  const running = runFlow(flow, given)
  await Promise.resolve()
  interruptFlow()
  await running
}

afterEach(() => {
  vi.useRealTimers()
  expect(modalStack).toMatchObject({ open: [], spinner: null })
})

describe('one at a time', () => {
  test('does not start a second flow while one runs', async () => {
    const gate = Promise.withResolvers<void>()
    const second = vi.fn(async () => undefined)
    const first = runFlow(() => gate.promise, outside())
    await runFlow(second, outside())
    expect(second).not.toHaveBeenCalled()
    expect(isFlowRunning()).toBe(true)
    gate.resolve()
    await first
    expect(isFlowRunning()).toBe(false)
    await runFlow(second, outside())
    expect(second).toHaveBeenCalledOnce()
  })
  test('waits until no flow runs, nor one that follows at once', async () => {
    const seen: string[] = []
    const gate = Promise.withResolvers<void>()
    const chain = (async () => {
      await runFlow(() => gate.promise, outside())
      await turns(20)
      await runFlow(async () => void seen.push('next'), outside())
    })()
    const waited = untilIdle().then(() => seen.push('idle'))
    await Promise.resolve()
    expect(seen).toEqual([])
    gate.resolve()
    await Promise.all([chain, waited])
    expect(seen).toEqual(['next', 'idle'])
    await untilIdle()
  })
  test('starts the next flow when the one before it has crashed', async () => {
    const error = new Error('bug')
    const seen = outside()
    await runFlow(() => Promise.reject(error), seen)
    expect(seen.onCrash.mock.calls).toEqual([[error]])
    const next = vi.fn(async () => undefined)
    await runFlow(next, outside())
    expect(next).toHaveBeenCalledOnce()
  })
})

describe('the ports of a flow', () => {
  test('asks, shows a spinner, leaves to pay, reads and stores its intent in its turn, calls', async () => {
    const write = vi.fn<StoredIntent['write']>()
    const earlier = intentOf({})
    const exclusively: FlowDependencies['exclusively'] = (work) => work({ read: () => earlier, write })
    const seen = { ...outside(), exclusively }
    const got: unknown[] = []
    const running = runFlow(async (io, api) => {
      got.push(await io.ask('message', message))
      got.push(await io.spinner('Заказ создаётся', async () => modalStack.spinner))
      got.push(await io.openPayment('https://pay.example/1'))
      await io.exclusively(async (stored) => {
        got.push(stored.read())
        return { stored: stored.write(null) }
      }, null)
      got.push((await api.getBankCards()).ok)
    }, seen)
    modalStack.open[0]?.answer('retry')
    await running
    expect(got).toEqual(['retry', 'Заказ создаётся', 'back', earlier, true])
    expect(seen.openPayment).toHaveBeenCalledExactlyOnceWith('https://pay.example/1')
    expect(write.mock.calls).toEqual([[null]])
    expect(seen.onCrash).not.toHaveBeenCalled()
  })
  test('closes an answered modal before it continues, so that the press has a visible effect', async () => {
    const next = vi.fn()
    const running = runFlow(async (io) => next(await io.ask('message', message)), outside())
    modalStack.open[0]?.answer('retry')
    await turns(50)
    expect({ open: modalStack.open.length, next: next.mock.calls }).toEqual({ open: 0, next: [] })
    await running
    expect(next.mock.calls).toEqual([['retry']])
  })
  test('moves the spinner to its next step, until the flow is interrupted', async () => {
    const steps: (number | undefined)[] = []
    const progress = { steps: ['Заказ', 'Оплата', 'Активация'], at: 0, what: 'Пакет' }
    await runFlow(async (io) => {
      await io.spinner(
        'Готовим',
        async () => {
          io.advance()
          steps.push(modalStack.progress?.at)
          interruptFlow()
          io.advance()
          steps.push(modalStack.progress?.at)
        },
        progress,
      )
    }, outside())
    expect(steps).toEqual([1, 1])
  })
  test.each([true, false])('knows whether the device is online: %s', async (isOnline) => {
    const got: boolean[] = []
    await runFlow(async (io) => void got.push(io.isOnline()), { ...outside(), isOnline: () => isOnline })
    expect(got).toEqual([isOnline])
  })
  test('sleeps as long as it is asked to', async () => {
    vi.useFakeTimers()
    const awake = vi.fn()
    const running = runFlow(async (io) => awake(await io.sleep(2000)), outside())
    await vi.advanceTimersByTimeAsync(1999)
    expect(awake).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(awake).toHaveBeenCalledOnce()
    await running
  })
  test('counts a modal as seen when it was open for a second, without the time in which its chunk loaded', async () => {
    vi.useFakeTimers()
    const seen = vi.fn()
    const running = runFlow(async (io) => {
      const answer = io.ask('message', message)
      seen(await io.untilSeen())
      await answer
    }, outside())
    await vi.advanceTimersByTimeAsync(60_000)
    noteDrawn()
    await vi.advanceTimersByTimeAsync(SEEN_MS - 1)
    expect(seen).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(seen).toHaveBeenCalledOnce()
    modalStack.open[0]?.answer('retry')
    await vi.advanceTimersByTimeAsync(1)
    await running
  })
})

describe('another tab’s turn', () => {
  const waiting = { title: 'Покупка идёт в другой вкладке', text: '', leave: 'Не ждать' }
  const shown = () => modalStack.open.map(({ name, given }) => ({ name, given }))
  test('shows a modal while it waits, which closes by itself', async () => {
    const turn = Promise.withResolvers<void>()
    const exclusively: FlowDependencies['exclusively'] = async (work, { wait }) => {
      const asking = new AbortController()
      void wait?.(asking.signal).catch(() => undefined)
      await turn.promise
      asking.abort()
      return work({ read: () => null, write: () => undefined })
    }
    const got: unknown[] = []
    const running = runFlow(async (io) => void got.push(await io.exclusively(async () => ({ done: 1 }), waiting)), {
      ...outside(),
      exclusively,
    })
    await turns(5)
    expect(shown()).toEqual([{ name: 'waiting', given: waiting }])
    turn.resolve()
    await running
    expect({ got, shown: shown() }).toEqual({ got: [{ done: 1 }], shown: [] })
  })
  test('shows nothing when it was given nothing to show', async () => {
    const exclusively: FlowDependencies['exclusively'] = async (_, { wait }) => (wait ? 'dismissed' : 'busy')
    const got: unknown[] = []
    await runFlow(async (io) => void got.push(await io.exclusively(async () => ({}), null)), {
      ...outside(),
      exclusively,
    })
    expect(got).toEqual(['busy'])
  })
})

describe('interrupted', () => {
  test('stops right after an answer', async () => {
    const next = vi.fn()
    const running = runFlow(async (io) => next(await io.ask('message', message)), outside())
    modalStack.open[0]?.answer('retry')
    await turns(50)
    interruptFlow()
    await running
    expect(next).not.toHaveBeenCalled()
  })
  test.each<[string, Flow]>([
    ['a question', (io) => io.ask('message', message).then(() => undefined)],
    ['a spinner', (io) => io.spinner('Заказ создаётся', never)],
    ['a sleep', (io) => io.sleep(1_000_000)],
    ['another tab’s turn', (io) => io.exclusively(never, null).then(() => undefined)],
    ['a payment page', (io) => io.openPayment('https://pay.example/1').then(() => undefined)],
    ['a call', async (_, api) => void (await api.getBankCards())],
  ])('ends without a crash when it is in %s', async (_, flow) => {
    vi.useFakeTimers()
    const after = vi.fn()
    const seen = outside(never)
    await interrupted(async (io, api) => after(await flow(io, api)), seen)
    expect(after).not.toHaveBeenCalled()
    expect(seen.onCrash).not.toHaveBeenCalled()
  })
  test('aborts the call that is under way', async () => {
    const given: (AbortSignal | undefined)[] = []
    const { api } = apiThatAnswers({})
    const getBankCards: typeof api.getBankCards = (_, options) => {
      given.push(options?.signal)
      return never()
    }
    await interrupted(async (_, bound) => void (await bound.getBankCards()), {
      ...outside(),
      api: { ...api, getBankCards },
    })
    expect(given.map((signal) => signal?.aborted)).toEqual([true])
  })
  test.each<[string, (io: FlowPorts, seen: FlowDependencies) => unknown]>([
    ['ask', (io) => io.ask('message', message)],
    ['spin', (io, seen) => io.spinner('Заказ создаётся', () => seen.openPayment('from the spinner'))],
    ['leave to pay', (io) => io.openPayment('https://pay.example/1')],
    [
      'take its turn',
      (io, seen) => io.exclusively(async () => ({ left: await seen.openPayment('in its turn') }), null),
    ],
  ])('cannot %s if its code continues', async (_, touch) => {
    const seen = outside()
    const reached = vi.fn()
    await interrupted(async (io) => {
      await io.spinner('Заказ создаётся', never).catch(() => undefined)
      reached()
      await touch(io, seen)
      reached()
    }, seen)
    expect(reached).toHaveBeenCalledOnce()
    expect(seen.openPayment).not.toHaveBeenCalled()
    expect(seen.onCrash).not.toHaveBeenCalled()
  })
  test('sends nothing if its code continues', async () => {
    const { api, sent } = apiThatAnswers({ get_bank_cards: [cards] })
    await interrupted(
      async (io, bound) => {
        await io.spinner('Заказ создаётся', never).catch(() => undefined)
        await bound.getBankCards()
      },
      { ...outside(), api },
    )
    expect(sent).toEqual([])
  })
  test('stores nothing if its code continues while it has the lock', async () => {
    const write = vi.fn<StoredIntent['write']>()
    const exclusively: FlowDependencies['exclusively'] = (work) => work({ read: () => null, write })
    const refused = vi.fn<(reason: unknown) => void>()
    await interrupted(
      async (io) => {
        await io.exclusively(async (stored) => {
          await io.sleep(1e6).catch(() => undefined)
          try {
            stored.write(intentOf({}))
          } catch (reason) {
            refused(reason)
          }
          return {}
        }, null)
      },
      { ...outside(), exclusively },
    )
    await turns(20)
    expect({ writes: write.mock.calls.length, refusedCalls: refused.mock.calls.length }).toEqual({
      writes: 0,
      refusedCalls: 1,
    })
  })
  test('rejects what the flow waits for by an error that is recognized', async () => {
    const reasons: unknown[] = []
    await interrupted(
      (io) => io.spinner('Заказ создаётся', never).catch((reason) => void reasons.push(reason)),
      outside(),
    )
    expect(reasons.map(isInterruption)).toEqual([true])
    expect(isInterruption(new Error('bug'))).toBe(false)
  })
  test('does nothing when no flow runs', () => {
    expect(interruptFlow).not.toThrow()
  })
})
