import { valueAt } from '@paket/contract'

/**
 * Changes to an example, by path. `cards[]` appends to a list; `cards[id=7]` selects the items whose field has that
 * value, and the value `$removed` removes them. A path may contain variables: `cards[id=$body.bankCardId]`. `$` is the
 * whole body.
 */
export type Overlay = Record<string, unknown>

/** What dates and variables in an overlay resolve to: `now`, `+20d`, `+22M` (the last month of a card), `$order.id`. */
export interface Scope {
  now: number
  variables: Record<string, unknown>
}

const relative = /^([+-])(\d+)([dhmsM])$/
const units = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 }
const MOSCOW_MS = 3 * units.h

/** Formats an instant as the backend does, in Moscow time. */
export const dateText = (ms: number): string => `${new Date(ms + MOSCOW_MS).toISOString().slice(0, 19)}+03:00`

/** Returns the month that many months later, as on a bank card: MM/YY. */
export function monthText(ms: number, months: number): string {
  const date = new Date(ms + MOSCOW_MS)
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  return `${date.toISOString().slice(5, 7)}/${date.toISOString().slice(2, 4)}`
}

/** The path of the whole body, for bodies that are not objects. */
export const WHOLE = '$'
/** The value that removes an item from its list. */
const REMOVED = '$removed'

/** One step of a path: a field, or the items of a list whose field has a given value. */
export type PathStep = { field: string } | { items: string; value: string }
/** Splits a path into steps, without a trailing `[]`. */
export function stepsOf(path: string): PathStep[] {
  const steps = path.matchAll(/\[([^[=\]]+)=([^[\]]*)\]|([^.[\]]+)/g)
  return [...steps].map(([, items, value = '', field = '']) => (items === undefined ? { field } : { items, value }))
}
/** Resolves the variables in a path. */
export const pathIn = (path: string, scope: Scope): string =>
  path.replace(/=(\$[^$\]]+)\]/g, (_, variable: string) => `=${String(resolved(variable, scope))}]`)
/** Returns the names of the variables in a path. */
export const variablesInPath = (path: string): string[] =>
  stepsOf(path).flatMap((step) => ('items' in step ? variablesIn(step.value) : []))

/** Returns the names of the variables in a value. */
export function variablesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('$') && value !== REMOVED ? [value.slice(1)] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(variablesIn) : []
}

/** Resolves the dates and variables in a value. */
export function resolved(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((part) => resolved(part, scope))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolved(part, scope)]))
  if (typeof value !== 'string' || value === REMOVED) return value
  if (value === 'now') return dateText(scope.now)
  if (value.startsWith('$')) {
    const name = value.slice(1)
    if (scope.variables[name] === undefined) throw new Error(`${value} is not defined here`)
    return scope.variables[name]
  }
  const [, sign, count, unit] = relative.exec(value) ?? []
  if (!unit) return value
  const by = (sign === '-' ? -1 : 1) * Number(count)
  return unit === 'M' ? monthText(scope.now, by) : dateText(scope.now + by * units[unit as keyof typeof units])
}

export const isList = (path: string): boolean => path.endsWith('[]')

/**
 * Merges `more` into an overlay that is already resolved. List items are appended after earlier ones; for them the
 * variable `isFirst` is whether the list was empty.
 */
export function merged(example: unknown, before: Overlay, more: Overlay, scope: Scope): Overlay {
  const after = { ...before }
  for (const [written, value] of Object.entries(more)) {
    const path = pathIn(written, scope)
    if (!isList(path)) {
      // Deleted first so that it moves to the end: an item must be added before it is changed. What lies inside is
      // replaced, and items that are added later must come after it.
      for (const known of Object.keys(after))
        if (known === path || known.startsWith(`${path}.`) || known.startsWith(`${path}[`)) delete after[known]
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

/** Applies a resolved overlay to a copy of the example. Ignores list items that do not exist. */
export function overlaid(example: unknown, overlay: Overlay): unknown {
  const { [WHOLE]: whole = example, ...parts } = overlay
  const body: unknown = structuredClone(whole)
  for (const [path, value] of Object.entries(parts)) {
    const steps = stepsOf(path)
    const last = steps.pop()
    let parents: unknown[] = [body]
    for (const step of steps) parents = parents.flatMap((parent) => inside(parent, step))
    if (!path.includes('=') && parents.some((parent) => typeof parent !== 'object' || parent === null))
      throw new Error(`the overlay sets ${path}, but the example has no ${path.split('.').slice(0, -1).join('.')}`)
    for (const parent of parents) if (last) setAt(parent, last, path, value)
  }
  return body
}

/** Returns the values at a step: none, one field, or several items. */
function inside(parent: unknown, step: PathStep): unknown[] {
  if (typeof parent !== 'object' || parent === null) return []
  if ('field' in step) return [(parent as Record<string, unknown>)[step.field]]
  return Array.isArray(parent) ? parent.filter((item: unknown) => isSelected(item, step)) : []
}
const isSelected = (item: unknown, { items, value }: { items: string; value: string }) =>
  typeof item === 'object' && item !== null && String((item as Record<string, unknown>)[items]) === value

function setAt(parent: unknown, step: PathStep, path: string, value: unknown): void {
  if ('items' in step) {
    if (!Array.isArray(parent)) throw new Error(`the overlay sets ${path}, but the example has no such list`)
    const items: unknown[] = parent.flatMap((item: unknown) =>
      !isSelected(item, step) ? [item] : value === REMOVED ? [] : [structuredClone(value)],
    )
    parent.splice(0, parent.length, ...items)
    return
  }
  const at = parent as Record<string, unknown>
  if (!isList(path)) at[step.field] = structuredClone(value)
  else if (Array.isArray(at[step.field])) at[step.field] = [...(at[step.field] as unknown[]), ...(value as unknown[])]
  else throw new Error(`the overlay adds to ${path}, but the example has no such list`)
}

/** Returns the objects of the list at a path; empty when there is no list. */
export function itemsAt(body: unknown, path: string): Record<string, unknown>[] {
  const list = valueAt(body, path)
  return Array.isArray(list)
    ? list.filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null)
    : []
}
