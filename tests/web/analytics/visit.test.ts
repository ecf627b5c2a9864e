// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { promoActions } from '#web/domain/promo-action.ts'
import { utmOf } from '#web/analytics/utm.ts'
import { currentUtm, currentVisit, forgetVisit, readVisit, withVisit } from '#web/analytics/visit.ts'

beforeEach(forgetVisit)

describe('parameters of the visit', () => {
  test.each([
    ['?referrer=refrigerator', true],
    ['?from=holodilnik', true],
    ['?referrer=Refrigerator', false],
    ['?referrer=refrigerator2', false],
    ['?referrer=', false],
    ['', false],
  ])('%j comes from the fridge: %s [C-VALID-10]', (search, isFromFridge) => {
    readVisit(search)
    expect(currentVisit().fromFridge).toBe(isFromFridge)
  })
  test.each([
    ['?shoko24=Y', 'shoko24'],
    ['?litres=Y', 'litres'],
    ['?litres=N', null],
    ['?trial=Y', 'trial'],
    ['?shoko24=Y&trial=Y', 'trial'],
  ])('%j: the action is %s [C-ENTITY-13] [O-ENTITY-38] [O-ENTITY-40]', (search, promo) => {
    readVisit(search)
    expect(currentVisit().promo).toBe(promo)
  })
  test('names one of three actions [C-ENTITY-13]', () => {
    expect(new Set(promoActions)).toEqual(new Set(['shoko24', 'litres', 'trial']))
  })
  test('are preserved for the visit, and over the sign-in (OP-40)', () => {
    readVisit('?referrer=refrigerator')
    readVisit('?litres=Y')
    readVisit('')
    expect(currentVisit()).toEqual({ fromFridge: true, promo: 'litres' })
    expect(withVisit('/profile?a=1')).toBe('/profile?a=1&referrer=refrigerator&litres=Y')
  })
  test('an action is stored for the tab, because the return from the bank has no action in its address [O-ENTITY-38]', async () => {
    readVisit('?litres=Y')
    vi.resetModules()
    const reloaded = await import('#web/analytics/visit.ts')
    reloaded.readVisit('?event=payment&from=profile&orderId=o1')
    expect(reloaded.currentVisit()).toEqual({ fromFridge: false, promo: 'litres' })
    reloaded.readVisit('?shoko24=Y')
    expect(reloaded.currentVisit().promo).toBe('shoko24')
    expect(window.localStorage).toHaveLength(0)
  })
  test('drafts are read for the whole visit, also after the sign-in and the bank; another user reads what is published [O-OFFERS-12]', async () => {
    readVisit('?draft=Y')
    expect(withVisit('/offers')).toBe('/offers?draft=Y')
    vi.resetModules()
    const reloaded = await import('#web/analytics/visit.ts')
    expect(reloaded.contentStatus()).toBe('published')
    reloaded.readVisit('?event=payment&from=profile&orderId=o1')
    expect(reloaded.contentStatus()).toBe('draft')
    reloaded.forgetVisit()
    reloaded.readVisit('')
    expect(reloaded.contentStatus()).toBe('published')
  })
  test.each(['shoko23', 'Y', ''])('%j in the tab is no action [O-ENTITY-39]', (value) => {
    window.sessionStorage.setItem('paket.action', value)
    readVisit('')
    expect(currentVisit().promo).toBeNull()
  })
  test('utm fields survive signing in; those of the address win [C-CALL-06] [C-WIDGET-08]', () => {
    readVisit('?utm_source=app&utm_campaign=%D0%BC&utm_content=x')
    readVisit('?a=1')
    expect(currentUtm()).toEqual({ utmSource: 'app', utmMedium: null, utmCampaign: 'м' })
    const url = withVisit('/profile?utm_source=site')
    expect(utmOf(new URL(url, 'http://app').search)).toEqual({ utmSource: 'site', utmMedium: null, utmCampaign: 'м' })
    expect(url).not.toContain('utm_content')
  })
  test('nothing is added to an address of a usual visit', () => {
    expect(withVisit('/profile?a=1#x')).toBe('/profile?a=1#x')
  })
})
