import { processIo } from '#drift/cli/io.ts'
import { main } from '#drift/cli/main.ts'

// Runs the commands that the parent process sends, and answers with the exit code of each.
const discard = { write: () => true }
process.on('message', (args: string[]) => {
  void main(args, { ...processIo, stdout: discard, stderr: discard }).then((code) => process.send?.({ code }))
})
process.on('disconnect', () => process.exit())
