import { isObject } from '../traffic/exchange.ts'

const MOST_OF_A_NAME = 5
const DEEPEST = 12
/** A piece of so many characters shows whose it is. */
const PIECE = 4
type Id = string | number

/** What the service has answered, by the names of fields: an `orderId` of an answer is what the next request asks for. */
export class Learned {
  readonly #byName = new Map<string, Id[]>()
  /** What was handed out for requests, as texts. */
  readonly #given = new Set<string>()
  readonly #pieces = new Set<string>()

  /** Remembers the last few values of each name in an answer. */
  add(value: unknown, name = '', depth = 0): void {
    if (depth > DEEPEST) return
    if (Array.isArray(value)) for (const item of value.slice(0, MOST_OF_A_NAME)) this.add(item, name, depth + 1)
    else if (isObject(value)) for (const [key, part] of Object.entries(value)) this.add(part, key, depth + 1)
    else if (name !== '' && ((typeof value === 'string' && value !== '') || typeof value === 'number')) {
      const known = (this.#byName.get(name) ?? []).filter((one) => one !== value)
      this.#byName.set(name, [value, ...known].slice(0, MOST_OF_A_NAME))
    }
  }
  /** The latest first. */
  of(name: string): readonly Id[] {
    const known = this.#byName.get(name) ?? []
    for (const one of known) this.#give(one)
    return known
  }
  #give(value: Id): void {
    if (this.#given.has(String(value))) return
    // Shrinking halves a number: a half shows the whole.
    if (typeof value === 'number' && Math.abs(value) >= 1000) this.#give(Math.trunc(value / 2))
    const text = String(value)
    this.#given.add(text)
    // A short one may be sent several times over, where a text has to be long.
    for (const piece of piecesOf(text.length < PIECE ? text.repeat(PIECE) : text)) this.#pieces.add(piece)
  }
  /** Whether a text may have been made of what the service has said, which may be someone's: of the whole of it or of a piece. */
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
