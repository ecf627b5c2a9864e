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

/** Writes whole lines; returns how many of them are lost. */
type Write = (text: string) => number

/** Writes to a pipe, a socket or a terminal without waiting for its reader; calls `onDrain` when the reader is back. */
function writeToStream(onDrain: () => void): Write {
  const { stdout, stderr } = process
  let isOpen = true
  stdout.on('drain', onDrain).on('error', ({ code }: NodeJS.ErrnoException) => {
    if (isOpen) stderr.write(`paket: standard output cannot be written (${code}): the server goes on without a log\n`)
    isOpen = false
  })
  return (text) => {
    if (!isOpen || stdout.writableLength > WAITING_LIMIT) return linesIn(text)
    stdout.write(text)
    return 0
  }
}

/** Writes to a file, which may have space again after the disk was full. */
function writeToFile(): Write {
  let isCut = false
  return (text) => {
    const start = isCut ? '\n' : ''
    const bytes = Buffer.from(start + text)
    let at = 0
    try {
      while (at < bytes.length) at += writeSync(STDOUT, bytes, at)
      isCut = false
      return 0
    } catch {
      if (at > 0) isCut = bytes[at - 1] !== LINE_FEED
      return linesIn(String(bytes.subarray(Math.max(at, start.length))))
    }
  }
}

/**
 * Opens the log. It never waits for its reader, because nginx and the visitors would wait too: while a pipe is not read
 * or a disk is full, lines are lost, and their number is logged afterwards.
 */
export function openLog(): Log {
  const kind = fstatSync(STDOUT)
  const isStream = process.stdout.isTTY || kind.isFIFO() || kind.isSocket()
  const line = (fields: object) => `${JSON.stringify({ time: new Date().toISOString(), ...fields })}\n`
  let lost = 0
  const lines = (text: string) => {
    if (lost > 0 && write(line({ level: 'warn', error: 'lines-lost', count: lost })) === 0) lost = 0
    lost += write(text)
  }
  const write = isStream ? writeToStream(() => lines('')) : writeToFile()
  // Messages that cannot be written do not end the server either.
  process.stderr.on('error', () => {})
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
