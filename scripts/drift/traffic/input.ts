import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import * as zlib from 'node:zlib'
import { otherKind } from '../report/kind-of-file.ts'
import { CannotCheck, messageOf } from '../report/cannot-check.ts'
import { counted } from '../report/counted.ts'
import { accessLine, isAccessLine } from './access-log.ts'
import { EntryCutter, type Sink } from './har-entries.ts'

const SNIFFED_BYTES = 65_536
const CHUNK_BYTES = 65_536
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const LONGEST_LINE = 64 * 1_048_576

/** One of several parts of a recording; `index` from 1. */
export interface Part {
  index: number
  of: number
}
/** The bytes of a part; a line belongs to the part in which it begins. */
interface Range {
  start: number
  end: number
}

interface ReadOptions {
  range?: Range | undefined
  mayBeEmpty?: boolean
  /** Detected when it is left out. */
  kind?: Kind
  /** For error messages. */
  name?: string
}
const nameOf = (place: string) => (place === '-' ? 'standard input' : place)

/** Chunks; each is valid only until the next is requested. */
type Pieces = AsyncIterable<Buffer>

/**
 * Reads a file, or standard input for `-`: HAR, NDJSON, OTLP JSON or an access log, plain, gzip or zstd. Memory does
 * not grow with the input. Throws `CannotCheck` when it cannot be read.
 */
