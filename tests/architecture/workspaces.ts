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
  { folder: 'web', reaches: ['scripts'], packages: ['@paket/sdk'] },
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

/** Sources in layers. A module is a folder directly in `folder`, or a file beside the folders that the order names. */
export interface LayeredSources {
  /** The module of all other files beside the folders. */
  name: string
  folder: string
  /** The README with the diagram. */
  readme: string
  /**
   * The layers from the top down. A module imports only modules of layers to its right; those of one layer, separated by commas, do not import
   * each other. If the order does not contain `name`, its files may import everything and be imported everywhere.
   */
  order: string
  /** Modules whose folders do not import each other. */
  isolated?: readonly string[]
  /** Imports that may not form a cycle: of values only, or also of types. */
  noCyclesOf: 'values' | 'values and types'
}
export const layeredSources: readonly LayeredSources[] = [
  {
    name: 'web',
    folder: 'web/src',
    readme: 'web/README.md',
    order:
      'web > gallery > app > dev, routes.ts > pages > checkout, layout > cache > services > analytics > features, navigation > flow, session > config, modals > domain, hosts, messages, styles, ui',
    isolated: ['features', 'pages'],
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
