import type { CallOptions } from './options.ts'
import type { Client } from './client.ts'
import { throwIfAborted } from './deadline.ts'
import type { Failure } from './failure.ts'
import type { Request } from './operation.ts'
import { type BankCard, toBankCard } from './views.ts'

/** How the user came back from the card page; `left`: this page was closed, or the user never came back. */
export type PageReturn = 'returned' | 'failed' | 'left'
/** How adding a card ended. */
export type BindingEnd =
  | { kind: 'bound'; cards: BankCard[] }
  /** The card page returned to its failure address. */
  | { kind: 'notBound' }
  | { kind: 'left' }
  | { kind: 'notStarted'; failure: Failure<'registerBinding'> }
  /** The card may have been bound, but the list could not be read. */
  | { kind: 'cardsUnread'; failure: Failure<'getBankCards'> }

/** Options of `bindCard`. */
export interface BindCardOptions extends CallOptions {
  source: Request<'registerBinding'>['source']
  /** The page that the user started from. */
  from: Request<'registerBinding'>['returnUrlParameters']['from']
  /** Opens the card page and resolves with how the user came back. */
  openPage: (formUrl: string) => Promise<PageReturn>
}

/** Adds a bank card: requests the card page, opens it, then reads the cards again. */
// Source: core §7, OP-33.
export async function bindCard(
  client: Pick<Client, 'registerBinding' | 'getBankCards'>,
  { source, from, openPage, signal, timeoutMs }: BindCardOptions,
): Promise<BindingEnd> {
  const callOptions = { signal, timeoutMs }
  const parameters = { event: 'card-binding', from } as const
  const body = {
    source,
    returnUrlParameters: parameters,
    failUrlParameters: { ...parameters, result: 'failed' as const },
  }
  const binding = await client.registerBinding(body, callOptions)
  if (!binding.ok) return { kind: 'notStarted', failure: binding.failure }
  const pageReturn = await openPage(binding.data.formUrl)
  throwIfAborted(signal)
  if (pageReturn === 'left') return { kind: 'left' }
  if (pageReturn === 'failed') return { kind: 'notBound' }
  const cards = await client.getBankCards({}, callOptions)
  if (!cards.ok) return { kind: 'cardsUnread', failure: cards.failure }
  return { kind: 'bound', cards: cards.data.cards.map(toBankCard) }
}
