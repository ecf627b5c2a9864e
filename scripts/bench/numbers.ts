/** A number per client. */
export type Numbers = Record<string, number>

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** The median time of each client. Rounds are interleaved, so that the machine's load affects all clients alike. */
export async function interleaved<Name extends string>(
  names: readonly Name[],
  rounds: number,
  measure: (name: Name) => Promise<number>,
): Promise<Record<Name, number>> {
  const taken = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) for (const name of names) taken.get(name)?.push(await measure(name))
  return Object.fromEntries([...taken].map(([name, values]) => [name, median(values)])) as Record<Name, number>
}

/** A column of a table: each client's number, and its ratio to the reference client's. */
export interface Column {
  head: string
  numbers: Numbers
  show: (value: number) => string
  /** The client whose ratio is 1. */
  reference?: string
}

/** Renders columns as a Markdown table; a client without a number has a dash. */
export function table(names: readonly string[], columns: readonly Column[]): string {
  const head = [
    '',
    ...columns.flatMap((column) => (column.reference ? [column.head, `× ${column.reference}`] : [column.head])),
  ]
  const cells = (name: string) =>
    columns.flatMap(({ numbers, show, reference }) => {
      const value = numbers[name]
      if (value === undefined) return reference ? ['-', '-'] : ['-']
      return reference ? [show(value), (value / (numbers[reference] ?? Number.NaN)).toFixed(2)] : [show(value)]
    })
  const rows = [head, ...names.map((name) => [name, ...cells(name)])]
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    row.map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[0] ?? 0))).join('  ')
  return rows.map(line).join('\n')
}
/** Parses the value of an option such as `--rounds`. Throws an Error that names the option. */
export function wholeNumber(option: string, text: string, least = 1): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= least) return number
  throw new Error(`--${option} takes a whole number from ${least}, not ${text}`)
}
export const inKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(2)} kB`
export const inMicroseconds = (value: number) => `${value.toFixed(1)} µs`
