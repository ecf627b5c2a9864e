import type { Readable } from 'node:stream'
import { type Part, rangeOf, readInput } from './input.ts'
import type { Traffic } from './traffic.ts'

interface Streams {
  stdin: Readable
  stderr: { write(text: string): unknown }
}
const PROGRESS_MS = 5000

export interface ReadingOptions {
  /** Only this part of the files. */
  part?: Part | undefined
  /** From 0 to 1: which part of the exchanges is looked at. */
  sample?: number
  /** An input without a byte is none that is broken: engines have parts without lines. */
  mayBeEmpty?: boolean
}

/** Reads files one after another, with word of how far it is when that takes long. */
export async function readAll(
  traffic: Traffic,
  places: readonly string[],
  streams: Streams = process,
  { part, sample = 1, mayBeEmpty = false }: ReadingOptions = {},
): Promise<void> {
  let last = performance.now()
  for (const [index, place] of places.entries()) {
    const range = part && (await rangeOf(place, part))
    // What cannot be divided is read as a whole by one of the parts.
    if (part && !range && index % part.of !== part.index - 1) continue
    const source = place === '-' ? 'stdin' : place.replace(/^.*[/\\]/, '')
    const sink = {
      isWanted: sample < 1 ? (number: number) => isSampled(number, sample) : undefined,
      value: (value: unknown, number: number) => traffic.add(value, source, number),
      unreadable: (number: number) => traffic.unreadable(`${source}, line ${number}`),
      progress: (bytes: number, total: number | null) => {
        if (performance.now() - last < PROGRESS_MS) return
        last = performance.now()
        const done = total === null ? `${Math.round(bytes / 1e6)} MB` : `${Math.floor((bytes / total) * 100)} %`
        streams.stderr.write(`${source}: ${traffic.read} exchanges, ${done}\n`)
      },
    }
    await readInput(place, streams.stdin, sink, { range: range ?? undefined, mayBeEmpty })
  }
}
/** Spread over the input, and the same each time. */
const isSampled = (number: number, sample: number): boolean => (Math.imul(number, 0x9e3779b1) >>> 0) / 2 ** 32 < sample
