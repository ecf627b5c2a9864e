import { isObject } from '../traffic/exchange.ts'

const MOST_OF_A_NAME = 5
const DEEPEST = 12
/** The length of a substring that is enough to recognize a value of the service. */
const PIECE = 4
type Id = string | number

/** Values in responses by field name, so that a request can use an `orderId` from an earlier response. */
export class Learned {
  readonly #byName = new Map<string, Id[]>()
  /** Values that were used in requests, as strings. */
  readonly #given = new Set<string>()
  readonly #pieces = new Set<string>()

  /** Stores the last few values of each field name. */
  add(value: unknown, name = '', depth = 0): void {
    if (depth > DEEPEST) return
    if (Array.isArray(value)) for (const item of value.slice(0, MOST_OF_A_NAME)) this.add(item, name, depth + 1)
    else if (isObject(value)) for (const [key, part] of Object.entries(value)) this.add(part, key, depth + 1)
    else if (name !== '' && ((typeof value === 'string' && value !== '') || typeof value === 'number')) {
      const known = (this.#byName.get(name) ?? []).filter((one) => one !== value)
      this.#byName.set(name, [value, ...known].slice(0, MOST_OF_A_NAME))
    }
  }
  /** Returns the values of a field name, the latest first. */
  of(name: string): readonly Id[] {
    const known = this.#byName.get(name) ?? []
    for (const one of known) this.#give(one)
    return known
  }
  #give(value: Id): void {
    if (this.#given.has(String(value))) return
    // Shrinking halves numbers, and half of a number reveals it.
    if (typeof value === 'number' && Math.abs(value) >= 1000) this.#give(Math.trunc(value / 2))
    const text = String(value)
    this.#given.add(text)
    // A short string may be repeated, when a minimum length requires it.
    for (const piece of piecesOf(text.length < PIECE ? text.repeat(PIECE) : text)) this.#pieces.add(piece)
  }
  /**
   * Returns whether a string may contain a value from the service, as a whole or in part, which may be personal data.
   */
  isIn(text: string): boolean {
    if (this.#given.has(text)) return true
    if (text.length < PIECE) return text.length > 1 && [...this.#given].some((one) => one.includes(text))
    for (const piece of piecesOf(text)) if (this.#pieces.has(piece)) return true
    return false
  }
}
function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at + PIECE <= text.length; at += 1) yield text.slice(at, at + PIECE)
}
