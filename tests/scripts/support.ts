import { randomUUID } from 'node:crypto'
import { spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'

export const root = resolve(import.meta.dirname, '../..')

/** Makes a folder that is removed at the end of the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'paket-scripts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Returns a folder that exists while the tests of a file run. */
export function temporaryFolderOfFile(): string {
  const folder = join(tmpdir(), `paket-file-${randomUUID()}`)
  beforeAll(() => mkdir(folder))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs Node with arguments; stops it at the end of the test at the latest. */
export function startNode(args: readonly string[], options: SpawnOptions = {}) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    child,
    ended,
    output: () => output,
    /** Waits for a text in the output; throws when the process exits first. */
    says: async (text: string): Promise<void> => {
      let isOver = false
      void ended.then(() => (isOver = true))
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
