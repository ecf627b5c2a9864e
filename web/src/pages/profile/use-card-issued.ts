import { mutation } from '@paket/sdk/react-query'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAccount } from '#app/services.ts'
import { tellingCardIssued } from '#features/onboarding/card-issued.ts'

/** Tells of the card when client data says so, unless something else is asked now; closing is saved (C-ONBOARD-04). */
export function useCardIssued(isIssued: boolean): void {
  const { api, startFlow } = useAccount()
  const { mutate } = useMutation(mutation(api, 'changeOnboardingType', useQueryClient()))
  useEffect(() => {
    if (isIssued) void startFlow(tellingCardIssued(() => mutate({ onboardingCard: false, onboardingBundle: null })))
    // Told once for each time that it becomes true.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isIssued])
}
