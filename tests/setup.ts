/* oxlint-disable no-console -- this file watches it */
import { afterEach, beforeEach } from 'vitest'

if ('document' in globalThis) {
  const { configure, getConfig } = await import('@testing-library/react')
  const { getElementError } = getConfig()
  configure({
    // A page comes as a chunk of its own, which a busy machine takes longer than the library's second to bring.
    asyncUtilTimeout: 12_000,
    // The document is printed once, when a wait has ended, not at each of its tries.
    getElementError(message, container) {
      const { _disableExpensiveErrorDiagnostics: isRetrying } = getConfig() as {
        _disableExpensiveErrorDiagnostics?: boolean
      }
      return isRetrying ? new Error(message ?? '') : getElementError(message, container)
    },
  })
}

/**
 * What is written to the console as an error or a warning fails the test. A test that expects it says so:
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
