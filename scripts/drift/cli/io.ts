import type { Readable } from 'node:stream'

/** The streams, the environment and the signals of a command. */
export interface Io {
  stdin: Readable
  stdout: { write(text: string): unknown; isTTY?: boolean }
  stderr: { write(text: string): unknown }
  env: Readonly<Record<string, string | undefined>>
  /** Resolves when the process is asked to stop. */
  stopped(): Promise<void>
}

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
