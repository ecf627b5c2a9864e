#!/usr/bin/env node
import { enableCompileCache, flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

// Limits the heap: most of what is read at the start is garbage soon after, and a heap that grows with it keeps 60 MB
// for good. Optimizing large functions, such as compiled schema validators, would take another 40 MB that the compiler
// never frees.
const flags = [
  '--semi-space-growth-factor=1',
  '--heap-growing-percent=25',
  '--max-lazy',
  '--max-optimized-bytecode-size=3000',
  '--max-inlined-bytecode-size-cumulative=150',
]
for (const flag of flags) setFlagsFromString(flag)

// Lets the next mock on this machine reuse the compiled code. Modules imported before this line would not be cached.
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