export async function readInput(
  place: string,
  stdin: Readable,
  sink: Sink,
  { range, mayBeEmpty = false, kind, name = nameOf(place) }: ReadOptions = {},
): Promise<void> {
  const { raw, total } = await open(place, name, stdin, range)
  async function* measured() {
    let bytes = 0
    for await (const piece of raw) {
      bytes += piece.length
      sink.progress?.(bytes, total)
      yield piece
    }
  }
  let count = 0
  const counting: Sink = {
    value: (value, number) => {
      count = number
      sink.value(value, number)
    },
    unreadable: (number) => sink.unreadable(number),
    isWanted: sink.isWanted,
  }
  try {
    const packed = await peek(measured())
    const unpack = unpacking(packed.start, name)
    const plain = await peek(unpack ? unpacked(packed.all, unpack) : packed.all)
    // A part may contain no start of a line.
    if ((range || mayBeEmpty) && plain.start.length === 0) return
    const other = kind && plain.start.length > 0 ? otherKind(plain.start.toString('utf8'), 'drift merge') : null
    if (other !== null && other !== undefined) throw new CannotCheck(`${name} is no part of a report: ${other}`)
    const read = kind ?? kindOf(plain.start, name)
    await (read === 'list' ? readList(plain.all, counting, name, () => count) : readLines(plain.all, counting, read))
  } catch (error) {
    throw readError(error, name, count)
  } finally {
    await raw.return(undefined)
  }
}
/** Returns the decompressor, by the first bytes; null when there is no compression. */
function unpacking(start: Buffer, name: string): Transform | null {
  if (isGzip(start)) return zlib.createGunzip({ chunkSize: CHUNK_BYTES })
  if (!isZstd(start)) return null
  // Node 20 has no zstd.
  const create = zlib.createZstdDecompress as typeof zlib.createZstdDecompress | undefined
  if (!create)
    throw new CannotCheck(
      `${name} is zstd, which Node ${process.versions.node} cannot read: zstd -dc ${name} | paket-drift traffic -`,
    )
  return create({ chunkSize: CHUNK_BYTES })
}
const isGzip = (start: Buffer) => start[0] === 0x1f && start[1] === 0x8b
const isZstd = (start: Buffer) => start.subarray(0, 4).equals(ZSTD)
async function* unpacked(pieces: Pieces, unpack: Transform) {
  async function* copied() {
    for await (const piece of pieces) yield Buffer.from(piece)
  }
  const done = pipeline(copied(), unpack)
  done.catch(() => {})
  yield* unpack as Pieces
  await done
}
async function open(
  place: string,
  name: string,
  stdin: Readable,
  range?: Range,
): Promise<{ raw: AsyncGenerator<Buffer, void>; total: number | null }> {
  if (place === '-') return { raw: flowing(stdin), total: null }
  const there = await stat(place).catch(() => null)
  if (!there) throw new CannotCheck(`${name} cannot be read: there is no such file`)
  if (there.isDirectory()) throw new CannotCheck(`${name} is a folder: give its files`)
  if (!there.isFile()) return { raw: flowing(createReadStream(place, { highWaterMark: CHUNK_BYTES })), total: null }
  return { raw: range ? linesIn(place, range) : piecesOf(place), total: there.size }
}
async function* flowing(stream: Readable) {
  yield* stream as Pieces
}
/** Reads a file synchronously: the thread pool costs more than the reading. */
async function* piecesOf(place: string, start = 0) {
  const file = openSync(place, 'r')
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  try {
    for (let position = start; ;) {
      const bytes = readSync(file, buffer, 0, CHUNK_BYTES, position)
      if (bytes === 0) return
      position += bytes
      yield buffer.subarray(0, bytes)
      // Lets other tasks run.
      await setImmediate()
    }
  } finally {
    closeSync(file)
  }
}
/** Yields the whole lines of a part of a file, without the line that began in the part before. */
async function* linesIn(place: string, { start, end }: Range) {
  let position = Math.max(0, start - 1)
  let isInside = start === 0
  for await (const given of piecesOf(place, position)) {
    let piece = given
    if (!isInside) {
      const line = piece.indexOf(10)
      position += line === -1 ? piece.length : line + 1
      if (line === -1) continue
      if (position >= end) return
      isInside = true
      piece = piece.subarray(line + 1)
    }
    // The last line is read to its end, beyond the range.
    const border = end - position
    const last = piece.length >= border ? piece.indexOf(10, Math.max(0, border - 1)) : -1
    if (last !== -1) {
      yield piece.subarray(0, last + 1)
      return
    }
    yield piece
    position += piece.length
  }
}
/** Returns the bytes of a part; null when a file cannot be divided (compressed, a HAR, or not a regular file). */
export async function rangeOf(place: string, { index, of }: Part): Promise<Range | null> {
  if (place === '-') throw new CannotCheck('Standard input has no parts: give files, or divide the lines before')
  const { raw, total } = await open(place, place, process.stdin)
  // A pipe cannot be read from the middle, nor twice.
  if (total === null) return null
  const { start } = await peek(raw)
  await raw.return(undefined)
  if (isGzip(start) || isZstd(start) || kindOf(start, place) === 'list') return null
  return { start: Math.floor((total * (index - 1)) / of), end: Math.floor((total * index) / of) }
}
function readError(error: unknown, name: string, count: number): Error {
  if (error instanceof CannotCheck) return error
  const after = `after ${counted(count, 'exchange')}`
  const { code } = error as { code?: string }
  if (code === 'Z_BUF_ERROR') return new CannotCheck(`${name} is a gzip or zstd file that is cut off ${after}`)
  if (code?.startsWith('ZSTD_')) return new CannotCheck(`${name} is a damaged or cut zstd file, ${after}`)
  if (code?.startsWith('Z_')) return new CannotCheck(`${name} is a damaged gzip file, ${after}: ${messageOf(error)}`)
  if (code !== undefined && /^E[A-Z0-9]+$/.test(code))
    return new CannotCheck(`${name} cannot be read: ${messageOf(error)}`)
  return error as Error
}

