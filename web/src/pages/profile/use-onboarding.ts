import type { Subscriber } from '@paket/sdk'
import { mutation } from '@paket/sdk/react-query'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useAccount } from '#services/services.ts'
import { hasDeliveries } from '#domain/deliveries.ts'
import { managesRenewal } from '#domain/renewal.ts'
import { onboarding } from '#features/onboarding/onboarding.ts'
import { untilIdle } from '#flow/run-flow.ts'
import { statusInput } from '#features/purchase/subscriber-kind.ts'

/** Tells what client data says is untold, after what is asked now; that it was told is saved (C-ONBOARD-04, OO-55). */
export function useOnboarding(subscriber: Subscriber): void {
  const { onboardingBundle: bundle, onboardingCard: card } = subscriber.clientData
  const { api, startFlow } = useAccount()
  const { mutate } = useMutation(mutation(api, 'changeOnboardingType', useQueryClient()))
  /** A save that fails is taken back: it is told again in another visit, not at once. */
  const told = useRef({ bundle: false, card: false })
  useEffect(() => {
    const untold = { bundle: bundle && !told.current.bundle, card: card && !told.current.card }
    if (!untold.bundle && !untold.card) return
    let isLeft = false
    const tell = () =>
      startFlow(async (io, calls) => {
        told.current = { bundle: told.current.bundle || untold.bundle, card: told.current.card || untold.card }
        const status = statusInput(subscriber)
        const theirs = { hasDeliveries: hasDeliveries(status), managesRenewal: managesRenewal(status) }
        await onboarding(untold, theirs, {
          bundleTold: () => mutate({ onboardingBundle: false, onboardingCard: null }),
          cardTold: () => mutate({ onboardingCard: false, onboardingBundle: null }),
        })(io, calls)
      })
    void untilIdle().then(() => (isLeft ? undefined : tell()))
    return () => void (isLeft = true)
    // Told when it becomes true, in whatever order the two do.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [bundle, card])
}
