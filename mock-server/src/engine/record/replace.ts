import type { Contract } from '#engine/contract/contract.ts'

/** Names of fields that contain personal data whatever their value. */
const personal = /name|phone|pan$|mail|login|address|birth|card_?number|holder/i
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const instant = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2})?/
const phone = /^\+?\d{11}$/
const DAY_MS = 86_400_000

/** Replaces a value of a session for a scenario; undefined means the value of the example. */
export type Replace = (value: unknown, field: string) => unknown

/**
 * Removes personal data from a session. Preserves only texts of the contract itself: enumeration values, words of the
 * product, and texts of examples in fields that are not personal. Dates become relative to the session; ids and phone
 * numbers are replaced consistently.
 */
export function replacer(contract: Contract, productWords: readonly string[], sessionAt: number): Replace {
  const { enumerated, known } = wordsOf(contract, productWords)
  const others = new Map<string, string>()
  const other = (value: string, make: (nth: string) => string) => {
    const made = others.get(value) ?? make(String(others.size + 1).padStart(4, '0'))
    others.set(value, made)
    return made
  }
  return (value, field) => {
    // A number can be personal too: a phone number as JSON number has 10 digits or more.
    if (typeof value === 'number') return Math.abs(value) >= 1e9 || personal.test(field) ? undefined : value
    if (typeof value !== 'string') return value
    if (enumerated.has(value)) return value
    if (instant.test(value)) return relative(value, sessionAt)
    if (uuid.test(value)) return other(value, (nth) => `00000000-0000-4000-8000-00000000${nth}`)
    if (phone.test(value)) return other(value, (nth) => `7900000${nth}`)
    if (personal.test(field)) return /\*/.test(value) ? other(value, (nth) => `220070******${nth}`) : undefined
    return known.has(value) ? value : undefined
  }
}

/** Converts a date to the scenario's form: `+12d` from its start. */
function relative(text: string, sessionAt: number): string | undefined {
  const ms = Date.parse(text.replace(/ (?=[+-])/, '').replace(' ', 'T')) - sessionAt
  if (Number.isNaN(ms)) return undefined
  const [size, unit] =
    Math.abs(ms) >= DAY_MS ? [DAY_MS, 'd'] : Math.abs(ms) >= 3_600_000 ? [3_600_000, 'h'] : [60_000, 'm']
  return `${ms < 0 ? '-' : '+'}${Math.round(Math.abs(ms) / size)}${unit}`
}

/** Collects the texts that the contract itself contains. */
function wordsOf({ document, operations }: Contract, productWords: readonly string[]) {
  const enumerated = new Set<string>(productWords)
  walk(document, (value, path) => path.at(-2) === 'enum' && enumerated.add(value))
  const known = new Set<string>()
  for (const { examples } of operations)
    for (const { value } of examples)
      walk(value, (word, path) => !path.some((field) => personal.test(field)) && known.add(word))
  return { enumerated, known }
}

function walk(
  value: unknown,
  visit: (text: string, path: readonly string[]) => void,
  path: readonly string[] = [],
): void {
  if (typeof value === 'string') visit(value, path)
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) walk(part, visit, [...path, name])
}
