import type { Flow } from '#flow/run-flow.ts'
import type { Modals } from '#modals/define-modal.ts'

/** What a subscriber has not been shown yet. */
export interface NotShown {
  bundle: boolean
  card: boolean
}
/** What is remembered of it; shown at once and taken back when the server says no (C-ONBOARD-01..04). */
export interface RememberOnboarding {
  bundleShown(): void
  cardShown(): void
}

/** The first look at the subscription, then the card that came with it: never both at once (OO-55). */
export const onboardingFlow =
  (notShown: NotShown, theirs: Modals['onboarding']['given'], remember: RememberOnboarding): Flow =>
  async (io) => {
    if (notShown.bundle) {
      // Left before its last slide it is shown again another time.
      if ((await io.ask('onboarding', theirs)) === 'finished') remember.bundleShown()
    }
    if (!notShown.card) return
    await io.ask('cardIssued', {})
    // Remembered however it is closed.
    remember.cardShown()
  }
