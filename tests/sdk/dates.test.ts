import { describe, expect, it, test } from 'vitest'
import { parseDate, parseNullableDate } from '@paket/sdk'

describe('a date text', () => {
  const instant = '2026-11-20T06:05:00.000Z'
  it.each([
    '2026-11-20T09:05:00+03:00',
    '2026-11-20 09:05:00+03:00',
    '2026-11-20T09:05:00 +03:00',
    '2026-11-20 09:05:00 +03:00',
  ])('%s is one of the four formats [C-ENTITY-03]', (text) => {
    expect(parseDate(text).toISOString()).toBe(instant)
  })

  it.each([
    ['2026-11-20T09:05:00+0300', instant],
    ['2026-11-20 09:05:00 +0300', instant],
    ['2026-11-20T09:05:00+03', instant],
    ['2026-11-20T06:05:00Z', instant],
    ['2026-11-20 06:05:00 Z', instant],
    ['2026-11-20T09:05:00.123+03:00', '2026-11-20T06:05:00.123Z'],
    ['2026-11-20T09:05:00.123456789 +0300', '2026-11-20T06:05:00.123Z'],
    ['2026-11-20T02:05:00-04:30', '2026-11-20T06:35:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ])('%s is within the tolerance (OP-48)', (text, is) => {
    expect(parseDate(text).toISOString()).toBe(is)
  })

  it.each([
    '',
    '2026-11-20',
    '2026-11-20T09:05:00',
    '2026-11-20T09:05+03:00',
    '20.11.2026 09:05:00+03:00',
    '2026-11-20T09:05:00  +03:00',
    '2026-11-20t09:05:00z',
    '2026-11-20T09:05:00Z30',
    '2026-11-20T09:05:00Z:30',
    '2026-13-20T09:05:00Z',
    '2026-02-30T09:05:00Z',
    '2026-11-20T25:05:00Z',
    '2026-11-31T09:05:00Z',
    '2026-11-20T09:05:00+99:00',
    ' 2026-11-20T09:05:00Z',
    '1795500000000',
  ])('%j is not a date, and the error quotes it', (text) => {
    expect(() => parseDate(text)).toThrow(new RangeError(`not a date of the contract: ${JSON.stringify(text)}`))
  })
})

test('returns null for null', () => {
  expect(parseNullableDate(null)).toBeNull()
  expect(parseNullableDate('2026-11-20T09:05:00+03:00')?.getTime()).toBe(Date.UTC(2026, 10, 20, 6, 5))
})
