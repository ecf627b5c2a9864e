import { exec, type JsonValue } from 'jsonpath-rfc9535'

/** An OpenAPI Overlay 1.0: changes to a description without editing it. */
export interface Overlay {
  overlay: string
  actions: { target: string; update?: unknown; remove?: boolean }[]
}

/** Why an overlay cannot be applied; `keys` lead to the part of it. */
export class OverlayError extends Error {
  readonly keys: readonly (string | number)[]
  constructor(message: string, ...keys: readonly (string | number)[]) {
    super(message)
    this.keys = keys
  }
}

/**
 * Applies an overlay's actions in order. Throws an OverlayError for an invalid action, or one whose target matches nothing.
 */
export function applyOverlay(description: object, overlay: Overlay): object {
  if (typeof overlay?.overlay !== 'string' || !/^1\.\d/.test(overlay.overlay) || !Array.isArray(overlay.actions))
    throw new OverlayError('it is not an OpenAPI Overlay 1.x: it needs "overlay: 1.0.0" and a list of actions')
  const root = { $: structuredClone(description) as unknown }
  for (const [nth, { target, update, remove }] of overlay.actions.entries()) {
    if (update === undefined && !remove)
      throw new OverlayError(`action ${nth + 1} has neither update nor remove: true`, 'actions', nth)
    const found = targetsOf(root.$, target)
    const keys = ['actions', nth, 'target']
    if (!found) throw new OverlayError(`the target of action ${nth + 1}, ${target}, is not a JSONPath`, ...keys)
    if (found.length === 0)
      throw new OverlayError(`the target of action ${nth + 1}, ${target}, matches nothing`, ...keys)
    const other = remove ? undefined : oddOneOf(root, found)
    if (other)
      throw new OverlayError(
        `the target of action ${nth + 1}, ${target}, selects objects and also ${other}, which is none; $.paths.*[?@.responses] selects calls alone`,
        ...keys,
      )
    // From the end, so that removing from a list does not shift paths that follow.
    for (const path of found.toReversed()) {
      const { parent, key } = parentOf(root, path)
      if (!remove) parent[key] = merge(parent[key], update)
      else if (Array.isArray(parent)) parent.splice(Number(key), 1)
      else delete parent[key]
    }
  }
  return root.$ as object
}

/** The paths that a JSONPath selects; null when it is invalid. */
export function targetsOf(document: unknown, target: string): (string | number)[][] | null {
  const found: (string | number)[][] = []
  try {
    exec(document as JsonValue, target, (_, path) => found.push([...path]))
    return found
  } catch {
    return null
  }
}

/** A selected part that is no object, where others are: an update is for one of these kinds. */
function oddOneOf(root: { $: unknown }, paths: (string | number)[][]): string | undefined {
  const isOdd = (path: (string | number)[]) => {
    const { parent, key } = parentOf(root, path)
    return !isObject(parent[key])
  }
  const odd = paths.find(isOdd)
  if (!odd || paths.every(isOdd)) return undefined
  return `$${odd.map((key) => (key === '$' ? '' : `[${JSON.stringify(key)}]`)).join('')}`
}

type Parent = Record<string | number, unknown>
function parentOf(root: { $: unknown }, path: (string | number)[]): { parent: Parent; key: string | number } {
  const steps = ['$', ...path.slice(path[0] === '$' ? 1 : 0)]
  const key = steps.at(-1) ?? '$'
  return { parent: steps.slice(0, -1).reduce<unknown>((at, step) => (at as Parent)[step], root) as Parent, key }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Merges objects, appends to lists, replaces anything else. */
function merge(before: unknown, update: unknown): unknown {
  if (Array.isArray(before)) return [...before, ...[structuredClone(update)].flat()]
  if (!isObject(before) || !isObject(update)) return structuredClone(update)
  return {
    ...before,
    ...Object.fromEntries(Object.entries(update).map(([key, value]) => [key, merge(before[key], value)])),
  }
}
