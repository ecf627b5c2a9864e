// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetPromocodes, promocodeMemory } from '#web/cache/promocode-memory.ts'

const start = Date.parse('2026-11-10T09:00:00Z')
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  forgetPromocodes()
})
afterEach(() => {
  forgetPromocodes()
  vi.useRealTimers()
})

test('has no checked promocode at first', () => expect(promocodeMemory.checked()).toBeNull())
test.each([
  [0, true],
  [1_199_999, true],
  [1_200_000, false],
])('%i ms after the check it holds: %s [O-PROMO-15]', (after, holds) => {
  promocodeMemory.storeChecked('A')
  vi.setSystemTime(start + after)
  expect(promocodeMemory.checked()).toEqual(holds ? { value: 'A', until: start + 1_200_000 } : null)
})
test('a check of the same promocode continues its time, of another one restarts it [O-PROMO-16]', () => {
  promocodeMemory.storeChecked('A')
  vi.setSystemTime(start + 60_000)
  expect(promocodeMemory.storeChecked('A')).toBe(start + 1_200_000)
  expect(promocodeMemory.storeChecked('B')).toBe(start + 1_260_000)
})
test.each(['nonsense', 'null', '1', '{"value":1,"until":2}', `{"value":"A","until":${start + 9_000_000}}`])(
  'what else is in the storage is not believed: %s',
  (stored) => {
    window.sessionStorage.setItem('paket.promocode', stored)
    expect(promocodeMemory.checked()).toBeNull()
  },
)
test('is stored in this tab only, and cleared completely', () => {
  promocodeMemory.storeChecked('A')
  promocodeMemory.failed = { value: 'B', problem: { kind: 'unknown' } }
  expect(window.localStorage).toHaveLength(0)
  forgetPromocodes()
  expect({ failed: promocodeMemory.failed, checked: promocodeMemory.checked() }).toEqual({
    failed: null,
    checked: null,
  })
})
