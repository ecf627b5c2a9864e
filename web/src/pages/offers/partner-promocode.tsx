import type { Request } from '@paket/sdk'
import { type ReactNode, useState } from 'react'
import { useAccount, useServices } from '#services/services.ts'
import { partnerPromocodeFlow } from '#features/offers/partner-promocode.ts'
import { showSnackbar } from '#modals/snackbars.ts'
import { Button } from '#ui/button.tsx'
import { CopyIcon } from '#ui/account-icons.tsx'

/** Requests the partner's promocode, shows it and copies it (OO-23). The same button does both, so that it keeps the focus. */
export function PartnerPromocode({
  request,
  label,
}: {
  request: Request<'getPromocodesToUser'>
  label: string
}): ReactNode {
  const { startFlow } = useAccount()
  const { host } = useServices()
  const [promocode, setPromocode] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function requestPromocode(): Promise<void> {
    setIsBusy(true)
    await startFlow(partnerPromocodeFlow(request, setPromocode))
    setIsBusy(false)
  }
  async function copy(text: string): Promise<void> {
    if (await host.copy(text)) showSnackbar('Промокод скопирован', 'success')
    else showSnackbar('Не получилось скопировать. Выделите промокод и скопируйте его сами', 'error')
  }
  return (
    <div className="flex flex-col gap-3">
      <output>
        {promocode !== null && (
          <span className="block rounded-m bg-mint px-5 py-4 forced-colors:border">
            <span className="block text-small text-soft">Ваш промокод</span>
            <span className="block text-title-s font-semibold break-all select-all">{promocode}</span>
          </span>
        )}
      </output>
      <div>
        <Button
          busy={isBusy}
          icon={promocode !== null && <CopyIcon className="size-5" />}
          onClick={() => void (promocode === null ? requestPromocode() : copy(promocode))}
        >
          {promocode === null ? label : 'Скопировать промокод'}
        </Button>
      </div>
    </div>
  )
}
