#!/usr/bin/env node
import { enableCompileCache, flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

// What is read at the start is garbage soon after: a young generation that grows with it would hold 60 MB for ever.
setFlagsFromString('--semi-space-growth-factor=1')

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
