import { invalidate, staleAfter } from '@paket/sdk/react-query'
import { useAccount, useServices } from '#app/services.ts'
import type { AfterAutopay } from '#features/autopay/autopay.ts'
import { showSnackbar } from '#modals/snackbars.ts'

/** What a change of the renewal leads to, from the page that shows it. Both directions make the same stale (OO-72). */
export function useAfterAutopay(): AfterAutopay {
  const { queryClient } = useAccount()
  const { host, settings } = useServices()
  return {
    refresh: () => void invalidate(queryClient, ...staleAfter('enableAutopay'), ...staleAfter('disableAutopay')),
    toSupport: () => host.openOutside(settings.support),
    tellNotSaved: () => showSnackbar('Произошла ошибка', 'error'),
  }
}
