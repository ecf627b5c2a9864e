import { bundleNamed, type Failure, type Request } from '@paket/sdk'
import type { PartnerName } from '#domain/entry-pages.ts'
import type { PurchaseBlock } from '#domain/status-block.ts'
import type { Flow } from '#flow/run-flow.ts'
import { messageOf } from '#modals/outcome-messages.ts'
import { type AfterPurchase, type Attempt, flowOf } from './buying.ts'
import { purchase } from './purchase.ts'
import type { PurchaseEnd } from './purchase-end.ts'
import { showPurchaseEnd } from './show-purchase-end.ts'

/** What a partner's subscriber checks first when it does not work (C-ERR-47); our own words (OP-58). */
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

/** The failures that another phone number may mend. */
const isAboutNumber = (end: PurchaseEnd): end is Extract<PurchaseEnd, { kind: 'refused' }> =>
  end.kind === 'refused' && ['error', 'error-with-code', 'try-later'].includes(outcomeOf(end.failure))
const outcomeOf = ({ outcome }: Failure<'createOrder'>): string => outcome

/** Activates a partner's bundle, which costs nothing here (OP-57, OP-58); `again` signs in with another number. */
export function activatingPartner(
  name: PartnerName,
  source: Request<'createOrder'>['source'],
  after: AfterPurchase,
  again: () => void,
): Flow {
  const bundle = bundleNamed(name)
  // The server has no code for a family member: the client looks itself (OP-67).
  const isStoppedBy = (block: PurchaseBlock) => block === 'family-member'
  const activate: Attempt = (api, io) =>
    purchase({ bundle, priceKopecks: 0, from: 'landing', source, renewing: false, isStoppedBy }, api, io)
  return flowOf(activate, activate, after, async (end, io, visit) => {
    if (!isAboutNumber(end)) return showPurchaseEnd(end, io, visit)
    const answer = await io.ask('message', {
      id: 'partner-activation-failed',
      title: 'Не удалось активировать',
      text: hints[name],
      code: messageOf(end.failure)?.code,
      image: 'error',
      buttons: [
        { answer: 'retry', label: 'Ввести номер ещё раз' },
        { answer: 'support', label: 'Написать в поддержку' },
      ],
    })
    if (answer === 'retry') again()
    return answer === 'support' ? 'support' : 'done'
  })
}
