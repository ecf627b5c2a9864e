#!/usr/bin/env node
// No named imports of Node’s: an older Node would end at one that it does not have.
import module from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { nodeProblem } from './node-version.ts'

if (nodeProblem !== null) {
  console.error(nodeProblem)
  process.exit(1)
}

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
module.enableCompileCache()
const { runCommand } = await import('#engine/commands/command-line.ts')
const { paket } = await import('#product/paket.ts')

try {
  await runCommand(paket, async (...given) => (await import('#any/any.ts')).anyProduct(...given))
  module.flushCompileCache()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
