import type { Subscriber } from '@paket/sdk'
import { mutation } from '@paket/sdk/react-query'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useAccount } from '#services/services.ts'
import { hasDeliveries } from '#domain/deliveries.ts'
import { managesRenewal } from '#domain/renewal.ts'
import { onboardingFlow } from '#features/onboarding/onboarding.ts'
import { untilIdle } from '#flow/run-flow.ts'
import { statusInput } from '#features/purchase/subscriber-kind.ts'

/** Shows the parts of the onboarding that client data marks as not shown, after the running flow, and saves that they were shown (C-ONBOARD-04, OO-55). */
export function useOnboarding(subscriber: Subscriber): void {
  const { onboardingBundle: bundle, onboardingCard: card } = subscriber.clientData
  const { api, startFlow } = useAccount()
  const { mutate } = useMutation(mutation(api, 'changeOnboardingType', useQueryClient()))
  /** Parts shown in this visit. A failed save is rolled back, which must not show them again before the next visit. */
  const shown = useRef({ bundle: false, card: false })
  useEffect(() => {
    const notShown = { bundle: bundle && !shown.current.bundle, card: card && !shown.current.card }
    if (!notShown.bundle && !notShown.card) return
    let isLeft = false
    const show = () =>
      startFlow(async (io, calls) => {
        shown.current = { bundle: shown.current.bundle || notShown.bundle, card: shown.current.card || notShown.card }
        const status = statusInput(subscriber)
        const theirs = { hasDeliveries: hasDeliveries(status), managesRenewal: managesRenewal(status) }
        await onboardingFlow(notShown, theirs, {
          bundleShown: () => mutate({ onboardingBundle: false, onboardingCard: null }),
          cardShown: () => mutate({ onboardingCard: false, onboardingBundle: null }),
        })(io, calls)
      })
    void untilIdle().then(() => (isLeft ? undefined : show()))
    return () => void (isLeft = true)
    // Only when one of the two flags changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [bundle, card])
}
