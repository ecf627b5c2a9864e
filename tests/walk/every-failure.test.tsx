// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { OperationId } from '@paket/sdk'
import { App } from '../../web/src/app/app.tsx'
import { interruptFlow } from '../../web/src/flow/run-flow.ts'
import { modalStack } from '../../web/src/modals/modal-stack.ts'
import { messageOf } from '../../web/src/modals/outcome-messages.ts'
import { snackbars } from '../../web/src/modals/snackbars.ts'
import { session } from '../../web/src/session/session.ts'
import { fakeIdentity, fakeServices, settings } from '../support/fake-services.ts'
import { type Failing, failuresOf, oneOfEachOutcome, operations } from './failures.ts'
import { type MockProcess, startMockProcess } from './mock-process.ts'
import { inWords, press, shown, type, until, untilWayOn } from './screen.ts'
import { notYetReached, unused, type Way, ways } from './ways.ts'

let mock: MockProcess
let token = ''
/** Calls that are not answered yet. */
let underWay = 0
const login = 'walker'

vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  // What pages come as chunks is there before the first walk waits for it.
  await Promise.all([import('../../web/src/app/account-routes.tsx'), import('../../web/src/app/app-modals.tsx')])
  mock = await startMockProcess()
  token = await mock.token(login)
})
afterAll(() => mock.stop())

afterEach(async () => {
  await act(async () => interruptFlow())
  cleanup()
  // What was still under way may end the session: that is told once, until it is answered.
  await until(() => expect(underWay).toBe(0))
  await act(async () => {
    for (const { answer } of modalStack.open) answer('dismissed')
  })
  modalStack.open = []
  modalStack.spinner = null
  snackbars.items = []
  session.state = 'checking'
  vi.unstubAllGlobals()
})

test('every call of the contract is used by the app, or it is said why not', () => {
  const known = new Set<OperationId>([
    ...(Object.keys(ways) as OperationId[]),
    ...(Object.keys(unused) as OperationId[]),
    ...notYetReached,
  ])
  const missing = operations.filter(({ id }) => !known.has(id)).map(({ id }) => id)
  expect(
    missing,
    'say in tests/walk/ways.ts how a user comes to these calls, or why the app does not make them',
  ).toEqual([])
  const twice = notYetReached.filter((id) => id in ways || id in unused)
  expect(twice, 'these are reached now: take them out of notYetReached').toEqual([])
})

describe.each(operations.filter(({ id }) => id in ways))('$id', (operation) => {
  const [first, ...others] = ways[operation.id] ?? []
  const all = failuresOf(operation)
  const walks = [
    ...all.map((failing) => ({ failing, way: first })),
    ...others.flatMap((way) => oneOfEachOutcome(all).map((failing) => ({ failing, way }))),
  ].map(({ failing, way }) => ({ ...failing, failing, way, at: `${way?.open} as ${way?.as}` }))
  test.each(walks)('$name by $fault ends in $outcome, at $at', async ({ failing, way }) => {
    if (way) await walk(failing, way)
  })
})

async function walk(failing: Failing, way: Way): Promise<void> {
  const { services, hasFailed } = await openFailing(failing, way)
  for (const step of way.press ?? []) {
    if (hasFailed()) break
    if (step instanceof RegExp) await press(step)
    else await type(step.field, step.text)
  }
  await until(() => {
    if (!hasFailed()) throw new Error(`${failing.operation} is not made on this way: ${inWords(shown())}`)
  })
  if (!isSessionOver(failing)) for (const name of way.after ?? []) await press(name)
  const told = toldBy(failing, way)
  await untilWayOn(
    `what follows ${JSON.stringify(failing.fault)} is not told, or there is no way on`,
    ({ text }) => !told || told.test(text),
  )
  await dismissAll()
  if (services.signOut.mock.calls.length + services.signIn.mock.calls.length > 0) return
  await untilWayOn(
    'with the message away there is no way on',
    ({ kind }) => kind === 'page' || modalStack.open.length > 0,
  )
}

const isSessionOver = ({ outcome }: Failing) => outcome === 'authorize-again' || outcome === 'sign-out'

/** What must be read after the failure; null when nothing needs to be. */
function toldBy({ outcome, code }: Failing, way: Way): RegExp | null {
  const own = way.reads?.[outcome]
  if (own) return own
  if (outcome === 'retry-in-place') return /Попробовать ещё раз/
  const message = messageOf({ outcome, code })
  if (!message) return null
  const told = message.code === undefined ? '' : `[^]*Код ошибки ${message.code}`
  return new RegExp(message.title.replace(/[.?()]/g, '\\$&') + told)
}

/** Opens the app at the way's address, where one call fails for as long as it is made. */
async function openFailing({ operation, path, fault }: Failing, way: Way) {
  const given = Object.entries(way.given ?? {}).map(([call, example]) => ({ operation: call, example }))
  await mock.become(login, way.as)
  await mock.fail(login, [{ operation, ...fault }, ...given])
  let failed = 0
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    underWay += 1
    try {
      return await mock.fetch(address, init)
    } finally {
      underWay -= 1
      if (address.endsWith(path)) failed += 1
    }
  })
  slowDownLess()
  window.sessionStorage.clear()
  window.localStorage.clear()
  window.history.replaceState(null, '', way.open)
  const services = fakeServices(fakeIdentity({ silentToken: async () => token }))
  const { origin } = mock
  services.settings = { ...settings, api: `${origin}/bff/api`, content: `${origin}/cms`, paymentOrigins: [origin] }
  render(<App services={services} />)
  await act(() => services.session.start())
  return { services, hasFailed: () => failed > 0 }
}

/** Pauses of seconds are shortened; how long an answer may take is not. */
function slowDownLess(): void {
  const { setTimeout: real } = globalThis
  vi.stubGlobal('setTimeout', (work: () => void, ms = 0, ...rest: never[]) =>
    real(work, ms >= 1000 && ms < 20_000 ? ms / 40 : ms, ...rest),
  )
}

/** Closes whatever stands over the page. */
async function dismissAll(): Promise<void> {
  for (let left = 6; left > 0; left--) {
    const open = modalStack.open.at(-1)
    if (!open) break
    await act(async () => open.answer('dismissed'))
    await until(() => expect(modalStack.open.some(({ id }) => id === open.id)).toBe(false))
  }
}
