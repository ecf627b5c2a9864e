import { flushSync } from 'react-dom'
import type { AroundNavHandler } from 'wouter'

/** A link or a press with `transition` fades its page in, where the browser can and no one wants less motion. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!options?.transition || isStill || !('startViewTransition' in document)) return navigate(to, options)
  const { ready, finished } = document.startViewTransition(() => flushSync(() => navigate(to, options)))
  // One that another one follows, or that no one sees, is skipped.
  for (const step of [ready, finished]) step.catch(() => undefined)
}
