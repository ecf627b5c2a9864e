import { enableCompileCache, flushCompileCache } from 'node:module'

// What is compiled once is not compiled again by the next mock of this machine; what is imported before this line would be.
enableCompileCache()
const { runCommand } = await import('#engine/commands/command-line.ts')
const { paket } = await import('#product/paket.ts')

try {
  await runCommand(paket)
  flushCompileCache()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
