import { type RefCallback, useCallback } from 'react'
import { trackEvent } from './events.ts'
import { shownOffers } from './shown-offers.ts'

const SHOWN_AFTER_MS = 3000
const VISIBLE_RATIO = 0.5

/** Reports an offer as shown when half of its card has been in view for 3 s without interruption (O-ANALYTICS-03). Returns the card's ref. */
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

/** Calls `seen` once, when the element has been in view long enough. Returns a function that stops watching. */
function onceInView(element: Element, seen: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isInView = false
  const update = () => {
    clearTimeout(timer)
    if (isInView && !document.hidden) timer = setTimeout(() => (stop(), seen()), SHOWN_AFTER_MS)
  }
  const observer = new IntersectionObserver(
    (entries) => {
      isInView = (entries.at(-1)?.intersectionRatio ?? 0) >= VISIBLE_RATIO
      update()
    },
    { threshold: VISIBLE_RATIO },
  )
  function stop(): void {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('visibilitychange', update)
  }
  document.addEventListener('visibilitychange', update)
  observer.observe(element)
  return stop
}
