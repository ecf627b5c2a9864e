import { expect, test } from 'vitest'
import { slideAfter, storyMove } from '#web/domain/stories.ts'

const still = { dx: 0, dy: 0, x: 100, width: 400 }

test.each([
  [199, 'previous'],
  [200, 'next'],
] as const)('a tap at %d of 400 asks for the %s slide [O-STORY-06] [O-STORY-07]', (x, move) => {
  expect(storyMove({ ...still, x })).toBe(move)
})
test.each([
  [10, 0, 'previous'],
  [-10, 10, 'previous'],
  [11, 0, 'previous'],
  [-11, 0, 'next'],
  [-30, 29, 'next'],
  [-30, 30, 'next'],
  [-30, 31, 'stay'],
  [0, -11, 'stay'],
] as const)('a press on the left that moves by %d and %d asks for: %s [O-STORY-09]', (dx, dy, move) => {
  expect(storyMove({ ...still, dx, dy })).toBe(move)
})
test('back on the first slide starts it again, forward on the last ends the story (OO-54)', () => {
  expect({ before0: slideAfter(0, 'previous', 3), before2: slideAfter(2, 'previous', 3) }).toEqual({
    before0: 0,
    before2: 1,
  })
  expect({ after1: slideAfter(1, 'next', 3), after2: slideAfter(2, 'next', 3) }).toEqual({ after1: 2, after2: null })
})
test('a press that asks for nothing leaves the slide', () => {
  expect([0, 1, 2].map((at) => slideAfter(at, 'stay', 3))).toEqual([0, 1, 2])
})
