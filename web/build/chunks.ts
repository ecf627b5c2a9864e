import { join } from 'node:path'
import type { Rollup } from 'vite'

const sources = join(import.meta.dirname, '../src')

/** Modules of the SDK that only the account needs. Everything else reaches them through the SDK's index. */
const accountOnly = /\/sdk\/src\/(bind-card|cms|dates|pay-by-points|poll-order|views)\.ts$/

/**
 * Returns a chunk with the given entries and all that they import statically: one file, where every small module would
 * be a request of its own on the way to every page.
 */
function chunkOf(name: string, entries: readonly string[]) {
  const modules = new Set<string>()
  return (id: string, graph: { getModuleInfo: (id: string) => Rollup.ModuleInfo | null }): string | null => {
    const follow = (module: string): void => {
      if (modules.has(module) || (name !== 'account' && accountOnly.test(module))) return
      modules.add(module)
      graph.getModuleInfo(module)?.importedIds.forEach(follow)
    }
    if (modules.size === 0) for (const entry of entries) follow(join(sources, entry))
    return modules.has(id) ? name : null
  }
}

/** Modules of ours that the identity provider's client, a chunk of its own, imports. */
const sharedWithIdentity = ['domain/uuid.ts']
/** Small modules that pages and modals share. */
const sharedByPages = [
  'layout/read-state.tsx',
  'features/purchase/choose/renewal-disclaimer.tsx',
  'features/purchase/choose/renewal-steps.ts',
  'features/autopay/feedback.ts',
  'features/family/family-benefits.tsx',
  'domain/card-system.ts',
  'domain/offers.ts',
  'features/loyalty/card-help.ts',
  'features/offers/tag-icons.tsx',
  'ui/countdown.tsx',
]
/** The first script with all that it imports, and the bundler's helpers, which all other chunks need too. */
const bootAndHelpers =
  /\/src\/(boot|start-failure|config\/release|session\/(renew-files|browser-store))\.ts$|preload-helper|rolldown[/\\:]runtime|modulepreload-polyfill/

/** Rolldown's `codeSplitting.groups`. A module that belongs to several groups goes to the one with the highest priority. */
export const chunkGroups = [
  { name: 'boot', test: bootAndHelpers, priority: 4 },
  { name: chunkOf('opening', ['app/opening.ts', ...sharedWithIdentity]), debugName: 'opening', priority: 3 },
  { name: chunkOf('start', ['main.tsx']), debugName: 'start', priority: 2 },
  { name: chunkOf('account', ['app/account-routes.tsx', ...sharedByPages]), debugName: 'account', priority: 1 },
  // Pages that lead to each other.
  { name: 'subscription-pages', test: /\/src\/pages\/(manage|oplata|payment-history|payment-methods)\// },
  { name: 'benefit-pages', test: /\/src\/pages\/(loyalty-cards|offers|options|score)\// },
  { name: 'entry-pages', test: /\/src\/(app\/entry-routes\.tsx|pages\/(activation|not-found|partner|sale)\/)/ },
]
