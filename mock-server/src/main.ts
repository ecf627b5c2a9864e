import { runCommand } from '#engine/command-line.ts'
import { paket } from '#product/paket.ts'

try {
  await runCommand(paket)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
