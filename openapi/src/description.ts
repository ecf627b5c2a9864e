import { readDescriptionFile, type RefOptions, whyNotRead } from './description-files.ts'
import {
  type Code,
  type Contract,
  type Method,
  methods,
  type Operation,
  type Parameter,
  type PathItem,
  type Validity,
} from './document.ts'
import { commonFailures } from './failures.ts'
import { loadBundled } from './load.ts'
import { type Components, dereferenced } from './operations.ts'
import { type Overlay, OverlayError, applyOverlay, targetsOf } from './overlay.ts'
import { findPlace, formatPlace, isAddress, parseFile, PlacedError, storeText } from './source-lines.ts'
import { visible } from './visible.ts'

/**
 * The rule of a call without `x-validity`: every 2xx is a success, because a field named `code` in it may mean anything.
 * The `code` of a failing status is read.
 */
export const noRule: Validity<Code> = { at: '', codeAt: 'code', reject: {} }

/**
 * Loads an OpenAPI 3.0 or 3.1 description, in one or many files, applies overlays in order, and fills in what the
 * contract requires: calls without an `operationId` are named by method and path, calls without a rule accept any JSON.
 * Throws an Error that names the file and the problem.
 */
export async function loadDescription(
  file: string,
  overlays: readonly string[] = [],
  options?: RefOptions,
): Promise<Contract<Code>> {
  try {
    for (const each of [file, ...overlays])
      if (isAddress(each)) throw new PlacedError(`${each}: an address is not read: save its file first`)
    let document = await loadBundled(file, options)
    for (const overlay of overlays) await storeOverlay(overlay)
    for (const overlay of overlays) document = withOverlay(document, overlay)
    checkComponents(document, file)
    const duplicate = duplicateCallName(document)
    if (duplicate) {
      const [first = '', second = ''] = duplicate.keys.map((keys) => findPlace(file, keys).place)
      throw new PlacedError(
        `${second}: two calls are named ${duplicate.id}, the other at ${first}: name one of them differently`,
      )
    }
    return withDefaults(document)
  } catch (error) {
    // A message may quote a foreign description.
    if (error instanceof PlacedError) throw new PlacedError(visible(error.message), { cause: error })
    // Throws for a mistake in the text, with its line.
    const { value } = parseFile(file)
    const why = whyNoDescription(value) ?? (error instanceof Error ? error.message : String(error))
    throw new Error(visible(`${formatPlace(file)}: ${why}`), { cause: error })
  }
}

/** Throws a PlacedError with the line of the action that cannot be applied. */
function withOverlay(document: object, file: string): object {
  const overlay = parseFile(file).value as Overlay
  try {
    return applyOverlay(document, overlay)
  } catch (error) {
    if (!(error instanceof OverlayError)) throw error
    throw new PlacedError(`${findPlace(file, error.keys).place}: ${error.message}`)
  }
}

/** Returns where a part of a loaded description is written: in the description, or in the overlay that has added it. */
export function sourceOf(
  document: object,
  file: string,
  overlays: readonly string[],
  keys: readonly (string | number)[],
): string {
  const own = findPlace(file, keys)
  const extensionIndex = keys.findIndex((key) => String(key).startsWith('x-'))
  if (own.isFound || extensionIndex < 0 || findPlace(file, keys.slice(0, extensionIndex + 1)).isFound) return own.place
  const target = JSON.stringify(keys.slice(0, extensionIndex))
  for (const overlay of overlays.toReversed()) {
    const { actions } = parseFile(overlay).value as Overlay
    const nth = actions.findLastIndex(
      (action) =>
        Object.keys(action.update ?? {}).includes(String(keys[extensionIndex])) &&
        targetsOf(document, action.target)?.some((path) => JSON.stringify(path) === target),
    )
    if (nth >= 0) return findPlace(overlay, ['actions', nth, 'update', ...keys.slice(extensionIndex)]).place
  }
  return own.place
}

/** Throws a PlacedError for a component that is not an object, such as the text of another file. Does not quote it, because it may be a secret. */
function checkComponents(
  { components }: { components?: Record<string, Record<string, unknown> | null> },
  file: string,
) {
  for (const [kind, parts] of Object.entries(components ?? {}))
    for (const [name, part] of Object.entries(kind.startsWith('x-') ? {} : (parts ?? {})))
      if (part === null || !['object', 'boolean'].includes(typeof part))
        throw new PlacedError(
          `${findPlace(file, ['components', kind, name]).place}: ${name} of components/${kind} is ${part === null ? 'empty' : `a ${typeof part}`}, not an object: does a $ref lead to another file than is meant?`,
        )
}

