import type { OperationId } from '@paket/sdk'

/** What is read: calls of the contract, and the page of the content system. */
export type Read = OperationId | 'content'
/** Which example of the contract answers a read; others are answered by their first one. */
type Answers = Partial<Record<Read, string>>

export interface GalleryPage {
  /** An address of the route. */
  at: string
  /** What the page waits for: none of it comes while it loads, all of it fails when it fails, and has nothing in it when it is broken. */
  reads: readonly [Read, ...Read[]]
  /** Who is looking. */
  with?: Answers
  /** What it has nothing to show with; null where it is never empty. */
  empty: Answers | null
}

/** Every page that reads, by its route. A test on the app's routes holds this list and the next complete. */
export const galleryPages: Record<string, GalleryPage> = {
  '/profile': { at: '/profile', reads: ['getClientData'], empty: { getClientData: 'registered' } },
  '/manage': { at: '/manage', reads: ['getClientData'], empty: { getClientData: 'registered', getBankCards: 'none' } },
  '/payment_methods': { at: '/payment_methods', reads: ['getBankCards'], empty: { getBankCards: 'none' } },
  '/payment_history': { at: '/payment_history', reads: ['getPayments'], empty: { getPayments: 'none' } },
  '/loyalty_cards': { at: '/loyalty_cards', reads: ['getLoyaltyCards'], empty: { getLoyaltyCards: 'none' } },
  '/score': {
    at: '/score',
    reads: ['getScoresBalance', 'getAllLoyaltyScores', 'getMonthlyLoyaltyScores'],
    empty: { getScoresBalance: 'zero', getAllLoyaltyScores: 'none', getMonthlyLoyaltyScores: 'none' },
  },
  '/offers': { at: '/offers', reads: ['content'], empty: { content: 'none' } },
  '/offers/:name': { at: '/offers/books', reads: ['content'], empty: null },
  '/options': { at: '/options', reads: ['getOptions'], empty: { getOptions: 'none' } },
  '/options/:name': {
    at: '/options/family_1_month',
    reads: ['getSubscriberRelations'],
    empty: { getSubscriberRelations: 'ownerOnly' },
  },
  '/oplata': { at: '/oplata', reads: ['getClientData'], with: { getClientData: 'grace' }, empty: null },
}

/** Pages that wait for nothing of their own, and those that lead on at once. */
export const pagesThatReadNothing = ['/payment_gateway', '/sale/:shop']

export const pageStates = ['loading', 'empty', 'failing', 'broken'] as const
export type PageState = (typeof pageStates)[number]

/** Where the gallery's address names it: `#page/profile/loading`. */
export const pageHashes: readonly { hash: string; page: GalleryPage; state: PageState }[] = Object.values(
  galleryPages,
).flatMap((page) =>
  pageStates
    .filter((state) => state !== 'empty' || page.empty)
    .map((state) => ({ hash: `#page${page.at}/${state}`, page, state })),
)
