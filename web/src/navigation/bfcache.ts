import { session } from '#session/session.ts'

/** Calls when the page is restored from the bfcache; returns a function that unsubscribes. */
export function onBfcacheRestore(shown: () => void, target: Window = window): () => void {
  const look = ({ persisted }: PageTransitionEvent) => persisted && shown()
  target.addEventListener('pageshow', look)
  return () => target.removeEventListener('pageshow', look)
}

/** Reloads a page that is restored from the bfcache after it was left for the provider's sign-out. */
export function reloadAfterSignOut(target: Window = window): void {
  onBfcacheRestore(() => session.state === 'leaving' && target.location.reload(), target)
}
