import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as zlib from 'node:zlib'
import { CannotCheck, messageOf } from '../report/cannot-check.ts'
import { accessLine, isAccessLine } from './access-log.ts'
import { EntryCutter, type Sink } from './har-entries.ts'

const SNIFFED_BYTES = 65_536
const CHUNK_BYTES = 65_536
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const LONGEST_LINE = 64 * 1_048_576

/** One of several parts of a recording, from 1. */
export interface Part {
  index: number
  of: number
}
/** Which bytes of a file are a part of it: a line belongs to the part in which it begins. */
interface Range {
  start: number
  end: number
}

interface ReadOptions {
  range?: Range | undefined
  mayBeEmpty?: boolean
  /** What it is known to be; looked for when it is left out. */
  kind?: Kind
  /** For errors. */
  name?: string
}
const nameOf = (place: string) => (place === '-' ? 'standard input' : place)

/** Reads a file, or standard input for `-`: HAR, NDJSON or an access log, plain, gzip or zstd. Memory does not grow with the input. */
export async function readInput(
  place: string,
  stdin: Readable,
  sink: Sink,
  { range, mayBeEmpty = false, kind, name = nameOf(place) }: ReadOptions = {},
): Promise<void> {
  const { raw, total } = await open(place, name, stdin, range)
  let bytes = 0
  const counted = new Transform({
    highWaterMark: CHUNK_BYTES,
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      sink.progress?.(bytes, total)
      done(null, chunk)
    },
  })
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
    const first = await peek(raw)
    const plain = unpacking(first.start, name)
    const flowing = pipeline(first.all, counted, plain)
    flowing.catch(() => {})
    const { start, all } = await peek(plain)
    // A part may have no line of its own.
    if ((range || mayBeEmpty) && start.length === 0) return await flowing
    const read = kind ?? kindOf(start, name)
    await (read === 'list' ? readList(all, counting, name) : readLines(all, counting, read))
    await flowing
  } catch (error) {
    throw asCannotCheck(error, name, count)
  }
}
/** What takes a recording out of its packing, by its first bytes. */
function unpacking(start: Buffer, name: string): Transform {
  if (start[0] === 0x1f && start[1] === 0x8b) return zlib.createGunzip({ chunkSize: CHUNK_BYTES })
  if (start.subarray(0, 4).equals(ZSTD)) {
    // Node 20 has none.
    const create = zlib.createZstdDecompress as typeof zlib.createZstdDecompress | undefined
    if (!create)
      throw new CannotCheck(
        `${name} is zstd, which Node ${process.versions.node} cannot read: zstd -dc ${name} | paket-drift traffic -`,
      )
    return create({ chunkSize: CHUNK_BYTES })
  }
  return new Transform({ highWaterMark: CHUNK_BYTES, transform: (chunk, _encoding, done) => done(null, chunk) })
}
async function open(
  place: string,
  name: string,
  stdin: Readable,
  range?: Range,
): Promise<{ raw: Readable; total: number | null }> {
  if (place === '-') return { raw: stdin, total: null }
  const there = await stat(place).catch(() => null)
  if (!there) throw new CannotCheck(`${name} cannot be read: there is no such file`)
  if (there.isDirectory()) throw new CannotCheck(`${name} is a folder: give its files`)
  const raw = range ? linesIn(place, range) : createReadStream(place, { highWaterMark: CHUNK_BYTES })
  return { raw, total: there.isFile() ? there.size : null }
}
/** Whole lines of a part of a file: it begins after the line that the part before it ends with. */
function linesIn(place: string, { start, end }: Range): Readable {
  async function* lines() {
    let position = Math.max(0, start - 1)
    let isInside = start === 0
    for await (const given of createReadStream(place, {
      start: position,
      highWaterMark: CHUNK_BYTES,
    }) as AsyncIterable<Buffer>) {
      let chunk = given
      if (!isInside) {
        const line = chunk.indexOf(10)
        position += line === -1 ? chunk.length : line + 1
        if (line === -1) continue
        if (position >= end) return
        isInside = true
        chunk = chunk.subarray(line + 1)
      }
      // The line that begins before the border is read to its end.
      const border = end - position
      const last = chunk.length >= border ? chunk.indexOf(10, Math.max(0, border - 1)) : -1
      if (last !== -1) {
        yield chunk.subarray(0, last + 1)
        return
      }
      yield chunk
      position += chunk.length
    }
  }
  return Readable.from(lines(), { objectMode: false, highWaterMark: CHUNK_BYTES })
}
/** What a part of a file is to be read as; null when it cannot be divided (packed, or a HAR) and is read as a whole. */
export async function rangeOf(place: string, { index, of }: Part): Promise<Range | null> {
  if (place === '-') throw new CannotCheck('Standard input has no parts: give files, or divide the lines before')
  const { raw, total } = await open(place, place, Readable.from([]))
  const { start } = await peek(raw)
  raw.destroy()
  const isPacked = (start[0] === 0x1f && start[1] === 0x8b) || start.subarray(0, 4).equals(ZSTD)
  if (isPacked || total === null || kindOf(start, place) === 'list') return null
  return { start: Math.floor((total * (index - 1)) / of), end: Math.floor((total * index) / of) }
}
function asCannotCheck(error: unknown, name: string, count: number): Error {
  if (error instanceof CannotCheck) return error
  const after = `after ${count} ${count === 1 ? 'exchange' : 'exchanges'}`
  const { code } = error as { code?: string }
  if (code === 'Z_BUF_ERROR') return new CannotCheck(`${name} is a gzip or zstd file that is cut off ${after}`)
  if (code?.startsWith('ZSTD_')) return new CannotCheck(`${name} is a damaged or cut zstd file, ${after}`)
  if (code?.startsWith('Z_')) return new CannotCheck(`${name} is a damaged gzip file, ${after}: ${messageOf(error)}`)
  if (code !== undefined && /^E[A-Z0-9]+$/.test(code))
    return new CannotCheck(`${name} cannot be read: ${messageOf(error)}`)
  return error as Error
}

