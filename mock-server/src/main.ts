#!/usr/bin/env node
import { enableCompileCache, flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

// What is read at the start is garbage soon after: a heap that grows with it would hold 60 MB for ever. Big functions, as schemas' checks are,
// would take 40 MB of the compiler's memory, which is never given back.
const flags = [
  '--semi-space-growth-factor=1',
  '--heap-growing-percent=25',
  '--max-lazy',
  '--max-optimized-bytecode-size=3000',
  '--max-inlined-bytecode-size-cumulative=150',
]
for (const flag of flags) setFlagsFromString(flag)

// What is compiled once is not compiled again by the next mock of this machine; what is imported before this line would be.
enableCompileCache()
const { runCommand } = await import('#engine/commands/command-line.ts')
const { paket } = await import('#product/paket.ts')

try {
  await runCommand(paket, async (file) => (await import('#any/any.ts')).anyProduct(file))
  flushCompileCache()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
