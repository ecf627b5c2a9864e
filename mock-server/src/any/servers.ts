import type { Code, Contract } from '@paket/contract'

interface Server {
  url: string
  variables?: Record<string, { default?: string; enum?: string[] }>
}
type HasServers = { servers?: Server[] }

/**
 * Returns the base paths of the servers of the description, its paths and its operations; `['']` when there are none. A
 * variable in a path is replaced by each of its values.
 */
export function basePathsOf(document: Contract<Code>): [string, ...string[]] {
  const items = Object.values(document.paths as Record<string, HasServers & Record<string, unknown>>)
  const calls = items.flatMap((item) => Object.values(item).filter(hasServers))
  const servers = [document as HasServers, ...items, ...calls].flatMap(({ servers: ownServers = [] }) => ownServers)
  const [first = '', ...more] = new Set(servers.flatMap(pathsOf))
  return [first, ...more]
}
const hasServers = (value: unknown): value is HasServers =>
  typeof value === 'object' && value !== null && 'servers' in value

function pathsOf({ url, variables = {} }: Server): string[] {
  const hostAt = url.indexOf('//')
  // A host follows the scheme or starts the URL; a later `//` is part of the path.
  const hasHost = hostAt === 0 || (hostAt > 0 && url[hostAt - 1] === ':')
  const pathAt = hasHost ? url.indexOf('/', hostAt + 2) : 0
  const path = pathAt < 0 ? '' : url.slice(pathAt)
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
  const filled = names.reduce<string[]>(
    (all, name) => {
      const { default: usual = name, enum: values = [] } = variables[name] ?? {}
      return all.flatMap((each) => [...new Set([usual, ...values])].map((value) => each.replace(`{${name}}`, value)))
    },
    [path],
  )
  return filled.map((each) => pathnameOf(hasHost ? `http://mock${each}` : each))
}
const pathnameOf = (url: string) =>
  (URL.canParse(url, 'http://mock') ? new URL(url, 'http://mock').pathname : '').replace(/\/$/, '')
