import type { Contract, Operation } from './contract.ts'
import { valuesIn } from './paths.ts'

/** The path of a request, and the operations of the contract at it. */
export interface Found {
  /** The path below the base path, with its query. */
  url: string
  path: string
  /** The operations at the path, of all methods. */
  calls: readonly Operation[]
  operation: Operation | undefined
}

/** Finds the operation of a request below the longest base path that has one. HEAD falls back to GET. */
export function findCall(contract: Contract, basePaths: readonly string[], method: string, url: string): Found {
  const bases = basePaths.filter((base) => url.startsWith(base)).toSorted((a, b) => b.length - a.length)
  const all = (bases.length > 0 ? bases : ['']).map((base) => {
    const below = url.slice(base.length)
    const path = below.split('?')[0] ?? ''
    return { url: below, path, calls: contract.at(path) }
  })
  const found = all.find(({ calls }) => calls.length > 0) ?? all[0]!
  const own = method.toLowerCase()
  const first = found.calls.find((call) => call.method === own || (own === 'head' && call.method === 'get'))
  const operation = found.calls.find((call) => call.method === own && call.path === first?.path) ?? first
  return { ...found, operation }
}

/** Returns the path and query parameters as strings; a repeated one as a list. */
export function parametersOfRequest({ path: template }: Operation, url: string): Record<string, string | string[]> {
  const { path, query } = partsOf(url)
  return { ...query, ...valuesIn(path, template) }
}

/** Splits a URL into its path and its query parameters; a repeated one is a list. */
export function partsOf(url: string): { path: string; query: Record<string, string | string[]> } {
  const [path = '', search] = url.split('?', 2)
  if (search === undefined) return { path, query: {} }
  const parameters = new URLSearchParams(url.slice(path.length))
  const query = [...new Set(parameters.keys())].map((name) => {
    const all = parameters.getAll(name)
    return [name, all.length === 1 ? (all[0] ?? '') : all] as const
  })
  return { path, query: Object.fromEntries(query) }
}