/** The first bytes of a stream, and the whole of it. */
async function peek(stream: Readable): Promise<{ start: Buffer; all: Readable }> {
  const chunks: Buffer[] = []
  const iterator = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let size = 0
  let isOver = false
  while (size < SNIFFED_BYTES && !isOver) {
    const next = await iterator.next()
    if (next.done) isOver = true
    else {
      chunks.push(next.value)
      size += next.value.length
    }
  }
  async function* whole() {
    yield* chunks.splice(0)
    if (!isOver) yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return {
    start: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks),
    all: Readable.from(whole(), { objectMode: false, highWaterMark: CHUNK_BYTES }),
  }
}

/** Such as Windows PowerShell writes. */
const isUtf16 = ([first, second]: Buffer) => (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

type Kind = 'list' | 'lines' | 'access'
function kindOf(start: Buffer, name: string): Kind {
  const text = start
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (text === '') throw new CannotCheck(`${name} is empty`)
  const [line = ''] = text.split('\n', 1)
  if (isAccessLine(line)) return 'access'
  if (isUtf16(start))
    throw new CannotCheck(`${name} is UTF-16: iconv -f UTF-16 -t UTF-8 ${name} | paket-drift traffic -`)
  if (start.subarray(0, 4096).includes(0) || !/^[[{]/.test(text))
    throw new CannotCheck(
      `${name} is neither HAR nor NDJSON nor an access log: it begins with neither { nor [, and has no "GET /… HTTP/1.1" 200`,
    )
  if (text.startsWith('[')) return 'list'
  if (/^\{\s*"log"\s*:\s*\{/.test(text) || /^\{\s*$/.test(line)) return 'list'
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && 'log' in value ? 'list' : 'lines'
  } catch {
    // One line longer than what was looked at, or an object over several lines.
    return line.length < text.length && /^\s*["}]/.test(text.slice(line.length + 1)) ? 'list' : 'lines'
  }
}

/** A HAR, or a list of entries. */
async function readList(stream: Readable, sink: Sink, name: string): Promise<void> {
  let count = 0
  const cutter = new EntryCutter(
    { ...sink, value: (value, number) => sink.value(value, (count = number)) },
    LONGEST_LINE,
  )
  for await (const chunk of stream as AsyncIterable<Buffer>) cutter.add(chunk)
  if (!cutter.isWhole)
    throw new CannotCheck(
      `${name} is JSON that is cut off or broken, after ${count} ${count === 1 ? 'exchange' : 'exchanges'}`,
    )
  if (!cutter.found || count === 0)
    throw new CannotCheck(`${name} is JSON without exchanges: a HAR has them in log.entries`)
}

/** One JSON value a line, or a line of an access log. */
async function readLines(stream: Readable, sink: Sink, kind: Kind): Promise<void> {
  const read =
    kind === 'access'
      ? accessLine
      : (text: string): unknown => JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  let number = 0
  let rest: Buffer[] = []
  let restBytes = 0
  let skipping = false
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const last = chunk.lastIndexOf(10)
    if (last === -1) {
      keep(chunk)
      continue
    }
    const head = rest.length > 0 ? Buffer.concat([...rest, chunk.subarray(0, last)]) : chunk.subarray(0, last)
    rest = []
    restBytes = 0
    lines(head.toString('utf8'))
    keep(chunk.subarray(last + 1))
  }
  if (restBytes > 0) lines(Buffer.concat(rest).toString('utf8'))

  function keep(chunk: Buffer): void {
    if (chunk.length === 0) return
    restBytes += chunk.length
    if (restBytes > LONGEST_LINE) {
      // What has no line end for so long is no exchange: it is counted and let go.
      if (!skipping) sink.unreadable(number + 1)
      skipping = true
      rest = []
      return
    }
    rest.push(chunk)
  }
  function lines(text: string): void {
    let start = 0
    while (start <= text.length) {
      let end = text.indexOf('\n', start)
      if (end === -1) end = text.length
      if (end > start) line(text.slice(start, end))
      else number += 1
      start = end + 1
    }
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
