import { isObject } from '../traffic/exchange.ts'

const MOST_OF_A_NAME = 5
const DEEPEST = 12
type Id = string | number

/** What the service has answered, by the names of fields: an `orderId` of an answer is what the next request asks for. */
export class Learned {
  readonly #byName = new Map<string, Id[]>()
  readonly #all = new Set<Id>()

  /** Remembers the last few values of each name in an answer. */
  add(value: unknown, name = '', depth = 0): void {
    if (depth > DEEPEST) return
    if (Array.isArray(value)) for (const item of value.slice(0, MOST_OF_A_NAME)) this.add(item, name, depth + 1)
    else if (isObject(value)) for (const [key, part] of Object.entries(value)) this.add(part, key, depth + 1)
    else if (name !== '' && ((typeof value === 'string' && value !== '') || typeof value === 'number')) {
      this.#all.add(value)
      const known = (this.#byName.get(name) ?? []).filter((one) => one !== value)
      this.#byName.set(name, [value, ...known].slice(0, MOST_OF_A_NAME))
    }
  }
  /** The latest first. */
  of(name: string): readonly Id[] {
    return this.#byName.get(name) ?? []
  }
  /** Whether a text has in it what the service has said, which may be somebody's. */
  isIn(text: string): boolean {
    return this.#all.has(text) || (text.length >= SHORTEST && [...this.#all].some((one) => isPart(text, String(one))))
  }
}
const SHORTEST = 4
const isPart = (text: string, known: string) => known.length >= SHORTEST && text.includes(known)
