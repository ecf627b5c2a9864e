import { Problem } from '#engine/http/http.ts'
import { unknownName } from '#engine/nearest.ts'

const SLOW_3G_MS = 2000
/** How slow the way is, there and back together, in milliseconds. */
export const profiles = { fast: 0, '4g': 170, 'slow-3g': SLOW_3G_MS } as const
export type ProfileName = keyof typeof profiles

/** What a user's calls meet on their way, beside faults. */
export interface Network {
  profile: ProfileName
  /** How many of a hundred calls fail with HTTP 503. */
  failurePercent: number
  /** The same seed fails the same calls. */
  seed: number
  /** How many calls were drawn for. */
  drawn: number
}
export const quietNetwork = (): Network => ({ profile: 'fast', failurePercent: 0, seed: 1, drawn: 0 })

const fields = ['profile', 'failurePercent', 'seed', 'drawn'] as const

/** A network as it came; a Problem that says what is wrong. What is left out is quiet. */
export function checkedNetwork(value: unknown): Network {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong('the body must be an object')
  for (const field of Object.keys(value))
    if (!fields.some((known) => known === field)) throw wrong(unknownName('field', field, fields))
  const { profile = 'fast', failurePercent = 0, seed = 1, drawn = 0 } = value as Record<string, unknown>
  if (typeof profile !== 'string' || !Object.hasOwn(profiles, profile))
    throw wrong(unknownName('profile', String(profile), Object.keys(profiles)))
  const isPercent = typeof failurePercent === 'number' && failurePercent >= 0 && failurePercent <= 100
  if (!isPercent) throw wrong(`failurePercent must be a number from 0 to 100, got ${JSON.stringify(failurePercent)}`)
  if (!Number.isInteger(seed)) throw wrong(`seed must be a whole number, got ${JSON.stringify(seed)}`)
  if (!Number.isInteger(drawn) || Number(drawn) < 0)
    throw wrong(`drawn must be a whole number of calls, got ${JSON.stringify(drawn)}`)
  return { profile: profile as ProfileName, failurePercent, seed: Number(seed), drawn: Number(drawn) }
}
const wrong = (detail: string) => new Problem(400, 'Wrong network', detail)

/** Draws for the next call: how long it takes, and whether it fails. */
export function draw(network: Network): { delayMs: number; fails: boolean } {
  network.drawn += 1
  const fails = network.failurePercent > 0 && chance(network.seed, network.drawn) * 100 < network.failurePercent
  return { delayMs: profiles[network.profile], fails }
}

/** A number from 0 to 1 that depends on nothing but the two (splitmix32). */
function chance(seed: number, nth: number): number {
  let bits = (Math.imul(seed, 0x9e3779b9) + Math.imul(nth, 0x85ebca6b)) | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad)
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)
  return ((bits ^ (bits >>> 15)) >>> 0) / 4_294_967_296
}
