import { invalidate, staleAfter } from '@paket/sdk/react-query'
import type { QueryClient } from '@tanstack/react-query'

/** Refetches everything that a payment may have changed, including the cards. */
export const refreshPaid = (queryClient: QueryClient): Promise<void> =>
  invalidate(queryClient, ...staleAfter('createOrder'), ...staleAfter('payOrder'), ...staleAfter('registerBinding'))
