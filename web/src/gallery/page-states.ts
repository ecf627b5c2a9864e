import { type PageStates, type RouteRow, routes } from '#routes.ts'

/** A page of the account, at the address where there is the most to see. */
export interface GalleryPage extends PageStates {
  at: string
}

export const pageStates = ['loading', 'empty', 'failing', 'broken'] as const
export type PageState = (typeof pageStates)[number]

const galleryPages = Object.values<RouteRow>(routes).flatMap(({ states, visits }): GalleryPage[] =>
  states === null || visits === 'leadsOn' ? [] : [{ ...states, at: visits[0].path }],
)

/** Where the gallery's address names it: `#page/profile/loading`. */
export const pageHashes: readonly { hash: string; page: GalleryPage; state: PageState }[] = galleryPages.flatMap(
  (page) =>
    pageStates
      .filter((state) => state !== 'empty' || page.empty)
      .map((state) => ({ hash: `#page${page.at}/${state}`, page, state })),
)