/** Returns the first bytes, and all chunks. */
async function peek(pieces: Pieces): Promise<{ start: Buffer; all: Pieces }> {
  const iterator = pieces[Symbol.asyncIterator]()
  const some: Buffer[] = []
  let size = 0
  let isDone = false
  while (size < SNIFFED_BYTES && !isDone) {
    const next = await iterator.next()
    if (next.done) isDone = true
    else {
      some.push(Buffer.from(next.value))
      size += next.value.length
    }
  }
  const start = Buffer.concat(some)
  async function* whole() {
    yield start
    if (!isDone) yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { start, all: whole() }
}

/** Windows PowerShell writes UTF-16. */
const isUtf16 = ([first, second]: Buffer) => (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

type Kind = 'list' | 'lines' | 'access'
function kindOf(start: Buffer, name: string): Kind {
  const text = start
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (text === '') throw new CannotCheck(`${name} is empty`)
  const other = otherKind(text, 'drift traffic')
  if (other !== null) throw new CannotCheck(`${name} holds no exchanges: ${other}`)
  const [line = ''] = text.split('\n', 1)
  if (isAccessLine(line)) return 'access'
  if (isUtf16(start))
    throw new CannotCheck(`${name} is UTF-16: iconv -f UTF-16 -t UTF-8 ${name} | paket-drift traffic -`)
  if (start.subarray(0, 4096).includes(0) || !/^[[{]/.test(text))
    throw new CannotCheck(
      `${name} is neither HAR nor NDJSON nor an access log: it begins with neither { nor [, and has no "GET /… HTTP/1.1" 200`,
    )
  if (text.startsWith('[')) return 'list'
  if (/^\{[^{}[\]]*"log"\s*:\s*\{/.test(text) || /^\{\s*$/.test(line)) return 'list'
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && 'log' in value ? 'list' : 'lines'
  } catch {
    // A line longer than the bytes looked at, or an object over several lines.
    return line.length < text.length && /^\s*["}]/.test(text.slice(line.length + 1)) ? 'list' : 'lines'
  }
}

/** Reads a HAR, or a list of entries. */
async function readList(pieces: Pieces, sink: Sink, name: string, read: () => number): Promise<void> {
  const cutter = new EntryCutter(sink, LONGEST_LINE)
  for await (const piece of pieces) cutter.add(piece)
  if (!cutter.isWhole)
    throw new CannotCheck(`${name} is JSON that is cut off or broken, after ${counted(read(), 'exchange')}`)
  if (!cutter.found || read() === 0)
    throw new CannotCheck(`${name} is JSON without exchanges: a HAR has them in log.entries`)
}

/** Reads one JSON value, or one access log line, per line. */
async function readLines(pieces: Pieces, sink: Sink, kind: Kind): Promise<void> {
  const read =
    kind === 'access'
      ? accessLine
      : (text: string): unknown => JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  let number = 0
  let rest: Buffer[] = []
  let restBytes = 0
  let skipping = false
  for await (const piece of pieces) {
    let start = 0
    for (let end = piece.indexOf(10); end !== -1; end = piece.indexOf(10, start)) {
      // Decoded line by line: a line of ASCII becomes a one-byte string, whatever the other lines contain.
      if (restBytes > 0) line(Buffer.concat([...rest, piece.subarray(start, end)]).toString('utf8'))
      else if (end > start) line(piece.toString('utf8', start, end))
      else number += 1
      rest = []
      restBytes = 0
      start = end + 1
    }
    keep(piece.subarray(start))
  }
  if (restBytes > 0) line(Buffer.concat(rest).toString('utf8'))

  function keep(part: Buffer): void {
    if (part.length === 0) return
    restBytes += part.length
    if (restBytes > LONGEST_LINE) {
      // A line that is too long is counted, not stored.
      if (!skipping) sink.unreadable(number + 1)
      skipping = true
      rest = []
      return
    }
    rest.push(Buffer.from(part))
  }
  function line(text: string): void {
    number += 1
    if (skipping) {
      skipping = false
      return
    }
    if (sink.isWanted?.(number) === false) return
    let value: unknown
    try {
      value = read(text)
    } catch {
      if (text.trim() !== '') sink.unreadable(number)
      return
    }
    if (value === null && kind === 'access') {
      if (text.trim() !== '') sink.unreadable(number)
    } else sink.value(value, number)
  }
}
