import { routes, type RoutesOf } from '#routes.ts'

/** Whose part a route is: of the account, of the entry pages, or one that the app draws itself. */
export type Shows = 'account' | 'entry' | RoutesOf<'app'>
export interface RouteFacts {
  paths: readonly string[]
  tone: 'white' | 'grey'
  shows: Shows
}

/**
 * What the start has to know of each route before any page comes. A build evaluates it (`web/vite.config.ts`), so that the start carries
 * neither the pages' chunks nor their examples.
 */
export const routeFacts: readonly RouteFacts[] = Object.entries(routes).map(([name, { path, tone, access }]) => ({
  paths: [path].flat(),
  tone,
  shows: access === 'anyone' ? (name as RoutesOf<'app'>) : access,
}))
