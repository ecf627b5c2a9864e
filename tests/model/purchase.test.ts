import {
  checkPromocode,
  createOrder,
  createScoresOrder,
  getAvailableCounterOffers,
  getBankCards,
  getClientData,
  getOptions,
  getOrderStatus,
  getScoresBalance,
  payOrder,
} from '@paket/sdk/operations'
import * as fc from 'fast-check'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { mockOfFile } from '../mock-server/support.ts'
import {
  CloseTab,
  Decide,
  durationNames,
  FailNetwork,
  FailServer,
  GoToCard,
  LeaveWhileOrdering,
  ClearFaults,
  MoveClock,
  OpenSecondDevice,
  OpenTab,
  PayAtBank,
  PayInEveryTab,
  PayTabByTab,
  Press,
  Reload,
  SetClock,
  SignOut,
  SwitchTab,
  UNTIL_QUIET,
} from './commands.ts'
import { type App, loadApp } from './tab.ts'
import { timesAsOften, withSeed } from '#support/property.ts'
import type { NetworkFault } from './wire.ts'
import { type Effect, effects, type ServerFault, World } from './world.ts'

/**
 * Random users buy over a random network, in up to three tabs and on a second device, and no invariant is violated. A walk that fails prints
 * its steps; repeat it with the printed seed and path: PAKET_SEED=… PAKET_MODEL_PATH=… npx vitest run tests/model.
 * `npm run properties -- --times 50` searches for long.
 */
const RUNS = 100
const path = process.env['PAKET_MODEL_PATH']
const isLong = timesAsOften > 1
const limitMs = isLong ? 3_600_000 : 25_000
/** The number of walks that even a very busy machine completes in time; an idle one completes all in a third of it. */
const FEWEST_RUNS = 10
/** How long a very busy machine may take to load the app's modules. */
const LOADING_MS = 180_000
/** Three tabs and the second device. */
const APPS = 4

const mock = mockOfFile()
let apps: App[] = []
let users = 0

beforeAll(async () => {
  for (let left = APPS; left > 0; left--) apps.push(await loadApp())
}, LOADING_MS)
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The calls of a purchase. */
const called = [
  getClientData,
  getBankCards,
  createOrder,
  getOrderStatus,
  createScoresOrder,
  payOrder,
  getOptions,
  getScoresBalance,
  getAvailableCounterOffers,
  checkPromocode,
] as const
const pathEnd = ({ path: whole }: { path: string }) => whole.split('/').at(-1) ?? ''
const wait = fc.oneof({ weight: 3, arbitrary: fc.constant(UNTIL_QUIET) }, { weight: 2, arbitrary: fc.nat({ max: 9 }) })
const times = fc.integer({ min: 1, max: 4 })
/** Creating an order and reading its status are more likely than the rest. */
const anyCall = fc.constantFrom(...called, createOrder, createOrder, getOrderStatus)
const fault = anyCall.chain(({ id, failures }): fc.Arbitrary<ServerFault> => {
  const codes = failures.flatMap((entry) => ('codes' in entry ? [...entry.codes] : []))
  return fc.oneof(
    fc.record({ operation: fc.constant(id), code: fc.constantFrom(...codes, 2999), times }),
    fc.record({
      operation: fc.constant(id),
      status: fc.constantFrom(401, 403, 404, 422, 500, 502, 503, 504),
      times,
    }),
    fc.record({
      operation: fc.constant(id),
      break: fc.constantFrom<NonNullable<ServerFault['break']>[]>('reset', 'truncate', 'not-json', 'wrong-shape'),
      times,
    }),
  )
})
const press = fc.tuple(fc.nat({ max: 11 }), wait).map(([which, after]) => new Press(which, after))
const some = <Arbitrary>(count: number, arbitrary: Arbitrary) => Array.from({ length: count }, () => arbitrary)
const networkFault = fc.constantFrom<NetworkFault[]>('unsent', 'lost', 'silent', 502, 503, 504)
const commands = fc.commands(
  [
    ...some(10, press),
    ...some(
      3,
      wait.map((after) => new GoToCard(after)),
    ),
    ...some(
      3,
      fc
        .tuple(fc.constantFrom('mainCard', 'newCard'), fc.option(networkFault), wait)
        .map(([card, what, after]) => new PayInEveryTab(card, what, after)),
    ),
    ...some(
      2,
      fc.tuple(fc.constantFrom('finish', 'giveUp', 'retry'), wait).map(([answer, after]) => new Decide(answer, after)),
    ),
    ...some(
      2,
      fc
        .tuple(fc.array(fc.constantFrom('mainCard', 'newCard'), { minLength: 2, maxLength: 3 }), wait)
        .map(([cards, after]) => new PayTabByTab(cards, after)),
    ),
    ...some(
      2,
      wait.map((after) => new PayAtBank(after)),
    ),
    wait.map((after) => new Reload(after)),
    ...some(
      3,
      fc
        .tuple(fc.constantFrom('reloads', 'closes'), fc.boolean(), fc.nat({ max: 5 }), wait)
        .map(([how, isOnItsWay, later, after]) => new LeaveWhileOrdering(how, isOnItsWay, later, after)),
    ),
    ...some(
      2,
      wait.map((after) => new SwitchTab(after)),
    ),
    ...some(
      2,
      fc.tuple(fc.boolean(), wait).map(([isDouble, after]) => new OpenTab(isDouble, after)),
    ),
    ...some(
      2,
      wait.map((after) => new OpenSecondDevice(after)),
    ),
    ...some(
      2,
      fc.tuple(fc.boolean(), wait).map(([isOnItsWay, after]) => new CloseTab(isOnItsWay, after)),
    ),
    ...some(
      2,
      fc.tuple(fault, wait).map(([one, after]) => new FailServer(one, after)),
    ),
    ...some(
      2,
      fc.tuple(anyCall, networkFault, wait).map(([one, what, after]) => new FailNetwork(pathEnd(one), what, after)),
    ),
    fc.tuple(fc.constantFrom(...durationNames), wait).map(([by, after]) => new MoveClock(by, after)),
    fc.tuple(fc.constantFrom(-600, -10, 10), wait).map(([minutes, after]) => new SetClock(minutes, after)),
    wait.map((after) => new SignOut(after)),
    wait.map((after) => new ClearFaults(after)),
  ],
  { maxCommands: 30, size: 'max', ...(path?.includes('|') && { replayPath: path.split('|')[1] }) },
)
const scenarios = [
  'registered',
  'activated',
  'no-cards',
  'declined',
  'deactivated',
  'grace',
  'daily',
  'points-rich',
  'points-for-month',
  'points-declined',
  'points-failing',
  'order-stuck',
  'counter-offer-active',
]

