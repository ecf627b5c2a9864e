import { session } from '#session/session.ts'

/** Calls when the browser shows a page again that it has kept as it was left; answers how to stop. */
export function onBfcacheRestore(shown: () => void, target: Window = window): () => void {
  const look = ({ persisted }: PageTransitionEvent) => persisted && shown()
  target.addEventListener('pageshow', look)
  return () => target.removeEventListener('pageshow', look)
}

/** A page that was left for the provider's sign-out waits for nothing any more: whoever goes back to it gets it anew. */
export function reloadAfterSignOut(target: Window = window): void {
  onBfcacheRestore(() => session.state === 'leaving' && target.location.reload(), target)
}
