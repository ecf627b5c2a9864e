import { routes, type RoutesOf } from '#routes.ts'

/** What renders a route: the account, the entry pages, or the app itself. */
export type Shows = 'account' | 'entry' | RoutesOf<'app'>
export interface RouteFacts {
  paths: readonly string[]
  tone: 'white' | 'grey'
  shows: Shows
}

/**
 * What the start script needs of each route. `web/build/route-facts.ts` evaluates it at build time, so that the script contains neither the
 * pages' imports nor their examples.
 */
export const routeFacts: readonly RouteFacts[] = Object.entries(routes).map(([name, { path, tone, access }]) => ({
  paths: [path].flat(),
  tone,
  shows: access === 'anyone' ? (name as RoutesOf<'app'>) : access,
}))