const start = fc.record({
  scenario: fc.constantFrom(...scenarios),
  hasLocks: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
})

test(
  'whatever is pressed, breaks, is reloaded or closed: one paid order for a decision, nothing forgotten, always a way on, no payment without a message',
  { timeout: limitMs + 120_000 },
  async () => {
    const sent = new Set<string>()
    const shown = new Set<string>()
    const seen = new Set<Effect>()
    const property = fc.asyncProperty(start, commands, async (from, steps) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
      vi.stubGlobal('window', { location: { pathname: '/profile', search: '' } })
      const world = await World.start(apps, mock.origin, `model${++users}`, from)
      try {
        await fc.asyncModelRun(() => ({ model: {}, real: world }), steps)
        await world.finish()
      } finally {
        for (const { call } of world.wire.passed) sent.add(call)
        for (const title of world.titles) shown.add(title)
        for (const effect of world.effects) seen.add(effect)
        await world.close()
      }
    })
    const details = await fc.check(property, {
      ...withSeed(RUNS),
      ...(path && { path: path.split('|')[0] ?? '' }),
      interruptAfterTimeLimit: limitMs,
    })
    expect(details.failed ? `${fc.defaultReportMessage(details)}\n${String(details.errorInstance)}` : '').toBe('')
    // A repeated walk, or a search that was interrupted, does not reach all situations.
    if (path) return
    if (details.interrupted) return expect(details.numRuns).toBeGreaterThanOrEqual(FEWEST_RUNS)
    expect([...sent]).toEqual(expect.arrayContaining(called.map(pathEnd)))
    expect([...shown]).toEqual(
      expect.arrayContaining([
        'Сервис активирован',
        'Не удалось оплатить',
        'Ответ не пришёл',
        'Заказ ждёт оплаты',
        'Опция успешно оплачена',
      ]),
    )
    // Rare situations are not reached by a hundred walks.
    if (!isLong) return
    expect([...shown]).toEqual(expect.arrayContaining(['Заказ ещё обрабатывается', 'Другой заказ уже оплачен']))
    expect([...seen]).toEqual(expect.arrayContaining([...effects]))
  },
)
