import { execFile } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { promisify } from 'node:util'
import { type Log, onWholeLines } from './log.ts'
import { ServingError } from './serving.ts'

const END_MS = 1000

/**
 * Makes a named pipe for nginx's access log, and copies its lines to the log. nginx opens its log by name at each reload,
 * which it cannot do with every standard output: that can be a socket, or a file of another user.
 * Returns a function that copies the rest and closes the pipe.
 */
export async function openAccessLog(file: string, log: Log): Promise<() => Promise<void>> {
  await promisify(execFile)('mkfifo', ['-m', '600', file]).catch((error: Error) => {
    throw new ServingError(`mkfifo failed for the access log: ${error.message.split('\n')[0]}`)
  })
  const pipe = new Socket({ fd: openSync(file, constants.O_RDONLY | constants.O_NONBLOCK), writable: false })
  // A pipe ends when no process can write to it any more: this process can until nginx has ended.
  const own = openSync(file, constants.O_WRONLY)
  onWholeLines(pipe, log.lines)
  return () =>
    new Promise((done) => {
      pipe.once('close', () => done())
      setTimeout(() => pipe.destroy(), END_MS).unref()
      closeSync(own)
    })
}
