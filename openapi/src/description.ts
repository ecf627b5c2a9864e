import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import {
  type Code,
  type Contract,
  type Method,
  methods,
  type Operation,
  type PathItem,
  type RootFailureEntry,
  type Validity,
} from './document.ts'
import { loadBundled } from './load.ts'
import { type Overlay, overlaid } from './overlay.ts'

/**
 * The rule of a call without `x-validity`: it ignores the body, so a field named `code` may mean anything. Under a
 * failing status `code` is read.
 */
export const noRule: Validity<Code> = { at: '', codeAt: 'code', reject: {} }

/** Failures that every call can have. The default for descriptions without `x-failures` at the root. */
const commonFailures = [
  { http: [401, 403], name: 'unauthorized', description: 'No token, or one that is refused.' },
  { http: 429, name: 'tooManyRequests', description: 'Asked too often.' },
  { when: 'other-status', name: 'unexpectedStatus', description: 'An HTTP status that the call does not list.' },
  { when: 'unknown-code', name: 'unknownCode', description: 'A rejected answer that the call does not list.' },
  {
    when: 'malformed',
    name: 'malformed',
    description: 'The body cannot be read, or a field that the rule requires is missing.',
  },
  { when: 'no-token', name: 'notSent', description: 'The token could not be had; nothing was sent.' },
  { when: 'no-connection', name: 'noConnection', description: 'No answer came.' },
  { when: 'time-out', name: 'timeOut', description: 'No answer came in time.' },
] as unknown as RootFailureEntry<Code>[]

/**
 * Loads an OpenAPI 3.0 or 3.1 description, in one or many files, applies overlays in order, and fills in what the
 * contract requires: calls without an `operationId` are named by method and path, calls without a rule accept any JSON.
 * Throws an Error that names the file and the problem.
 */
export async function loadDescription(file: string, overlays: readonly string[] = []): Promise<Contract<Code>> {
  try {
    let document = await loadBundled(file)
    for (const overlay of overlays)
      document = overlaid(document, parse(await readFile(overlay, 'utf8')) as Overlay, overlay)
    return completed(document)
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** Fills in the parts that our contract has and other descriptions can omit. */
export function completed(document: object): Contract<Code> {
  const given = document as Partial<Contract<Code>> & { openapi?: unknown; swagger?: string | number }
  if (given.swagger !== undefined)
    throw new Error(`it is OpenAPI ${given.swagger}; 3.0 or 3.1 is needed: convert it first`)
  if (!/^3\.[012]\b/.test(String(given.openapi))) throw new Error('it has no "openapi: 3.0.x" or "openapi: 3.1.x"')
  const paths = Object.entries(given.paths ?? {}).map(([path, item]) => [path, completedItem(path, item)] as const)
  const ids = paths.flatMap(([, item]) => methods.flatMap((method) => item[method]?.operationId ?? []))
  const twice = ids.find((id, nth) => ids.indexOf(id) !== nth)
  if (twice !== undefined) throw new Error(`two calls are named ${twice}`)
  return {
    ...given,
    paths: Object.fromEntries(paths),
    components: given.components ?? {},
    security: given.security ?? [],
    externalDocs: given.externalDocs ?? { url: '' },
    'x-failures': given['x-failures'] ?? commonFailures,
    'x-cache': given['x-cache'] ?? { freshFor: 'PT0S', keys: {} },
  } as Contract<Code>
}

function completedItem(path: string, { parameters = [], ...item }: Partial<PathItem<Code>>): PathItem<Code> {
  const entries = methods.flatMap((method) => {
    const operation = item[method]
    return operation ? [[method, completedCall(path, method, operation, parameters)] as const] : []
  })
  return { ...item, ...Object.fromEntries(entries) } as PathItem<Code>
}

function completedCall(
  path: string,
  method: Method,
  operation: Partial<Operation<Code>>,
  shared: NonNullable<Operation['parameters']>,
) {
  return {
    ...operation,
    operationId: identifier(operation.operationId ?? `${method} ${path}`),
    parameters: [...shared, ...(operation.parameters ?? [])],
    responses: operation.responses ?? {},
    'x-validity': operation['x-validity'] ?? noRule,
    'x-failures': operation['x-failures'] ?? [],
    'x-cache': operation['x-cache'] ?? {},
  }
}

/** Converts `chat.postMessage` or `get /books/{id}` to an identifier: `chatPostMessage`, `getBooksId`. */
function identifier(text: string): string {
  const [first = '', ...rest] = text.split(/[^\p{L}\p{N}_$]+/u).filter(Boolean)
  const name = first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /^\p{N}/u.test(name) ? `_${name}` : name.charAt(0).toLowerCase() + name.slice(1)
}
