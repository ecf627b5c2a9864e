/* oxlint-disable no-console -- this file watches it */
import { afterEach, beforeEach } from 'vitest'

if ('document' in globalThis) {
  const react: object = await import('react')
  // React's development build records a stack for each element, which takes a tenth of a run. It stops at 10,000 per second.
  const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
  Object.defineProperty(Reflect.get(react, internals), 'recentlyCreatedOwnerStacks', { get: () => 1e4, set() {} })
  const { configure, getConfig } = await import('@testing-library/react')
  const { getElementError } = getConfig()
  configure({
    // Loading a page's chunk can take longer than the library's default of 1 s on a busy machine.
    asyncUtilTimeout: 30_000,
    // Prints the document only when a wait has failed, not at each retry.
    getElementError(message, container) {
      const { _disableExpensiveErrorDiagnostics: isRetrying } = getConfig() as {
        _disableExpensiveErrorDiagnostics?: boolean
      }
      return isRetrying ? new Error(message ?? '') : getElementError(message, container)
    },
  })
}

/**
 * An error or a warning on the console fails the test. A test that expects one calls
 * `vi.spyOn(console, 'error').mockImplementation(() => {})`.
 */
const written: string[] = []
const original = { error: console.error, warn: console.warn }

beforeEach(() => {
  written.length = 0
  for (const level of ['error', 'warn'] as const)
    console[level] = (...parts: unknown[]) => void written.push(`console.${level}: ${parts.map(String).join(' ')}`)
})

afterEach(() => {
  Object.assign(console, original)
  if (written.length > 0) throw new Error(`Not expected, see tests/setup.ts:\n${written.join('\n')}`)
})
