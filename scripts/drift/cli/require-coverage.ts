import { CannotCheck } from '../report/cannot-check.ts'

/** Parses `--require-coverage 90%`. Returns a function with a message when less was covered, otherwise undefined. */
export function unmetCoverage(text: string | undefined): (covered: number) => string | undefined {
  if (text === undefined) return () => undefined
  const [, number] = /^(\d{1,3}(?:\.\d{1,3})?)%$/.exec(text) ?? []
  const wanted = Number(number)
  if (number === undefined || wanted > 100)
    throw new CannotCheck(`--require-coverage is a part of a hundred such as 90%, not ${text}`)
  return (covered) =>
    covered * 100 >= wanted
      ? undefined
      : `Seen were ${(Math.floor(covered * 1000) / 10).toFixed(1)}% of the codes and statuses of the contract; ${wanted}% are required.`
}
