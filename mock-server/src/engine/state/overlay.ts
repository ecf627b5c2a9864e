import { valueAt } from '@paket/contract'

/**
 * What is laid over an example: path of fields to value. `cards[]` adds to a list, `cards[id=7]` is the items whose field has that
 * value, and the value `$removed` takes them out. A path may have variables too: `cards[id=$body.bankCardId]`. `$` is the whole body.
 */
export type Overlay = Record<string, unknown>

/** What values of an overlay may stand for: `now`, `+20d`, `$order.id`. */
export interface Scope {
  now: number
  variables: Record<string, unknown>
}

const relative = /^([+-])(\d+)([dhms])$/
const units = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 }
const MOSCOW_MS = 3 * units.h

/** An instant as the backend writes it, in Moscow time. */
export const dateText = (ms: number): string => `${new Date(ms + MOSCOW_MS).toISOString().slice(0, 19)}+03:00`

/** The path of a whole body, which is no object. */
export const WHOLE = '$'
/** Takes an item out of its list. */
const REMOVED = '$removed'

/** One step of a path: a field, or the items of a list whose field has a value. */
export type PathStep = { field: string } | { items: string; value: string }
/** The steps of a path, without the `[]` at its end. */
export function stepsOf(path: string): PathStep[] {
  const steps = path.matchAll(/\[([^[=\]]+)=([^[\]]*)\]|([^.[\]]+)/g)
  return [...steps].map(([, items, value = '', field = '']) => (items === undefined ? { field } : { items, value }))
}
/** A path with the variables of its items filled in. */
export const pathIn = (path: string, scope: Scope): string =>
  path.replace(/=(\$[^$\]]+)\]/g, (_, variable: string) => `=${String(resolved(variable, scope))}]`)
/** The names of the variables in a path. */
export const variablesInPath = (path: string): string[] =>
  stepsOf(path).flatMap((step) => ('items' in step ? variablesIn(step.value) : []))

/** The names of the variables in a value. */
export function variablesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('$') && value !== REMOVED ? [value.slice(1)] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(variablesIn) : []
}

/** A value with its dates and variables filled in. */
export function resolved(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((part) => resolved(part, scope))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolved(part, scope)]))
  if (typeof value !== 'string' || value === REMOVED) return value
  if (value === 'now') return dateText(scope.now)
  if (value.startsWith('$')) {
    const name = value.slice(1)
    if (scope.variables[name] === undefined) throw new Error(`nothing is known of ${value} here`)
    return scope.variables[name]
  }
  const [, sign, count, unit] = relative.exec(value) ?? []
  if (!unit) return value
  return dateText(scope.now + (sign === '-' ? -1 : 1) * Number(count) * units[unit as keyof typeof units])
}

export const isList = (path: string): boolean => path.endsWith('[]')

/** An overlay laid over one whose values are filled in; what it adds to lists comes after what was added before. `isFirst` says of an added value whether the list was empty. */
export function merged(example: unknown, before: Overlay, more: Overlay, scope: Scope): Overlay {
  const after = { ...before }
  for (const [written, value] of Object.entries(more)) {
    const path = pathIn(written, scope)
    if (!isList(path)) {
      // The latest change is applied last: an item is added before it is changed.
      delete after[path]
      after[path] = resolved(value, scope)
      continue
    }
    const list = valueAt(overlaid(example, after), path.slice(0, -2))
    const isFirst = Array.isArray(list) && list.length === 0
    const added = resolved(value, { ...scope, variables: { ...scope.variables, isFirst } })
    after[path] = [...((after[path] as unknown[] | undefined) ?? []), added]
  }
  return after
}

/** A copy of the example with an overlay on it whose values are filled in. Items that a list does not have are left alone. */
export function overlaid(example: unknown, overlay: Overlay): unknown {
  const { [WHOLE]: whole = example, ...parts } = overlay
  const body: unknown = structuredClone(whole)
  for (const [path, value] of Object.entries(parts)) {
    const steps = stepsOf(path)
    const last = steps.pop()
    let parents: unknown[] = [body]
    for (const step of steps) parents = parents.flatMap((parent) => inside(parent, step))
    if (!path.includes('=') && parents.some((parent) => typeof parent !== 'object' || parent === null))
      throw new Error(`the overlay has ${path}, the example has no ${path.split('.').slice(0, -1).join('.')}`)
    for (const parent of parents) if (last) lay(parent, last, path, value)
  }
  return body
}

/** What is at a step of a value: nothing, one thing, or several items. */
function inside(parent: unknown, step: PathStep): unknown[] {
  if (typeof parent !== 'object' || parent === null) return []
  if ('field' in step) return [(parent as Record<string, unknown>)[step.field]]
  return Array.isArray(parent) ? parent.filter((item: unknown) => isMeant(item, step)) : []
}
const isMeant = (item: unknown, { items, value }: { items: string; value: string }) =>
  typeof item === 'object' && item !== null && String((item as Record<string, unknown>)[items]) === value

function lay(parent: unknown, step: PathStep, path: string, value: unknown): void {
  if ('items' in step) {
    if (!Array.isArray(parent)) throw new Error(`the overlay has ${path}, the example has no such list`)
    const items: unknown[] = parent.flatMap((item: unknown) =>
      !isMeant(item, step) ? [item] : value === REMOVED ? [] : [structuredClone(value)],
    )
    parent.splice(0, parent.length, ...items)
    return
  }
  const at = parent as Record<string, unknown>
  if (!isList(path)) at[step.field] = structuredClone(value)
  else if (Array.isArray(at[step.field])) at[step.field] = [...(at[step.field] as unknown[]), ...(value as unknown[])]
  else throw new Error(`the overlay adds to ${path}, the example has no such list`)
}

/** The items of a list at a path; none when there is no list. */
export function itemsAt(body: unknown, path: string): Record<string, unknown>[] {
  const list = valueAt(body, path)
  return Array.isArray(list)
    ? list.filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null)
    : []
}
