import { assert, type IAsyncProperty, type IAsyncPropertyWithHooks, type IProperty, type Parameters } from 'fast-check'

/** The repository's seed: a property that fails once fails in every run. `npm run properties` examines other seeds. */
export const seed = Number(process.env['PAKET_SEED'] ?? 31)
/** How many times more often than usual a property is examined. */
export const timesAsOften = Number(process.env['PAKET_TIMES'] ?? 1)

/** fast-check's parameters of a property that is usually examined `numRuns` times. */
export const withSeed = <Values>(numRuns: number, more: Parameters<Values> = {}): Parameters<Values> => ({
  ...more,
  seed,
  numRuns: numRuns * timesAsOften,
})

/** Examines a property. Throws, with the seed and the smallest counterexample, if it does not hold. */
export function holds<Values>(property: IProperty<Values>, numRuns?: number, more?: Parameters<Values>): void
export function holds<Values>(
  property: IAsyncProperty<Values> | IAsyncPropertyWithHooks<Values>,
  numRuns?: number,
  more?: Parameters<Values>,
): Promise<void>
export function holds<Values>(
  property: IAsyncProperty<Values> | IProperty<Values>,
  numRuns = 100,
  more: Parameters<Values> = {},
): Promise<void> | void {
  return assert(property as IAsyncProperty<Values>, withSeed(numRuns, more))
}
