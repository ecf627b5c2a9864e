import { CannotCheck } from '../report/cannot-check.ts'

export const exploreOptions = {
  explore: { type: 'boolean', default: false },
  seed: { type: 'string' },
  seconds: { type: 'string' },
  requests: { type: 'string' },
} as const
export const exploreHelp = `  --explore             send requests generated from the contract: its examples, limits and beyond, forbidden ones. Only calls that
                        read, with --allow-writes all; again after each flow. A failure is shrunk to one curl command
  --seed <n>            the seed: the same seed gives the same requests (the report prints it)
  --seconds <n>         limit of time (60)
  --requests <n>        limit of requests (1500)`

export interface Exploring {
  seed: number
  seconds: number
  most: number
}
/** Returns the options of `--explore`; null without it. Throws `CannotCheck` when a number is not valid. */
export function exploreOf(values: Record<string, string | boolean | string[] | undefined>): Exploring | null {
  const given = (name: string, usual: number, least: number) => {
    const text = values[name]
    if (text === undefined) return usual
    const number = Number(text)
    if (!Number.isSafeInteger(number) || number < least || number > 2 ** 31 - 1 || text === '')
      throw new CannotCheck(`--${name} is a whole number from ${least} on, not ${String(text)}`)
    if (values['explore'] !== true) throw new CannotCheck(`--${name} goes with --explore`)
    return number
  }
  const [seed, seconds, most] = [
    given('seed', Date.now() % 1_000_000, 0),
    given('seconds', 60, 1),
    given('requests', 1500, 1),
  ]
  return values['explore'] === true ? { seed: seed, seconds: seconds, most: most } : null
}
