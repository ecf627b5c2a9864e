import { fstatSync, writeSync } from 'node:fs'
import type { Readable } from 'node:stream'

/** The log on standard output: a JSON object per line. */
export interface Log {
  /** Writes whole lines, each with its line feed. */
  lines: (text: string) => void
  /** Writes a line with the time and these fields. */
  entry: (fields: Readonly<Record<string, unknown>>) => void
}

const STDOUT = 1
/** The longest text that waits for a reader of standard output, in UTF-16 units; about 30,000 requests. */
const WAITING_LIMIT = 8 * 1024 * 1024
const LINE_FEED = 10
const linesIn = (text: string) => text.split('\n').length - 1

/** Writes to a pipe, a socket or a terminal without waiting for its reader. Returns how many lines are lost. */
function toStream(text: string): number {
  const { stdout } = process
  if (!stdout.writable || stdout.writableLength > WAITING_LIMIT) return linesIn(text)
  stdout.write(text)
  return 0
}

/** Returns a function that writes to a file, and returns how many lines are lost: all while the disk is full. */
function fileWriter(): typeof toStream {
  let isCut = false
  return (text) => {
    const bytes = Buffer.from(isCut ? `\n${text}` : text)
    let at = 0
    try {
      while (at < bytes.length) at += writeSync(STDOUT, bytes, at)
      isCut = false
      return 0
    } catch {
      if (at > 0) isCut = bytes[at - 1] !== LINE_FEED
      return linesIn(String(bytes.subarray(at)))
    }
  }
}

/**
 * Opens the log. It never waits for its reader, because nginx and the visitors would wait too: while a pipe is not read
 * or a disk is full, lines are lost, and their number is logged afterwards.
 */
export function openLog(): Log {
  const { stdout, stderr } = process
  const kind = fstatSync(STDOUT)
  const isStream = stdout.isTTY || kind.isFIFO() || kind.isSocket()
  const write = isStream ? toStream : fileWriter()
  const line = (fields: object) => `${JSON.stringify({ time: new Date().toISOString(), ...fields })}\n`
  let lost = 0
  const lines = (text: string) => {
    if (lost > 0 && write(line({ level: 'warn', error: 'lines-lost', count: lost })) === 0) lost = 0
    lost += write(text)
  }
  stderr.on('error', () => {})
  if (isStream)
    stdout
      .on('drain', () => lines(''))
      .once('error', ({ code }: NodeJS.ErrnoException) => {
        stderr.write(`paket: standard output cannot be written (${code}): the server goes on without a log\n`)
      })
  return { lines, entry: (fields) => lines(line(fields)) }
}

/** Calls `use` with the text that a stream has sent up to its last line feed. */
export function onWholeLines(stream: Readable, use: (text: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const end = chunk.lastIndexOf('\n') + 1
    if (end > 0) use(rest + chunk.slice(0, end))
    rest = (end > 0 ? '' : rest) + chunk.slice(end)
  })
}
