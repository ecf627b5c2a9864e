import { type BankCard, bindCard, type Client, type Request } from '@paket/sdk'
import type { RenewalPayer } from '#domain/renewal.ts'
import type { FlowPorts } from '#flow/ports.ts'
import { retrying } from '#flow/retrying.ts'
import type { Flow } from '#flow/run-flow.ts'
import { type FailureActions, showMessage } from '#flow/show-failure.ts'
import type { Message } from '#messages/message.ts'
import { messageOf } from '#messages/outcome-messages.ts'

/** What the flows of this folder do outside of themselves. */
export interface AfterCards extends FailureActions {
  /** Refetches the cards. */
  refresh(): void
}
export type CardsApi = Pick<Client, 'registerBinding' | 'getBankCards' | 'unbindCard'>
type Source = Request<'registerBinding'>['source']

const unknownPage: Message = {
  id: 'card-page-unknown',
  title: 'Не получилось',
  text: 'Страница банка не открылась. Напишите в поддержку, поможем разобраться',
  image: 'error',
  buttons: [
    { label: 'Написать в поддержку', action: 'support' },
    { label: 'Понятно', action: 'dismissed' },
  ],
}
const nothingMore = 'С неё больше ничего не спишется'
const removed: Message = {
  id: 'card-removed',
  title: 'Карта удалена',
  text: nothingMore,
  image: 'card',
  buttons: [
    { label: 'Добавить карту', action: 'addCard' },
    { label: 'Перейти в личный кабинет', action: 'account' },
  ],
}
/** Who pays for the renewal; undefined until it is known. */
export type KnownRenewal = RenewalPayer | null | undefined

const addAnother = 'Добавить другую можно здесь же'
const optionsEnd = 'Если подключены опции, без неё они не продлятся'

/**
 * The consequences of a removal (OO-91): nothing more is charged to the card, what is not renewed without it, and where to add another one. A
 * partner's subscription is paid by a card that the partner stores (O-ROLE-08). Options are renewed by the main card, no matter who renews the
 * subscription.
 */
const consequence = ({ isMainCard }: BankCard, renewal: KnownRenewal): string =>
  [
    nothingMore,
    ...(renewal === 'partner' ? ['Списания будут с карты, указанной в кабинете партнёра'] : []),
    ...(isMainCard
      ? [
          renewal === 'partner' || renewal === null
            ? optionsEnd
            : 'Без основной карты Пакет и опции могут не продлиться',
        ]
      : []),
    ...(renewal === 'partner' ? [] : [addAnother]),
  ].join('. ')
const confirmation = (card: BankCard, renewal: KnownRenewal): Message => ({
  id: 'card-removal-question',
  title: `Удалить карту •••• ${card.mask?.slice(-4) ?? ''}?`,
  text: consequence(card, renewal),
  image: 'card',
  buttons: [
    { label: 'Удалить карту', action: 'accept', danger: true },
    { label: 'Оставить', action: 'dismissed' },
  ],
})

/** Adds a bank card on the bank's page (C-ERR-26..30). */
export const addCardFlow =
  (source: Source, after: AfterCards): Flow =>
  (io, api) =>
    addCard(source, api, io, after)

/** The bank's page has led back to its failure address: shows that no card was added, and offers another try (OP-33). */
export const cardNotAddedFlow =
  (source: Source, after: AfterCards): Flow =>
  async (io, api) => {
    const message = messageOf({ outcome: 'card-not-added' })
    if (message && (await showMessage(message, io, after)) === 'retry') await addCard(source, api, io, after)
  }

/** Removes a bank card after a confirmation (C-MODAL-13..15, C-ERR-33..36). */
export const removeCardFlow =
  (card: BankCard, renewal: KnownRenewal, source: Source, after: AfterCards): Flow =>
  async (io, api) => {
    if ((await io.ask('message', confirmation(card, renewal))) !== 'accept') return
    const remove = async () => {
      const result = await api.unbindCard({ bankCardId: card.id })
      // After a failure too: the answer may have been lost after the card was removed.
      after.refresh()
      return result
    }
    const end = await retrying(io, 'Удаляем карту', remove, { actions: after })
    if (!end.ok) return
    if ((await showMessage(removed, io, after)) === 'addCard') await addCard(source, api, io, after)
  }

async function addCard(source: Source, api: CardsApi, io: FlowPorts, after: AfterCards): Promise<void> {
  let isKnownPage = true
  const bind = async () => {
    const end = await bindCard(api, {
      source,
      from: 'profile',
      async openPage(formUrl) {
        isKnownPage = (await io.openPayment(formUrl)) !== 'unknown'
        return isKnownPage ? 'returned' : 'left'
      },
    })
    return end.kind === 'notStarted' ? { ok: false as const, failure: end.failure } : { ok: true as const, data: end }
  }
  const end = await retrying(io, 'Открываем страницу банка', bind, { actions: after })
  if (!isKnownPage) await showMessage(unknownPage, io, after)
  // The result is visible in the refetched list; if that fails, the page shows it.
  else if (end.ok) after.refresh()
}
