import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/setup.ts'],
    environment: 'node',
    restoreMocks: true,
    testTimeout: 15_000,
    hookTimeout: 30_000,
    // What hangs after the last test fails the run instead of holding it.
    teardownTimeout: 5_000,
  },
})
