import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// What Node has compiled for one process, the next one reads: tests start hundreds.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

/** Tests of what has a document, or a state for as long as a page lives: each file has modules of its own. */
const ofPages = [
  ...globSync('tests/**/*.test.{ts,tsx}', { cwd: import.meta.dirname }).filter((file) =>
    readFileSync(new URL(file, import.meta.url), 'utf8').startsWith('// @vitest-environment'),
  ),
  'tests/model/**/*.test.ts',
]

export default defineConfig({
  test: {
    setupFiles: ['tests/setup.ts'],
    environment: 'node',
    restoreMocks: true,
    // Tests wait as often as they compute: with a worker for each core the machine is idle for a third of the time.
    maxWorkers: availableParallelism() + 2,
    testTimeout: 15_000,
    hookTimeout: 30_000,
    // What hangs after the last test fails the run instead of holding it.
    teardownTimeout: 5_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'pages',
          include: ofPages,
          // A context of its own for each file costs a tenth of a process of its own.
          pool: 'vmForks',
          // Workers of two pools at once would be ended and started anew for each other.
          sequence: { groupOrder: 1 },
          environmentOptions: {
            // No document fetches a script; a test says by an event of its own that one has failed.
            happyDOM: { settings: { disableComputedStyleRendering: true, handleDisabledFileLoadingAsSuccess: true } },
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'tools',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...ofPages, '**/node_modules/**'],
          // The files of a worker share what they import: Prism, the provider, the linter are loaded once and not with each file.
          isolate: false,
        },
      },
    ],
  },
})
