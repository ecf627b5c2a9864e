import { flushSync } from 'react-dom'
import type { AroundNavHandler } from 'wouter'

/** Animates a navigation with the option `transition`, if the browser supports view transitions and the user has not asked for reduced motion. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!options?.transition || isStill || !('startViewTransition' in document)) return navigate(to, options)
  const { ready, finished } = document.startViewTransition(() => flushSync(() => navigate(to, options)))
  // Both reject when the browser skips the transition, because of a newer one or a hidden tab.
  for (const step of [ready, finished]) step.catch(() => undefined)
}
