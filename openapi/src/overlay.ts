import { exec, type JsonValue } from 'jsonpath-rfc9535'

/** An OpenAPI Overlay 1.0: what is changed in a description that stays as it is. */
export interface Overlay {
  overlay: string
  actions: { target: string; update?: unknown; remove?: boolean }[]
}

/** A description with the overlay's actions done, in their order. Throws an Error that names the action that is wrong or finds nothing. */
export function overlaid(description: object, overlay: Overlay, name: string): object {
  if (typeof overlay?.overlay !== 'string' || !/^1\.\d/.test(overlay.overlay) || !Array.isArray(overlay.actions))
    throw new Error(`${name} is no OpenAPI Overlay 1.x: it needs "overlay: 1.0.0" and a list of actions`)
  const root = { $: structuredClone(description) as unknown }
  for (const [nth, { target, update, remove }] of overlay.actions.entries()) {
    const found: (string | number)[][] = []
    try {
      exec(root.$ as JsonValue, target, (_, path) => found.push([...path]))
    } catch (error) {
      throw new Error(`${name}: the target of action ${nth + 1}, ${target}, is no JSONPath`, { cause: error })
    }
    if (found.length === 0) throw new Error(`${name}: the target of action ${nth + 1}, ${target}, finds nothing`)
    // From the end, so that what is removed from a list moves nothing that is still to come.
    for (const path of found.toReversed()) {
      const { parent, key } = placeIn(root, path)
      if (!remove) parent[key] = merged(parent[key], update)
      else if (Array.isArray(parent)) parent.splice(Number(key), 1)
      else delete parent[key]
    }
  }
  return root.$ as object
}

type Parent = Record<string | number, unknown>
function placeIn(root: { $: unknown }, path: (string | number)[]): { parent: Parent; key: string | number } {
  const steps = ['$', ...path.slice(path[0] === '$' ? 1 : 0)]
  const key = steps.at(-1) ?? '$'
  return { parent: steps.slice(0, -1).reduce<unknown>((at, step) => (at as Parent)[step], root) as Parent, key }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Objects are merged, lists get one more, anything else is replaced. */
function merged(before: unknown, update: unknown): unknown {
  if (Array.isArray(before)) return [...before, ...(Array.isArray(update) ? update : [update])]
  if (!isObject(before) || !isObject(update)) return structuredClone(update)
  return {
    ...before,
    ...Object.fromEntries(Object.entries(update).map(([key, value]) => [key, merged(before[key], value)])),
  }
}
