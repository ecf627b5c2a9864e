import places from './places.json' with { type: 'json' }

const visits: readonly { path: string; as?: string }[] = places

/** The paths of all pages for visitors. */
export const visitorPlaces = visits.filter(({ as }) => as === undefined).map(({ path }) => path)

/** The paths of all account pages, each with the scenarios that show the most. */
export const accountPlaces = visits.flatMap(({ path, as }) => (as === undefined ? [] : [{ path, as }]))
