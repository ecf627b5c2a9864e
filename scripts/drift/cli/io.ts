import type { Readable } from 'node:stream'

/** What a command reaches outside of itself. */
export interface Io {
  stdin: Readable
  stdout: { write(text: string): unknown; isTTY?: boolean }
  stderr: { write(text: string): unknown }
  env: Readonly<Record<string, string | undefined>>
  /** Waits until it is asked to stop. */
  stopped(): Promise<void>
}

/** The streams, the environment and the signals of this process. */
export const processIo: Io = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  stopped: () =>
    new Promise((done) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done())
    }),
}
