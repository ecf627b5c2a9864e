import { expect, test } from 'vitest'
import { randomUuid } from '#web/domain/uuid.ts'

/** A source of equal bytes, for a page without `randomUUID`. */
const oldSource = (byte: number) => ({ getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => bytes.fill(byte) })

test('comes from crypto.randomUUID where that exists', () => {
  expect(randomUuid({ ...oldSource(0), randomUUID: () => 'native' })).toBe('native')
  expect(randomUuid()).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
})
test.each([
  [0x00, '00000000-0000-4000-8000-000000000000'],
  [0x5a, '5a5a5a5a-5a5a-4a5a-9a5a-5a5a5a5a5a5a'],
  [0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
])('is made of random bytes elsewhere, version 4, variant 1: %i gives %s', (byte, uuid) => {
  expect(randomUuid(oldSource(byte))).toBe(uuid)
})
