import places from './places.json' with { type: 'json' }

const visits: readonly { path: string; as?: string }[] = places

/** Paths of all pages of the app without a sign-in. */
export const visitorPlaces = visits.filter(({ as }) => as === undefined).map(({ path }) => path)

/** All account pages, each with the scenarios that show the most content on it: one entry per pair. */
export const accountPlaces = visits.flatMap(({ path, as }) => (as === undefined ? [] : [{ path, as }]))
