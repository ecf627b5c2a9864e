import { withoutEndSlashes } from '../description/paths.ts'

interface Node<T> {
  readonly next: Map<string, Node<T>>
  /** A segment with `{…}` in it: any text. */
  any: Node<T> | null
  readonly ends: Map<string, T>
}
export interface Route<T> {
  /** By method, in capitals. */
  ends: ReadonlyMap<string, T>
  /** Segments that stood for `{…}`, in their order. */
  given: string[]
}
const node = <T>(): Node<T> => ({ next: new Map(), any: null, ends: new Map() })

/** Finds calls by method and path template. A literal segment goes before one in braces. */
export class Routes<T> {
  readonly #root = node<T>()
  add(method: string, path: string, value: T): void {
    let here = this.#root
    for (const part of segments(path)) {
      if (part.includes('{')) here = here.any ??= node<T>()
      else {
        const next = here.next.get(part) ?? node<T>()
        here.next.set(part, next)
        here = next
      }
    }
    here.ends.set(method.toUpperCase(), value)
  }
  find(path: string): Route<T> | null {
    const all = segments(path)
    const given: string[] = []
    const walk = (here: Node<T>, at: number): Node<T> | null => {
      if (at === all.length) return here.ends.size > 0 ? here : null
      const literal = here.next.get(all[at]!)
      const found = literal ? walk(literal, at + 1) : null
      if (found || !here.any || all[at] === '') return found
      given.push(all[at]!)
      const other = walk(here.any, at + 1)
      if (!other) given.pop()
      return other
    }
    const end = all.length > MOST_SEGMENTS ? null : walk(this.#root, 0)
    return end ? { ends: end.ends, given } : null
  }
}
const MOST_SEGMENTS = 40
const segments = (path: string) => withoutEndSlashes(path).split('/', MOST_SEGMENTS + 2)
