import type { Client, Request } from '@paket/sdk'
import type { FlowPorts } from '#flow/ports.ts'
import type { Flow } from '#flow/run-flow.ts'
import { showFailure } from '#flow/show-failure.ts'

type Asked = Request<'getPromocodesToUser'>

/** Gets the partner's promocode for this subscriber and shows it; a failure is shown (O-ERR-30, O-ERR-31). */
export const partnerPromocodeFlow =
  (asked: Asked, show: (promocode: string) => void): Flow =>
  (io, api) =>
    takePromocode(asked, show, api, io)

async function takePromocode(
  asked: Asked,
  show: (promocode: string) => void,
  api: Pick<Client, 'getPromocodesToUser'>,
  io: FlowPorts,
): Promise<void> {
  const answer = await api.getPromocodesToUser(asked)
  const promocode = answer.ok ? answer.data.result.promocodes[0] : undefined
  if (promocode) return show(promocode)
  // An empty list is a failure like any other (OO-23).
  const failure = answer.ok ? ({ outcome: 'error-try-later' } as const) : answer.failure
  await showFailure(failure, io)
}
