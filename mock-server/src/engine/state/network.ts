import { Problem } from '#engine/http/http.ts'
import { unknownName } from '#engine/nearest.ts'

const SLOW_3G_MS = 2000
/** Round-trip delays in milliseconds. */
export const profiles = { fast: 0, '4g': 170, 'slow-3g': SLOW_3G_MS } as const
export type ProfileName = keyof typeof profiles

/** Network conditions of a user's calls, in addition to faults. */
export interface Network {
  profile: ProfileName
  /** The percentage of calls that fail with HTTP 503. */
  failurePercent: number
  /** The same seed makes the same calls fail. */
  seed: number
  /** The number of calls so far. */
  drawn: number
}
export const quietNetwork = (): Network => ({ profile: 'fast', failurePercent: 0, seed: 1, drawn: 0 })

const fields = ['profile', 'failurePercent', 'seed', 'drawn'] as const

/** Validates network conditions; throws a Problem. Defaults to a fast network without failures. */
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

/** Draws the next call's delay, and whether it fails. */
export function draw(network: Network): { delayMs: number; fails: boolean } {
  network.drawn += 1
  const fails = network.failurePercent > 0 && chance(network.seed, network.drawn) * 100 < network.failurePercent
  return { delayMs: profiles[network.profile], fails }
}

/** A pseudo-random number from 0 to 1 that depends only on the arguments (splitmix32). */
function chance(seed: number, nth: number): number {
  let bits = (Math.imul(seed, 0x9e3779b9) + Math.imul(nth, 0x85ebca6b)) | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad)
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)
  return ((bits ^ (bits >>> 15)) >>> 0) / 4_294_967_296
}
