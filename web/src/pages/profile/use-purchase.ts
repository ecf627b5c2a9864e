import type { Subscriber } from '@paket/sdk'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { takeIntent } from '#app/address.ts'
import { useAccount } from '#app/services.ts'
import { useAfterPurchase } from '#app/use-after-purchase.ts'
import { useBuying } from '#app/use-buying.ts'
import { resuming } from '#features/purchase/buying.ts'

/** Buying on the account page: by the button, or because the address says so. */
export function usePurchase(subscriber: Subscriber): () => void {
  const { startFlow } = useAccount()
  const [, navigate] = useLocation()
  const after = useAfterPurchase()
  const buy = useBuying(subscriber)

  useEffect(() => {
    const intent = takeIntent()
    if (intent?.kind === 'buy') void buy({ kind: 'bundle', bundle: intent.bundle }, intent.from)
    if (intent?.kind === 'follow') void startFlow(resuming(intent.order, after))
    // The address is acted on once, when the page has its data.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  // A grace period is paid for where its price stands (C-RENEW-03).
  return () => (subscriber.isGracePeriod ? navigate('/oplata') : void buy({ kind: 'asked' }, 'profile'))
}
