import { mutation } from '@paket/sdk/react-query'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useAccount } from '#app/services.ts'
import { tellingCardIssued } from '#features/onboarding/card-issued.ts'

/** Tells of the card when client data says so, unless something else is asked now; closing is saved (C-ONBOARD-04). */
export function useCardIssued(isIssued: boolean): void {
  const { api, startFlow } = useAccount()
  const { mutate } = useMutation(mutation(api, 'changeOnboardingType', useQueryClient()))
  /** A save that fails is taken back: it is told again in another visit, not at once. */
  const isTold = useRef(false)
  useEffect(() => {
    if (!isIssued || isTold.current) return
    const close = () => {
      isTold.current = true
      mutate({ onboardingCard: false, onboardingBundle: null })
    }
    void startFlow(tellingCardIssued(close))
    // Told when it becomes true.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isIssued])
}
