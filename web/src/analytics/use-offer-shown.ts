import { type RefCallback, useCallback } from 'react'
import { trackEvent } from './events.ts'
import { shownOffers } from './shown-offers.ts'

const SHOWN_AFTER_MS = 3000
const SHARE = 0.5

/** For an offer's card: reports that it was shown when half of it has been in view for 3 s without a break (O-ANALYTICS-03). */
export function useOfferShown(offer: string): RefCallback<Element> {
  return useCallback(
    (element: Element | null) => {
      if (!element || shownOffers.has(offer)) return undefined
      return onceInView(element, () => {
        shownOffers.add(offer)
        trackEvent({ type: 'offer', what: 'show', offer })
      })
    },
    [offer],
  )
}

function onceInView(element: Element, seen: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isInView = false
  const look = () => {
    clearTimeout(timer)
    if (isInView && !document.hidden) timer = setTimeout(() => (end(), seen()), SHOWN_AFTER_MS)
  }
  const observer = new IntersectionObserver(
    (entries) => {
      isInView = (entries.at(-1)?.intersectionRatio ?? 0) >= SHARE
      look()
    },
    { threshold: SHARE },
  )
  function end(): void {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('visibilitychange', look)
  }
  document.addEventListener('visibilitychange', look)
  observer.observe(element)
  return end
}
