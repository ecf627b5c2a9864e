import type { AfterPurchase } from '#web/features/purchase/flow/purchase-flow.ts'

/** The effects of a purchase: `destinations` lists where its buttons and its end have led; `to` makes such an effect. */
export function recordedAfter(visit: Partial<AfterPurchase['visit']> = {}) {
  const destinations: string[] = []
  const to = (where: string) => () => void destinations.push(where)
  const after = {
    refresh: () => undefined,
    checkAgain: () => undefined,
    account: to('account'),
    check: to('account'),
    toRetry: to('retry'),
    support: to('support'),
    fridge: to('fridge'),
    toOplata: to('oplata'),
    promo: to('promo'),
    visit: { fromFridge: false, promo: null, ...visit },
  } satisfies AfterPurchase
  return { after, destinations, to }
}
