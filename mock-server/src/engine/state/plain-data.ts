/** The key that marks a serialized Map. */
const MAP = '#map'
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a copy that JSON can represent: a Map with string keys becomes `{"#map":{…}}`. */
export function toPlain(value: unknown): unknown {
  if (value instanceof Map) return { [MAP]: toPlain(Object.fromEntries(value)) }
  if (Array.isArray(value)) return value.map(toPlain)
  return isObject(value) ? mapped(value, toPlain) : value
}

/** The inverse of `toPlain`. */
export function fromPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromPlain)
  if (!isObject(value)) return value
  const inner: unknown = (value as Record<string, unknown>)[MAP]
  return isObject(inner) ? new Map(Object.entries(mapped(inner, fromPlain))) : mapped(value, fromPlain)
}

/**
 * Describes the first difference in type between a value and a model, with its path (`.orders`); null when the value
 * has the model's structure.
 */
export function typeDifference(model: unknown, value: unknown, path = ''): string | null {
  // A field that starts as null can have any type.
  if (model === null) return null
  if (kindOf(model) !== kindOf(value)) return `${path || 'it'} must be ${kindOf(model)}, got ${kindOf(value)}`
  if (kindOf(model) !== 'an object') return null
  for (const [name, part] of Object.entries(model as object)) {
    const wrong = typeDifference(part, (value as Record<string, unknown>)[name], `${path}.${name}`)
    if (wrong) return wrong
  }
  return null
}
const kindOf = (value: unknown) =>
  value instanceof Map
    ? 'a map'
    : Array.isArray(value)
      ? 'a list'
      : value === null
        ? 'null'
        : typeof value === 'object'
          ? 'an object'
          : value === undefined
            ? 'nothing'
            : `a ${typeof value}`

const mapped = (from: object, to: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(from).map(([name, value]) => [name, to(value)]))
