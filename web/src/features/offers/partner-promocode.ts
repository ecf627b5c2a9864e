import type { Request } from '@paket/sdk'
import type { Flow } from '#flow/run-flow.ts'
import { showFailure } from '#flow/show-failure.ts'

/** Requests the partner's promocode for this subscriber, and passes it to `show` or shows the failure (O-ERR-30, O-ERR-31). */
export const partnerPromocodeFlow =
  (request: Request<'getPromocodesToUser'>, show: (promocode: string) => void): Flow =>
  async (io, api) => {
    const answer = await api.getPromocodesToUser(request)
    const promocode = answer.ok ? answer.data.result.promocodes[0] : undefined
    if (promocode) return show(promocode)
    // An empty list is a failure like any other (OO-23).
    await showFailure(answer.ok ? { outcome: 'error-try-later' as const } : answer.failure, io)
  }
