import { invalidate, staleAfter } from '@paket/sdk/react-query'
import type { QueryClient } from '@tanstack/react-query'

/** Reads anew what a payment may have changed, in whatever way it was paid, a card that came with it too. */
export const refreshPaid = (queryClient: QueryClient): Promise<void> =>
  invalidate(queryClient, ...staleAfter('createOrder'), ...staleAfter('payOrder'), ...staleAfter('registerBinding'))
