import { join } from 'node:path'
import { launch, nodeCommand, onStop, root, stopAll, type Running } from './processes.ts'
import { watchFolders } from './watch.ts'

// Part of `npm run dev`: the mock, restarted when its sources or the contract change. If it fails, waits for the next
// change.
const command = nodeCommand('mock', 'mock-server/src/main.ts', process.argv.slice(2))
const watched = ['mock-server/src', 'mock-server/panel', 'openapi']
let mock: Running | undefined
let isLeaving = false

async function run(): Promise<void> {
  const started = launch({ ...command, onLine: (line) => console.log(line) })
  mock = started
  const { why } = await started.ended
  if (mock === started && !isLeaving) console.log(`The mock exited (${why}); it restarts after the next change.`)
}

const close = watchFolders(
  watched.map((path) => join(root, path)),
  async () => {
    const old = mock
    mock = undefined
    await old?.stop()
    if (!isLeaving) void run()
  },
)
onStop(() => {
  isLeaving = true
  close()
  void stopAll().then(() => process.exit(0))
})
await run()
