import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Tests start hundreds of Node processes, which share the compiled code of their modules.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

/** Tests with a document, or with state that lives as long as a page: each file gets its own modules. */
const ofPages = [
  ...globSync('tests/**/*.test.{ts,tsx}', { cwd: import.meta.dirname }).filter((file) =>
    readFileSync(new URL(file, import.meta.url), 'utf8').startsWith('// @vitest-environment'),
  ),
  'tests/model/**/*.test.ts',
]

/** Tests of what depends on today's date. They run a second time with a clock that is years ahead. */
const dateBound = [
  'tests/mock-server/{clocks,example-dates,renewal,state-over-time}.test.ts',
  'tests/web/domain/**/*.test.ts',
]
const yearsAhead = join(import.meta.dirname, 'tests/support/years-ahead.mjs')

/** Files that take longest, but are small. A fresh clone has no recorded durations, so Vitest would start them last, by size. */
const longest = ['tests/walk/every-failure.test.tsx', 'tests/web/layout/sections.test.tsx']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((file) => moduleId.endsWith(file))
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's method, not the array's
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    setupFiles: ['tests/setup.ts'],
    environment: 'node',
    restoreMocks: true,
    // Tests wait as often as they compute: with one worker per core the machine is idle for a third of the time.
    maxWorkers: availableParallelism() + 2,
    // Generous, because the browser tests of `npm test` run beside them, and no test is tried again. They do not measure speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { sequencer: LongestFirst },
    // A handle that stays open after the last test fails the run instead of blocking it.
    teardownTimeout: 5_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'pages',
          include: ofPages,
          // A context per file costs a tenth of a process per file.
          pool: 'vmForks',
          // Two pools at once would stop and restart each other's workers.
          sequence: { groupOrder: 1 },
          environmentOptions: {
            happyDOM: {
              settings: {
                disableComputedStyleRendering: true,
                // Documents load no scripts; a test dispatches the event itself when one must fail.
                handleDisabledFileLoadingAsSuccess: true,
                // A link that opens a new tab would look up its host.
                navigation: { disableChildPageNavigation: true },
              },
            },
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'tools',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...ofPages, '**/node_modules/**'],
          // The files of a worker share modules: Prism, the provider and the linter are loaded once per worker, not once per file.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'years-ahead',
          include: dateBound,
          isolate: false,
          // A pool of its own, after the others: its processes have another clock.
          sequence: { groupOrder: 2 },
          execArgv: ['--import', yearsAhead],
          // For the processes that tests start.
          env: { NODE_OPTIONS: `--import ${yearsAhead}` },
        },
      },
    ],
  },
})
