import type { Contract, Operation } from './contract.ts'
import { valuesIn } from './paths.ts'

/** What of a contract is at an address. */
export interface Found {
  /** Below the base path, with its query. */
  url: string
  path: string
  /** The calls at the path, of all methods. */
  calls: readonly Operation[]
  operation: Operation | undefined
}

/** The call that a request means: below the base path under which there is one, the longest first. HEAD is GET where it is no call of its own. */
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

/** The parameters of a request in its path and query, as text; one that comes twice is a list. */
export function parametersOfRequest({ path: template }: Operation, url: string): Record<string, string | string[]> {
  const { path, query } = partsOf(url)
  return { ...query, ...valuesIn(path, template) }
}

/** The path of an address, and its query by its names. */
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
