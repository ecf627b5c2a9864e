import { invalidate, staleAfter } from '@paket/sdk/react-query'
import { useLocation } from 'wouter'
import { useAccount } from '#services/services.ts'
import { useSupport } from '#services/support.ts'
import type { AfterCards } from '#features/cards/cards.ts'

/** What a change of cards leads to, from the page that lists them. */
export function useAfterCards(): AfterCards {
  const { queryClient } = useAccount()
  const [, navigate] = useLocation()
  return {
    refresh: () => void invalidate(queryClient, ...staleAfter('unbindCard'), ...staleAfter('registerBinding')),
    toAccount: () => navigate('/profile'),
    toSupport: useSupport(),
  }
}
