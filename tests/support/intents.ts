import { createPurchases } from '#web/checkout/purchases.ts'
import type { PurchaseIntent } from '#web/flow/purchase-intent.ts'
import { fakeLocks } from './fake-locks.ts'

/** An intent to buy a month with the main card, sent just now; a test passes only what differs. Its end counts as seen unless the test says otherwise. */
export const intentOf = (overrides: Partial<PurchaseIntent>): PurchaseIntent => ({
  id: '8e03978e-40d5-43dd-bc93-6894a57f9324',
  startedAt: Date.now(),
  what: { bundle: 'standard199', priceKopecks: 19900 },
  from: 'profile',
  payment: 'mainCard',
  renewing: false,
  lastOrderId: 'o0',
  ...(overrides.end && { isTold: true }),
  ...overrides,
})

/** The purchases of a page whose token has no user id. */
const purchases = createPurchases({ user: Promise.resolve(''), locks: fakeLocks(), now: () => Date.now() })
export const storedIntent = purchases.last
export const storeIntent = async (intent: PurchaseIntent | null): Promise<void> =>
  void (await purchases.exclusively(async (stored) => ({ stored: stored.write(intent) }), {
    signal: new AbortController().signal,
    wait: null,
  }))
