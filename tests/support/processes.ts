import { spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { root } from '../../scripts/processes.ts'

/** Runs Node with arguments; stops it at the end of the test at the latest. */
export function startNode(args: readonly string[], options: SpawnOptions = {}) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exitCode = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exitCode
  })
  return {
    child,
    exitCode,
    output: () => output,
    /** Waits for a text in the output; throws when the process exits first. */
    waitForOutput: async (text: string): Promise<void> => {
      let isOver = false
      void exitCode.then(() => (isOver = true))
      while (!output.includes(text)) {
        if (isOver) throw new Error(`ended without “${text}”:\n${output}`)
        await new Promise((done) => setTimeout(done, 20))
      }
    },
  }
}

/** Whether the process still runs; a zombie does not. */
export function isRunning(id: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(id)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z')
}
