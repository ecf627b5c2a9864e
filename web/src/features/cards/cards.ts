import { type BankCard, bindCard, type Client, type Request } from '@paket/sdk'
import type { RenewalPayer } from '#domain/renewal.ts'
import type { FlowPorts } from '#flow/ports.ts'
import { retrying } from '#flow/retrying.ts'
import type { Flow } from '#flow/run-flow.ts'
import { type FailureActions, showMessage } from '#flow/show-failure.ts'
import type { Message } from '#messages/message.ts'
import { messageOf } from '#messages/outcome-messages.ts'

/** What a change of cards leads to outside of it. */
export interface AfterCards extends FailureActions {
  /** The cards on the screen are read again. */
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
/** Who renews the subscription; undefined as long as that is not known. */
export type KnownRenewal = RenewalPayer | null | undefined

const addAnother = 'Добавить другую можно здесь же'
const optionsEnd = 'Если подключены опции, без неё они не продлятся'

/**
 * What a removal means: that nothing more is charged to the card, what does not go on without it, and where another one is added (OO-91). A partner's
 * subscription is paid where the partner has its card (O-ROLE-08). Options go on by the main card, no matter who renews.
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

/** Adds a bank card through the bank's page; a retry starts again (C-ERR-26..30). */
export const addCardFlow =
  (source: Source, after: AfterCards): Flow =>
  (io, api) =>
    addCard(source, api, io, after)

/** The bank's page came back by its fail address: says so, and tries again when asked (OP-33). */
export const cardNotAddedFlow =
  (source: Source, after: AfterCards): Flow =>
  async (io, api) => {
    const message = messageOf({ outcome: 'card-not-added' })
    if (message && (await showMessage(message, io, after)) === 'retry') await addCard(source, api, io, after)
  }

/** Removes a bank card after it was confirmed (C-MODAL-13..15, C-ERR-33..36). */
export const removeCardFlow =
  (card: BankCard, renewal: KnownRenewal, source: Source, after: AfterCards): Flow =>
  async (io, api) => {
    if ((await io.ask('message', confirmation(card, renewal))) !== 'accept') return
    const remove = async () => {
      const result = await api.unbindCard({ bankCardId: card.id })
      // Removed or not: after a failure the card may be gone all the same.
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
  // What the list shows is the answer; a list that cannot be read is shown as such by the page.
  else if (end.ok) after.refresh()
}
