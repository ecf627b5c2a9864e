// A partner's page that places an order, for the browser: see ../../../e2e/specs/sdk.spec.ts.
import { createClient } from '@paket/sdk'

async function order() {
  const paket = createClient({ baseUrl: '/bff/api', auth: { getToken: () => 'token' } })
  const result = await paket.createOrder({ source: 'web', bundleId: 'b', usingMainCard: true })
  return result.ok ? 'ok' : [result.failure.name, result.failure.status, result.failure.outcome]
}
Object.assign(globalThis, { order })
