import type { Flow } from '#flow/run-flow.ts'
import type { Modals } from '#modals/define-modal.ts'

/** Which parts of the onboarding the subscriber has not seen yet. */
export interface NotShown {
  bundle: boolean
  card: boolean
}
/** Saves which parts were shown: optimistically, rolled back when the server refuses (C-ONBOARD-01..04). */
export interface RememberOnboarding {
  bundleShown(): void
  cardShown(): void
}

/** Shows the onboarding, then the card that was issued with the subscription: never both at once (OO-55). */
export const onboardingFlow =
  (notShown: NotShown, theirs: Modals['onboarding']['given'], remember: RememberOnboarding): Flow =>
  async (io) => {
    if (notShown.bundle) {
      // An onboarding that was closed before its last slide is shown again on the next visit.
      if ((await io.ask('onboarding', theirs)) === 'finished') remember.bundleShown()
    }
    if (!notShown.card) return
    await io.ask('cardIssued', {})
    // Saved no matter how the modal was closed.
    remember.cardShown()
  }
