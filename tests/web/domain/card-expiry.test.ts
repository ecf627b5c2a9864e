import { describe, expect, test } from 'vitest'
import { endsBefore } from '#web/domain/card-expiry.ts'

describe('a card ends before a charge (OO-92)', () => {
  test.each([
    ['11/26', '2026-11-30T20:59:59Z', false],
    ['11/26', '2026-11-30T21:00:00Z', true],
    ['12/26', '2027-01-01T00:00:00Z', true],
    ['01/27', '2026-12-31T12:00:00Z', false],
    ['12/29', '2026-12-02T12:00:00Z', false],
    ['09/26', '2030-01-01T00:00:00Z', true],
    ['00/26', '2030-01-01T00:00:00Z', false],
    ['13/26', '2030-01-01T00:00:00Z', false],
    ['101/26', '2030-01-01T00:00:00Z', false],
    ['10/2026', '2030-01-01T00:00:00Z', false],
    ['', '2030-01-01T00:00:00Z', false],
    [undefined, '2030-01-01T00:00:00Z', false],
  ])('%s, charged at %s: %s, by the month of Moscow', (expiry, charge, expected) => {
    expect(endsBefore(expiry, new Date(charge))).toBe(expected)
  })
})
