import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type Duplex, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import chain from 'stream-chain'
import { pick } from 'stream-json/filters/pick.js'
import { parser } from 'stream-json'
import { streamArray } from 'stream-json/streamers/stream-array.js'
import { CannotCheck, messageOf } from '../report/cannot-check.ts'

/** Where exchanges go as they are read. */
export interface Sink {
  /** A value that may be an exchange: its number in the input counts from 1. */
  value(value: unknown, number: number): void
  /** A line that is no JSON. */
  unreadable(number: number): void
  /** How much of the input is read, in bytes, of how much; null when nobody knows. */
  progress?(bytes: number, total: number | null): void
}
const SNIFFED_BYTES = 65_536
const CHUNK_BYTES = 65_536
const LONGEST_LINE = 64 * 1_048_576

/** Reads a file, or standard input for `-`: HAR or NDJSON, either of them gzipped. Memory does not grow with the input. */
export async function readInput(place: string, stdin: Readable, sink: Sink): Promise<void> {
  const name = place === '-' ? 'standard input' : place
  const { raw, total } = await open(place, name, stdin)
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
  }
  try {
    const first = await peek(raw)
    const isGzip = first.start[0] === 0x1f && first.start[1] === 0x8b
    const plain = isGzip
      ? createGunzip({ chunkSize: CHUNK_BYTES })
      : new Transform({ highWaterMark: CHUNK_BYTES, transform: (chunk, _encoding, done) => done(null, chunk) })
    const flowing = pipeline(first.all, counted, plain)
    flowing.catch(() => {})
    const { start, all } = await peek(plain)
    await (kindOf(start, name) === 'lines'
      ? readLines(all, counting)
      : readArray(all, kindOf(start, name), counting, name))
    await flowing
  } catch (error) {
    throw asCannotCheck(error, name, count)
  }
}
async function open(place: string, name: string, stdin: Readable): Promise<{ raw: Readable; total: number | null }> {
  if (place === '-') return { raw: stdin, total: null }
  const there = await stat(place).catch(() => null)
  if (!there) throw new CannotCheck(`${name} cannot be read: there is no such file`)
  if (there.isDirectory()) throw new CannotCheck(`${name} is a folder: give its files`)
  return { raw: createReadStream(place, { highWaterMark: CHUNK_BYTES }), total: there.isFile() ? there.size : null }
}
function asCannotCheck(error: unknown, name: string, count: number): Error {
  if (error instanceof CannotCheck) return error
  const after = `after ${count} ${count === 1 ? 'exchange' : 'exchanges'}`
  const { code } = error as { code?: string }
  if (code === 'Z_BUF_ERROR') return new CannotCheck(`${name} is a gzip file that is cut off ${after}`)
  if (code?.startsWith('Z_')) return new CannotCheck(`${name} is a damaged gzip file, ${after}: ${messageOf(error)}`)
  if (code?.startsWith('E')) return new CannotCheck(`${name} cannot be read: ${messageOf(error)}`)
  if (/^Parser|stream-json|unexpected|has unconsumed|cannot parse|expected/i.test(messageOf(error)))
    return new CannotCheck(`${name} is JSON that is cut off or broken, ${after}`)
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

type Kind = 'har' | 'array' | 'lines'
function kindOf(start: Buffer, name: string): Kind {
  const text = start
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (text === '') throw new CannotCheck(`${name} is empty`)
  if (start.subarray(0, 4096).includes(0) || !/^[[{]/.test(text))
    throw new CannotCheck(`${name} is neither HAR nor NDJSON: it begins with neither { nor [`)
  if (text.startsWith('[')) return 'array'
  const [line = ''] = text.split('\n', 1)
  if (/^\{\s*"log"\s*:\s*\{/.test(text) || /^\{\s*$/.test(line)) return 'har'
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && 'log' in value ? 'har' : 'lines'
  } catch {
    // One line longer than what was looked at, or an object over several lines.
    return line.length < text.length && /^\s*["}]/.test(text.slice(line.length + 1)) ? 'har' : 'lines'
  }
}

async function readArray(stream: Readable, kind: Kind, sink: Sink, name: string): Promise<void> {
  const stages =
    kind === 'har'
      ? [
          parser({ packKeys: true, packStrings: true, packNumbers: true, streamValues: false }),
          pick({ filter: 'log.entries', once: true }),
          streamArray(),
        ]
      : [parser({ packKeys: true, packStrings: true, packNumbers: true, streamValues: false }), streamArray()]
  let found = 0
  const items = chain(stages as Parameters<typeof chain>[0]) as unknown as Duplex
  await pipeline(stream, items, async (values: AsyncIterable<unknown>) => {
    for await (const { key, value } of values as AsyncIterable<{ key: number; value: unknown }>) {
      found += 1
      sink.value(value, key + 1)
    }
  })
  if (found === 0 && kind === 'har')
    throw new CannotCheck(`${name} is JSON without exchanges: a HAR has them in log.entries`)
}

/** One JSON value a line. */
async function readLines(stream: Readable, sink: Sink): Promise<void> {
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
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      if (text.trim() !== '') sink.unreadable(number)
      return
    }
    sink.value(value, number)
  }
}
