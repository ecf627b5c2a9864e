import { type PageStates, type RouteRow, routes } from '#routes.ts'

/** An account page, at the address that shows the most of it. */
export interface GalleryPage extends PageStates {
  at: string
}

export const pageStates = ['loading', 'empty', 'failing', 'broken'] as const
export type PageState = (typeof pageStates)[number]

const galleryPages = Object.values<RouteRow>(routes).flatMap(({ states, visits }): GalleryPage[] =>
  states === null || visits === 'leadsOn' ? [] : [{ ...states, at: visits[0].path }],
)

/** Every page in every state, with the address's hash: `#page/profile/loading`. */
export const pageHashes: readonly { hash: string; page: GalleryPage; state: PageState }[] = galleryPages.flatMap(
  (page) =>
    pageStates
      .filter((state) => state !== 'empty' || page.empty)
      .map((state) => ({ hash: `#page${page.at}/${state}`, page, state })),
)
