import { invalidate, staleAfter } from '@paket/sdk/react-query'
import { useAccount } from '#services/services.ts'
import { useMessageActions } from '#services/message-actions.ts'
import type { AfterCards } from '#features/cards/cards.ts'

/** The effects of changed cards on this page. */
export function useAfterCards(): AfterCards {
  const { queryClient } = useAccount()
  const { account, support } = useMessageActions()
  return {
    refresh: () => void invalidate(queryClient, ...staleAfter('unbindCard'), ...staleAfter('registerBinding')),
    account,
    support,
  }
}
