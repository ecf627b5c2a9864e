import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/setup.ts'],
    environment: 'node',
    restoreMocks: true,
    // Left to itself Vitest keeps a core free: on two cores half of the machine is idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 15_000,
    hookTimeout: 30_000,
    // What hangs after the last test fails the run instead of holding it.
    teardownTimeout: 5_000,
  },
})
