import { session } from '#session/session.ts'

/** Calls `restored` whenever the page is restored from the bfcache. Returns a function that unsubscribes. */
export function onBfcacheRestore(restored: () => void, target: Window = window): () => void {
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && restored()
  target.addEventListener('pageshow', onPageShow)
  return () => target.removeEventListener('pageshow', onPageShow)
}

/** Reloads the page when it is restored from the bfcache after a sign-out: it would show the account. */
export function reloadAfterSignOut(target: Window = window): void {
  onBfcacheRestore(() => session.state === 'leaving' && target.location.reload(), target)
}
