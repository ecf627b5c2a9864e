/** A part of the repository that others import by its package name. */
export interface Workspace {
  /** The folder in the repository. */
  folder: string
  /** Other workspaces whose files it may import by path; all others only by package name. */
  reaches: readonly string[]
  /** Packages of this repository that it may import. */
  packages: readonly string[]
}
export const workspaces: readonly Workspace[] = [
  { folder: 'openapi', reaches: [], packages: [] },
  { folder: 'sdk', reaches: [], packages: [] },
  { folder: 'sdk/codegen', reaches: ['scripts'], packages: ['@paket/contract'] },
  { folder: 'web', reaches: [], packages: ['@paket/sdk'] },
  { folder: 'mock-server', reaches: [], packages: ['@paket/contract'] },
  {
    folder: 'scripts/drift',
    reaches: ['scripts'],
    packages: ['@paket/contract', '@paket/sdk'],
  },
  {
    folder: 'scripts',
    reaches: ['sdk', 'sdk/codegen', 'mock-server', 'e2e'],
    packages: ['@paket/contract', '@paket/sdk', '@paket/drift'],
  },
  { folder: 'e2e', reaches: ['scripts'], packages: [] },
  // Tests import the sources themselves.
  {
    folder: 'tests',
    reaches: ['openapi', 'sdk', 'sdk/codegen', 'web', 'mock-server', 'scripts', 'scripts/drift', 'e2e'],
    packages: ['@paket/contract', '@paket/sdk', '@paket/drift'],
  },
]

/** Sources in rooms: the folders directly in `folder`, and files beside them that the order names. */
export interface House {
  /** The room of files beside the folders. */
  name: string
  folder: string
  /** The README with the diagram. */
  readme: string
  /**
   * The rooms from the top down: each imports only rooms to its right; rooms separated by commas do not import each other. Files beside
   * the rooms have no room if the order names neither them nor `name`: they may import everything and be imported everywhere.
   */
  order: string
  /** Rooms whose folders do not import each other. */
  apart?: readonly string[]
  /** Imports that may not form a cycle: of values only, or also of types. */
  noCyclesOf: 'values' | 'values and types'
}
export const houses: readonly House[] = [
  {
    name: 'web',
    folder: 'web/src',
    readme: 'web/README.md',
    order:
      'web > gallery > app > dev, routes.ts > pages > checkout, layout > cache > services > analytics > features, navigation > flow, session > config, modals > domain, hosts, messages, styles, ui',
    apart: ['features', 'pages'],
    noCyclesOf: 'values and types',
  },
  {
    name: 'sdk',
    folder: 'sdk/src',
    readme: 'sdk/src/README.md',
    order: 'react-query, runtime, testing > sdk > generated',
    noCyclesOf: 'values and types',
  },
  {
    name: 'mock-server',
    folder: 'mock-server/src',
    readme: 'mock-server/README.md',
    order: 'mock-server > any, product > engine',
    noCyclesOf: 'values',
  },
  {
    name: 'drift',
    folder: 'scripts/drift',
    readme: 'scripts/drift/DESIGN.md',
    order: 'cli > explore > consumers, traffic > compare > description > report > rules',
    noCyclesOf: 'values and types',
  },
]
