import { checkedFields, Problem } from '#engine/http/http.ts'

/** Features that an operator can close, by their name in `config.json`. */
export const closableFeatures = ['buying', 'points', 'promocodes', 'family'] as const

/** What the operator has switched off, in the form of `config.json`. */
export interface Switches {
  /** The message for each closed feature. */
  closed: Record<string, string>
  maintenance: string
  /** Ids of releases that no page may stay on. */
  refusedReleases: readonly string[]
}
export const noSwitches: Switches = { closed: {}, maintenance: '', refusedReleases: [] }

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/**
 * Validates a change of switches; what it omits stays as before. A feature is open when its message is empty. Throws a
 * Problem.
 */
export function checkedSwitches(given: unknown, before = noSwitches): Switches {
  const {
    closed = {},
    refusedReleases = before.refusedReleases,
    ...texts
  } = checkedFields(given, Object.keys(noSwitches))
  const words = checkedFields(closed, closableFeatures, 'closed')
  for (const [name, text] of Object.entries({ ...words, ...texts }))
    if (typeof text !== 'string')
      throw new Problem(400, 'Wrong switches', `${name} must be a text, got ${JSON.stringify(text)}`)
  if (!isTexts(refusedReleases))
    throw new Problem(
      400,
      'Wrong switches',
      `refusedReleases must be a list of texts, got ${JSON.stringify(refusedReleases)}`,
    )
  const all = Object.entries({ ...before.closed, ...(words as Switches['closed']) })
  return { ...before, ...texts, refusedReleases, closed: Object.fromEntries(all.filter(([, text]) => text !== '')) }
}
