// @vitest-environment happy-dom
import { isDeepStrictEqual } from 'node:util'
import { act, cleanup, render } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { OperationId } from '@paket/sdk'
import { App } from '#web/app/app.tsx'
import { showSignedOut } from '#web/services/show-message.ts'
import { modalStack } from '#web/modals/modal-stack.ts'
import { messageOf } from '#web/messages/outcome-messages.ts'
import { snackbars } from '#web/modals/snackbars.ts'
import { session } from '#web/session/session.ts'
import { withLocks } from '#support/fake-locks.ts'
import type { fakeServices } from '#support/fake-services.ts'
import { appOnMock } from './app-on-mock.tsx'
import { type Failing, failuresOf, oneOfEachOutcome, operations } from './failures.ts'
import { follow } from './follow.ts'
import { inWords, press, shown, type Shown, until, untilWayOn } from './screen.ts'
import { unused, type Way, ways } from './ways.ts'

/** How many equal observations in a row mean that the page has settled. */
const STILL_LOOKS = 12

vi.setConfig({ testTimeout: 60_000 })
const app = appOnMock()

test('every call of the contract is used by the app, or listed as unused with a reason', () => {
  const known = new Set<OperationId>([
    ...(Object.keys(ways) as OperationId[]),
    ...(Object.keys(unused) as OperationId[]),
  ])
  const missing = operations.filter(({ id }) => !known.has(id)).map(({ id }) => id)
  expect(
    missing,
    'say in tests/walk/ways.ts how a user comes to these calls, or why the app does not make them',
  ).toEqual([])
})

describe.each(operations.filter(({ id }) => id in ways))('$id', (operation) => {
  const [first, ...others] = ways[operation.id] ?? []
  const all = failuresOf(operation)
  const walks = [
    ...all.map((failing) => ({ failing, way: first })),
    ...others.flatMap((way) => oneOfEachOutcome(all).map((failing) => ({ failing, way }))),
  ].map(({ failing, way }) => ({ ...failing, failing, way, at: `${way?.open} as ${way?.as}` }))
  test.each(walks)('$name by $fault ends in $outcome, at $at', async ({ failing, way }) => {
    if (!way) return
    if (way.leavesNoTrace && failing.outcome === 'ignore') await walkUntouched(failing, way)
    else await walk(failing, way)
  })
})

async function walk(failing: Failing, way: Way): Promise<void> {
  const { services, hasFailed } = await visit(failing, way)
  await follow(way, hasFailed)
  if (!isSessionOver(failing)) for (const name of way.after ?? []) await press(name)
  if (failing.outcome === 'sign-out') await comeBackSignedOut(services)
  const expected = textOf(failing, way)
  await untilWayOn(
    `what follows ${JSON.stringify(failing.fault)} is not shown, or there is no way on`,
    ({ text }) => !expected || expected.test(text),
  )
  await dismissAll()
  if (services.signOut.mock.calls.length + services.signIn.mock.calls.length > 0) return
  await untilWayOn(
    'with the message away there is no way on',
    ({ kind }) => kind === 'page' || modalStack.open.length > 0,
  )
}

/** What each way shows when no call fails. */
const usuals = new Map<Way, Shown>()

/** An ignored failure: the page shows exactly the same with and without it. */
async function walkUntouched(failing: Failing, way: Way): Promise<void> {
  let usual = usuals.get(way)
  if (!usual) {
    await visit({ ...failing, fault: {} }, way)
    usual = await settled()
    usuals.set(way, usual)
    await app.leave()
  }
  const { hasFailed } = await visit(failing, way)
  await until(() => expect(hasFailed(), `${failing.operation} is not made on this way`).toBe(true))
  expect(await settled()).toEqual(usual)
  expect(usual.kind).toBe('page')
  expect(snackbars.items).toEqual([])
}

/** What is shown when all calls are answered and nothing changes any more. */
async function settled(): Promise<Shown> {
  await untilWayOn('the page does not come', () => session.state === 'signedIn')
  let before: Shown | undefined
  let looks = 0
  return until(() => {
    const now = shown()
    looks = isDeepStrictEqual(now, before) && app.underWay() === 0 ? looks + 1 : 0
    before = now
    if (looks < STILL_LOOKS) throw new Error(`the page does not come to rest: ${inWords(now)}`)
    return now
  })
}

const isSessionOver = ({ outcome }: Failing) => outcome === 'authorize-again' || outcome === 'sign-out'

/** A sign-out at the provider returns to the main page. */
async function comeBackSignedOut(services: ReturnType<typeof fakeServices>): Promise<void> {
  await until(() => expect(services.signOut).toHaveBeenCalled())
  cleanup()
  session.state = 'signedOut'
  window.history.replaceState(null, '', '/')
  withLocks()
  render(<App services={services} />)
  void showSignedOut(services)
}

/** The text that must be shown after the failure; null when none is required. */
function textOf({ outcome, code }: Failing, way: Way): RegExp | null {
  const own = way.reads?.[outcome]
  if (own) return own
  if (outcome === 'retry-in-place') return /Попробовать ещё раз/
  const message = messageOf({ outcome, code })
  if (!message) return null
  const withCode = message.code === undefined ? '' : `[^]*Код ошибки ${message.code}`
  return new RegExp(message.title.replace(/[.?()]/g, '\\$&') + withCode)
}

/** Opens the app at an address; the call fails every time. */
async function visit({ operation, path, fault }: Failing, { as, open, given = {} }: Way) {
  const examples = Object.entries(given).map(([call, example]) => ({ operation: call, example }))
  const broken = Object.keys(fault).length > 0 ? [{ operation, ...fault }] : []
  let failed = 0
  const { services } = await app.visit({
    as,
    open,
    faults: [...broken, ...examples],
    through: (send) => async (address, init) => {
      try {
        return await send(address, init)
      } finally {
        if (address.endsWith(path)) failed += 1
      }
    },
    sendsEvents: operation === 'sendProductEvent',
  })
  return { services, hasFailed: () => failed > 0 }
}

/** Closes whatever is over the page. */
async function dismissAll(): Promise<void> {
  for (let left = 6; left > 0; left--) {
    const open = modalStack.open.at(-1)
    if (!open) break
    await act(async () => open.answer('dismissed'))
    await until(() => expect(modalStack.open.some(({ id }) => id === open.id)).toBe(false))
  }
}
