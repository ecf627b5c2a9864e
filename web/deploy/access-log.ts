import { execFile } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { promisify } from 'node:util'
import { type Log, onWholeLines } from './log.ts'
import { ServingError } from './serving.ts'

const END_MS = 1000

/** The named pipe of nginx's access log. */
export interface AccessLog {
  /** Its descriptor, to read and to write. A process that inherits it does not wait for a reader when it opens the pipe. */
  fd: number
  /** Copies the rest to the log, and closes the pipe. */
  close: () => Promise<void>
}

/**
 * Makes a named pipe for nginx's access log, and copies its lines to the log. nginx opens its log by name at each reload,
 * which it cannot do with every standard output: that can be a socket, or a file of another user.
 */
export async function openAccessLog(file: string, log: Log): Promise<AccessLog> {
  await promisify(execFile)('mkfifo', ['-m', '600', file]).catch((error: Error) => {
    throw new ServingError(`mkfifo failed for the access log: ${error.message.split('\n')[0]}`)
  })
  const pipe = new Socket({ fd: openSync(file, constants.O_RDONLY | constants.O_NONBLOCK), writable: false })
  // The pipe ends when no process can write to it any more: this one can until it is closed.
  const fd = openSync(file, constants.O_RDWR)
  onWholeLines(pipe, log.lines)
  const close = () =>
    new Promise<void>((done) => {
      pipe.once('close', () => done())
      setTimeout(() => pipe.destroy(), END_MS).unref()
      closeSync(fd)
    })
  return { fd, close }
}
