// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deliverEvents, takeEvent } from '#web/analytics/events.ts'
import { forgetUserBefore } from '#web/cache/forget-user.ts'
import { useOfferShown } from '#web/analytics/use-offer-shown.ts'

let see: (ratio: number) => void = () => undefined
let shares: unknown
const shown: string[] = []

const Card = ({ offer }: { offer: string }): ReactNode => <article ref={useOfferShown(offer)} />
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  shown.length = 0
  window.sessionStorage.clear()
  deliverEvents((noted) => void (takeEvent(noted) && noted.event.type === 'offer' && shown.push(noted.event.offer)))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: { intersectionRatio: number }[]) => void, { threshold }: { threshold: number }) {
        see = (intersectionRatio) => seen([{ intersectionRatio }])
        shares = threshold
      }
      observe() {}
      disconnect() {
        see = () => undefined
      }
    },
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('reports an offer as shown after 3 s with half of its card in view, without a break, once a visit [O-ANALYTICS-03]', async () => {
  render(<Card offer="milk" />)
  expect(shares).toBe(0.5)
  see(0.5)
  await pass(2900)
  see(0.4)
  await pass(5000)
  see(0.5)
  await pass(2999)
  expect(shown).toEqual([])
  await pass(1)
  expect(shown).toEqual(['milk'])
  cleanup()
  render(<Card offer="milk" />)
  see(1)
  await pass(10_000)
  expect(shown).toEqual(['milk'])
})
test('an offer is reported once per tab and user, also across pages [O-ANALYTICS-03]', async () => {
  async function pageShows(): Promise<void> {
    vi.resetModules()
    const { deliverEvents: deliver } = await import('#web/analytics/events.ts')
    const { useOfferShown: useIt } = await import('#web/analytics/use-offer-shown.ts')
    deliver(({ event }) => void (event.type === 'offer' && shown.push(event.offer)))
    const OfNextPage = (): ReactNode => <article ref={useIt('tea')} />
    render(<OfNextPage />)
    see(1)
    await pass(10_000)
    cleanup()
  }
  await pageShows()
  await pageShows()
  expect(shown).toEqual(['tea'])
  forgetUserBefore()
  await pageShows()
  expect(shown).toEqual(['tea', 'tea'])
})
test('reports nothing in a hidden tab, or for a card that has unmounted', async () => {
  render(<Card offer="bread" />)
  see(1)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(10_000)
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(2000)
  cleanup()
  await pass(10_000)
  expect(shown).toEqual([])
})
