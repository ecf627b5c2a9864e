// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { knownSubscriber } from '#web/analytics/events.ts'
import { forgetAtSignOut } from '#web/cache/forget-user.ts'
import { promocodeMemory } from '#web/cache/promocode-memory.ts'
import { currentUtm, currentVisit, forgetVisit, readVisit } from '#web/analytics/visit.ts'
import { session } from '#web/session/session.ts'

const turn = () => new Promise((done) => setTimeout(done))
const known = () => [
  { ...currentVisit() },
  currentUtm().utmSource,
  promocodeMemory.failed,
  promocodeMemory.checked()?.value,
  { ...knownSubscriber },
]
const old = { value: 'OLD', problem: { kind: 'unknown' } } as const
const everything = [
  { fromFridge: true, promo: 'litres' },
  'mail',
  old,
  'MAY',
  { bundleId: 'b1', subscriberStatus: 'activated' },
]

beforeAll(forgetAtSignOut)
beforeEach(async () => {
  session.state = 'checking'
  // The cache reports a change one turn later, so the previous test's change must be reported before this test starts.
  await turn()
  forgetVisit()
  readVisit('?litres=Y&referrer=refrigerator&utm_source=mail')
  promocodeMemory.failed = old
  promocodeMemory.storeChecked('MAY')
  Object.assign(knownSubscriber, { bundleId: 'b1', subscriberStatus: 'activated' })
})

test.each([
  ['signedIn', 'leaving'],
  ['signedIn', 'signedOut'],
  ['lost', 'leaving'],
  ['signedOut', 'leaving'],
] as const)('of anyone who was %s and is %s nothing is left for the next user [O-CACHE-08]', async (before, state) => {
  session.state = before
  await turn()
  session.state = state
  await turn()
  expect(known()).toEqual([{ fromFridge: false, promo: null }, null, null, undefined, {}])
})
test('a visitor who signs in keeps the state of the visit', async () => {
  for (const state of ['signedOut', 'signedIn'] as const) {
    session.state = state
    await turn()
  }
  expect(known()).toEqual(everything)
})
