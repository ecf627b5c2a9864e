import { invalidate, staleAfter } from '@paket/sdk/react-query'
import { useAccount } from '#services/services.ts'
import { useMessageActions } from '#services/message-actions.ts'
import type { AfterAutopay } from '#features/autopay/autopay.ts'
import { showSnackbar } from '#modals/snackbars.ts'

/** What a change of the renewal leads to, from the page that shows it. Both directions make the same stale (OO-72). */
export function useAfterAutopay(): AfterAutopay {
  const { queryClient } = useAccount()
  const { support } = useMessageActions()
  return {
    refresh: () => void invalidate(queryClient, ...staleAfter('enableAutopay'), ...staleAfter('disableAutopay')),
    support,
    showNotSaved: () => showSnackbar('Произошла ошибка', 'error'),
  }
}
