// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { QueryClient } from '@tanstack/react-query'
import { type Account, AccountProvider, type Services, ServicesProvider } from '#web/services/services.ts'
import { useAfterPurchase } from '#web/checkout/use-after-purchase.ts'
import { forgetVisit } from '#web/analytics/visit.ts'
import { fakeServices } from '#support/fake-services.ts'

afterEach(() => {
  forgetVisit()
  vi.restoreAllMocks()
})
function afterPurchase(own: Partial<Services['host']> = {}) {
  const services = fakeServices()
  const account = { queryClient: new QueryClient() } as Account
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ServicesProvider value={{ ...services, host: { ...services.host, ...own } }}>
      <AccountProvider value={account}>{children}</AccountProvider>
    </ServicesProvider>
  )
  return { services, after: renderHook(() => useAfterPurchase(), { wrapper }).result.current }
}

test('the website goes to the fridge page of the settings [C-LAYOUT-10]', () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const { after, services } = afterPurchase()
  after.fridge()
  expect(assign).toHaveBeenCalledWith('https://fridge.example/')
  expect(services.host.close).not.toHaveBeenCalled()
})
test.each(['grocery', 'hyper', 'third', 'test'] as const)('the webview %s is closed instead [C-LAYOUT-09]', (name) => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const { after, services } = afterPurchase({ name })
  after.fridge()
  expect(services.host.close).toHaveBeenCalledOnce()
  expect(assign).not.toHaveBeenCalled()
})
test('the account is /profile [C-LAYOUT-12]', () => {
  window.history.replaceState(null, '', '/fastbuy')
  afterPurchase().after.account({})
  expect(window.location.pathname).toBe('/profile')
})
test('anyone who checks what was bought is led where it is', () => {
  window.history.replaceState(null, '', '/fastbuy')
  afterPurchase().after.check({})
  expect(window.location.pathname).toBe('/profile')
  afterPurchase().after.check({ option: 'family_1_month' })
  expect(window.location.pathname).toBe('/options/family_1_month')
})
test('an option is on its page', () => {
  window.history.replaceState(null, '', '/profile')
  afterPurchase().after.account({ option: 'family_1_month' })
  expect(window.location.pathname).toBe('/options/family_1_month')
})
test('leads to the partner’s page', () => {
  afterPurchase().after.partner({ partner: 'megafon' })
  expect(window.location.pathname).toBe('/megafon')
})
test.each(['shoko24', 'litres'] as const)('the gift of %s is where the settings say [C-MODAL-27]', (promo) => {
  const { after, services } = afterPurchase()
  after.promo({ promo })
  expect(services.host.openOutside).toHaveBeenCalledWith(`https://${promo}.example/`)
})
test('the trial has no gift (OP-42)', () => {
  const { after, services } = afterPurchase()
  after.promo({ promo: 'trial' })
  expect(services.host.openOutside).not.toHaveBeenCalled()
})
