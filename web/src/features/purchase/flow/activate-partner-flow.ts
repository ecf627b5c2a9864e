import { bundleNamed, outcomeOf, type Request } from '@paket/sdk'
import type { PartnerName } from '#domain/entry-pages.ts'
import type { PurchaseBlock } from '#domain/status-block.ts'
import { inRubles } from '#domain/sum.ts'
import type { Flow } from '#flow/run-flow.ts'
import { messageOf } from '#messages/outcome-messages.ts'
import { type AfterPurchase, purchaseFlow } from './purchase-flow.ts'
import type { Purchase } from './purchase-input.ts'
import { isUnclear, type PurchaseEnd } from '#features/purchase/end/purchase-end.ts'
import { activationDeclined, activationEndMessage } from '#features/purchase/end/activation-end-message.ts'
import type { EndMessage } from '#features/purchase/end/purchase-end-message.ts'

/** What a partner's subscriber should check after a failed activation (C-ERR-47). The source has no texts for it: these are ours (OP-58). */
const hints = {
  yandex: 'Войдите по номеру телефона, который указан в Яндекс ID',
  ogon: 'Войдите по номеру телефона, который указан в подписке «Огонь»',
  megafon: 'Войдите по номеру МегаФона, на который подключена подписка',
  t2: 'Войдите по номеру T2, на который подключена подписка',
  wink: 'Войдите по номеру телефона, который указан в Wink',
  tbank: 'Войдите по номеру телефона, который указан в Т-Банке',
  x5card: 'Войдите по номеру телефона, на который выпущена карта',
  beeline: 'Войдите по номеру Билайна, на который подключена подписка',
} as const satisfies Record<PartnerName, string>

/** The failure that is shown with the hint about the phone number (C-ERR-46); null for ends that have their own message. */
function failureOf(end: PurchaseEnd): { code?: number | undefined } | null {
  if (end.kind === 'declined' || end.kind === 'invalid') return {}
  if (end.kind !== 'refused' || isUnclear(end.failure)) return null
  if (!['error', 'error-with-code', 'try-later'].includes(outcomeOf(end.failure))) return null
  return { code: messageOf(end.failure)?.code }
}

/** Subscriptions that another party pays for: they stop the activation before its order (OP-67). */
const stopping: readonly PurchaseBlock[] = ['partner', 'employee', 'family-member']

/** Activates a partner's bundle, which is free here (OP-57, OP-58). `again` signs in with another phone number; null where that is not possible. */
export function activatePartnerFlow(
  name: PartnerName,
  source: Request<'createOrder'>['source'],
  after: AfterPurchase,
  again: (() => void) | null,
): Flow {
  const bundle = bundleNamed(name)
  const isStoppedBy = (block: PurchaseBlock) => stopping.includes(block)
  // A visit from the fridge campaign keeps its origin, no matter on which page it buys (OP-72).
  const from = after.visit.fromFridge ? 'holodilnik' : 'landing'
  const goods: Purchase = {
    bundle,
    wanted: { activation: name },
    priceKopecks: 0,
    shown: inRubles(0),
    from,
    source,
    renewing: false,
    isStoppedBy,
  }
  const messageFor: EndMessage = (end, visit) => {
    const failure = failureOf(end)
    if (!failure) return activationEndMessage(end, visit)
    return {
      ...activationDeclined,
      text: hints[name],
      ...failure,
      buttons: [
        ...(again ? [{ label: 'Ввести номер ещё раз', action: 'retry' } as const] : []),
        { label: 'Написать в поддержку', action: 'support' },
      ],
    }
  }
  function onRetry(end: PurchaseEnd): boolean {
    const isOwn = !end.earlier && failureOf(end) !== null
    if (isOwn) again?.()
    return isOwn
  }
  const next = purchaseFlow({ start: 'new', goods, messageFor, onRetry }, after)
  return purchaseFlow({ start: 'recover', knownOrderId: undefined, next }, after)
}
