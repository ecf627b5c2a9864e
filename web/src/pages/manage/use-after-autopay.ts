import { invalidate, staleAfter } from '@paket/sdk/react-query'
import { useAccount } from '#services/services.ts'
import { useMessageActions } from '#services/message-actions.ts'
import type { AfterAutopay } from '#features/autopay/autopay.ts'
import { showSnackbar } from '#modals/snackbars.ts'

/** The effects of a changed renewal on this page. Switching on and off make the same queries stale (OO-72). */
export function useAfterAutopay(): AfterAutopay {
  const { queryClient } = useAccount()
  const { support } = useMessageActions()
  return {
    refresh: () => void invalidate(queryClient, ...staleAfter('enableAutopay'), ...staleAfter('disableAutopay')),
    support,
    showNotSaved: () => showSnackbar('Произошла ошибка', 'error'),
  }
}
