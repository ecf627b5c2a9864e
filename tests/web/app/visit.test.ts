import { beforeEach, describe, expect, test } from 'vitest'
import { currentVisit, forgetVisit, noteVisit, withVisit } from '../../../web/src/app/visit.ts'

beforeEach(forgetVisit)

describe('what the visit came with', () => {
  test.each([
    ['?referrer=refrigerator', true],
    ['?from=holodilnik', true],
    ['?referrer=Refrigerator', false],
    ['?referrer=refrigerator2', false],
    ['?referrer=', false],
    ['', false],
  ])('%j comes from the fridge: %s [C-VALID-10]', (search, isFromFridge) => {
    noteVisit(search)
    expect(currentVisit().fromFridge).toBe(isFromFridge)
  })
  test.each([
    ['?shoko24=Y', 'shoko24'],
    ['?litres=Y', 'litres'],
    ['?litres=N', null],
    ['?trial=Y', 'trial'],
    ['?shoko24=Y&trial=Y', 'trial'],
  ])('%j: the action is %s [C-ENTITY-13] [O-ENTITY-38] [O-ENTITY-40]', (search, promo) => {
    noteVisit(search)
    expect(currentVisit().promo).toBe(promo)
  })
  test('is kept through the visit, and travels through signing in (OP-40)', () => {
    noteVisit('?referrer=refrigerator')
    noteVisit('?litres=Y')
    noteVisit('')
    expect(currentVisit()).toEqual({ fromFridge: true, promo: 'litres' })
    expect(withVisit('/profile?a=1')).toBe('/profile?a=1&referrer=refrigerator&litres=Y')
  })
  test('nothing is added to an address of a usual visit', () => {
    expect(withVisit('/profile?a=1#x')).toBe('/profile?a=1#x')
  })
})
