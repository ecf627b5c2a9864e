import { decoded, withoutEndSlashes } from '../description/paths.ts'

/** A segment with parameters, by the texts around them: `['', ':open']` for `{id}:open`. */
interface Pattern<T> {
  texts: readonly string[]
  next: Node<T>
}
interface Node<T> {
  readonly next: Map<string, Node<T>>
  /** The longest literal text first. */
  readonly patterns: Pattern<T>[]
  readonly ends: Map<string, T>
}
export interface Route<T> {
  /** By method, in capitals. */
  ends: ReadonlyMap<string, T>
  /** The values of the path parameters, in order. */
  given: string[]
}
const node = <T>(): Node<T> => ({ next: new Map(), patterns: [], ends: new Map() })
const lengthOf = (texts: readonly string[]) => texts.join('').length

/** Finds calls by method and path. A literal segment takes precedence over a parameter. */
export class Routes<T> {
  readonly #root = node<T>()
  add(method: string, path: string, value: T): void {
    let here = this.#root
    for (const part of segments(path)) here = part.includes('{') ? patternOf(here, part) : literalOf(here, part)
    here.ends.set(method.toUpperCase(), value)
  }
  find(path: string): Route<T> | null {
    const all = segments(path)
    const given: string[] = []
    const walk = (here: Node<T>, at: number): Node<T> | null => {
      if (at === all.length) return here.ends.size > 0 ? here : null
      const literal = here.next.get(all[at]!) ?? (all[at]!.includes('%') ? here.next.get(decoded(all[at]!)) : undefined)
      const found = literal ? walk(literal, at + 1) : null
      if (found || all[at] === '') return found
      for (const { texts, next } of here.patterns) {
        const values = valuesIn(all[at]!, texts)
        if (!values) continue
        given.push(...values)
        const other = walk(next, at + 1)
        if (other) return other
        given.length -= values.length
      }
      return null
    }
    const end = all.length > MOST_SEGMENTS ? null : walk(this.#root, 0)
    return end ? { ends: end.ends, given } : null
  }
}
const MOST_SEGMENTS = 40
const segments = (path: string) => withoutEndSlashes(path).split('/', MOST_SEGMENTS + 2)

function literalOf<T>(here: Node<T>, part: string): Node<T> {
  const text = decoded(part)
  const next = here.next.get(text) ?? node<T>()
  here.next.set(text, next)
  return next
}
function patternOf<T>(here: Node<T>, part: string): Node<T> {
  const texts = part.split(/\{[^{}]*\}/)
  const known = here.patterns.find((one) => one.texts.join('{') === texts.join('{'))
  if (known) return known.next
  const made = { texts, next: node<T>() }
  here.patterns.push(made)
  here.patterns.sort((a, b) => lengthOf(b.texts) - lengthOf(a.texts))
  return made.next
}
/** Returns the values between the texts of a segment; null when it does not match. */
function valuesIn(segment: string, [first = '', ...rest]: readonly string[]): string[] | null {
  if (!segment.startsWith(first)) return null
  const last = rest.pop() ?? ''
  const end = segment.length - last.length
  if (!segment.endsWith(last) || end <= first.length) return null
  const values: string[] = []
  let at = first.length
  for (const text of rest) {
    const next = segment.indexOf(text, at + 1)
    if (text === '' || next === -1 || next >= end) return null
    values.push(segment.slice(at, next))
    at = next + text.length
  }
  return at < end ? [...values, segment.slice(at, end)] : null
}
