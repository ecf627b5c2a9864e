import places from './places.json' with { type: 'json' }

const visits: readonly { path: string; as?: string }[] = places

/** Every page of the app as a visitor meets it. */
export const visitorPlaces = visits.filter(({ as }) => as === undefined).map(({ path }) => path)

/** Every page of the account, with the scenarios that have the most to show on it. */
export const accountPlaces = visits.flatMap(({ path, as }) => (as === undefined ? [] : [{ path, as }]))