/** Throws a PlacedError when an overlay cannot be read. */
async function storeOverlay(file: string): Promise<void> {
  try {
    storeText(file, await readDescriptionFile(file))
  } catch (error) {
    throw new PlacedError(`${formatPlace(file)}: it ${whyNotRead(error)}`)
  }
}

/** The path items by path, references resolved; an empty one has no calls. */
const itemsOf = ({ paths, components }: Partial<Contract<Code>>) =>
  Object.entries<PathItem<Code> | null>(paths ?? {}).flatMap(([path, item]) =>
    item ? [[path, dereferenced(components as Components, item)] as const] : [],
  )

/** The first operation id that two calls share, with the keys of both. */
function duplicateCallName(document: object): { id: string; keys: [string[], string[]] } | undefined {
  const seen = new Map<string, string[]>()
  for (const [path, item] of itemsOf(document))
    for (const method of methods) {
      const operation = item[method]
      if (!operation) continue
      const id = callName(path, method, operation)
      const keys = ['paths', path, method, 'operationId']
      const first = seen.get(id)
      if (first) return { id, keys: [first, keys] }
      seen.set(id, keys)
    }
  return undefined
}
const callName = (path: string, method: Method, { operationId }: Partial<Operation<Code>>) =>
  identifier(operationId ?? `${method} ${path}`)

/** Why a document is not an OpenAPI 3 description; undefined when it is one. */
function whyNoDescription(document: unknown): string | undefined {
  const { openapi, swagger } = (document ?? {}) as { openapi?: unknown; swagger?: string | number }
  if (swagger !== undefined) return `it is OpenAPI ${swagger}; 3.0 or 3.1 is needed: convert it first`
  if (/^3\.[012]\b/.test(String(openapi))) return undefined
  return 'it is no OpenAPI description: it has no "openapi: 3.0.x" or "openapi: 3.1.x"'
}

/** Fills in the parts that our contract has and other descriptions can omit. */
export function withDefaults(document: object): Contract<Code> {
  const description = document as Partial<Contract<Code>>
  const components = description.components as Components
  const whyNot = whyNoDescription(document)
  if (whyNot !== undefined) throw new Error(whyNot)
  const paths = itemsOf(description).map(([path, item]) => [path, itemWithDefaults(path, item, components)] as const)
  const duplicate = duplicateCallName(document)
  if (duplicate) throw new Error(`two calls are named ${duplicate.id}`)
  return {
    ...description,
    paths: Object.fromEntries(paths),
    components: description.components ?? {},
    security: description.security ?? [],
    externalDocs: description.externalDocs ?? { url: '' },
    'x-failures': description['x-failures'] ?? commonFailures,
    'x-cache': description['x-cache'] ?? { freshFor: 'PT0S', keys: {} },
  } as Contract<Code>
}

function itemWithDefaults(
  path: string,
  { parameters = [], ...item }: Partial<PathItem<Code>>,
  components: Components,
): PathItem<Code> {
  const entries = methods.flatMap((method) => {
    const operation = item[method]
    return operation ? [[method, callWithDefaults(path, method, operation, parameters, components)] as const] : []
  })
  return { ...item, ...Object.fromEntries(entries) } as PathItem<Code>
}

function callWithDefaults(
  path: string,
  method: Method,
  operation: Partial<Operation<Code>>,
  shared: NonNullable<Operation['parameters']>,
  components: Components,
) {
  const own = operation.parameters ?? []
  const placeOf = (parameter: (typeof own)[number]) => {
    const { in: where, name } = dereferenced(components, parameter) as Parameter
    return `${where} ${name}`
  }
  const overridden = new Set(own.map(placeOf))
  return {
    ...operation,
    operationId: callName(path, method, operation),
    parameters: [...shared.filter((parameter) => !overridden.has(placeOf(parameter))), ...own],
    ...(operation.requestBody && { requestBody: dereferenced(components, operation.requestBody) }),
    responses: operation.responses ?? {},
    'x-validity': operation['x-validity'] ?? noRule,
    'x-failures': operation['x-failures'] ?? [],
    'x-cache': operation['x-cache'] ?? {},
  }
}

/** Converts `chat.postMessage` or `get /books/{id}` to an identifier: `chatPostMessage`, `getBooksId`. */
function identifier(text: string): string {
  // An object cannot have a field of this name beside its prototype.
  if (text === '__proto__') return 'proto'
  const [first = '', ...rest] = text.split(/[^\p{L}\p{N}_$]+/u).filter(Boolean)
  const name = first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /^\p{N}/u.test(name) ? `_${name}` : name.charAt(0).toLowerCase() + name.slice(1)
}
