import { isObject } from '../traffic/exchange.ts'

/** Yields simpler values, the simplest first. */
function* simpler(value: unknown): Generator {
  if (typeof value === 'string' && value.length > 1) {
    yield value.slice(0, Math.ceil(value.length / 2))
    yield value.slice(0, -1)
  } else if (typeof value === 'number' && value !== 0) {
    yield 0
    if (Math.abs(value) > 1) yield Math.trunc(value / 2)
  } else if (Array.isArray(value)) {
    for (const nth of value.keys()) yield value.toSpliced(nth, 1)
    for (const [nth, item] of value.entries()) for (const one of simpler(item)) yield value.with(nth, one)
  } else if (isObject(value)) {
    for (const name of Object.keys(value)) {
      const { [name]: _, ...left } = value
      yield left
    }
    for (const [name, part] of Object.entries(value)) for (const one of simpler(part)) yield { ...value, [name]: one }
  }
}

/**
 * Returns the simplest value found for which `holds` is true. Calls it at most `most` times, and not after `until`, in
 * milliseconds since 1970.
 */
export async function shrunk<T>(
  value: T,
  holds: (value: T) => Promise<boolean>,
  most: number,
  until = Infinity,
): Promise<T> {
  let best = value
  for (let asked = 0; ;) {
    let found = false
    for (const one of simpler(best)) {
      if (asked++ >= most || Date.now() >= until) return best
      if (!(await holds(one as T))) continue
      best = one as T
      found = true
      break
    }
    if (!found) return best
  }
}
