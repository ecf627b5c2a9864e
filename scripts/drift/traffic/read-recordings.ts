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
  /** The fraction of exchanges to read, from 0 to 1. */
  sample?: number
  /** Whether an empty input is allowed: engines have partitions without lines. */
  mayBeEmpty?: boolean
}

/** Reads files one after another, and prints progress when it takes long. */
export async function readAll(
  traffic: Traffic,
  places: readonly string[],
  streams: Streams = process,
  { part, sample = 1, mayBeEmpty = false }: ReadingOptions = {},
): Promise<void> {
  let last = performance.now()
  for (const [index, place] of places.entries()) {
    const range = part && (await rangeOf(place, part))
    // A file that cannot be divided is read as a whole by one part.
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
/** A hash of the number: spread over the input, and the same in every run. */
const isSampled = (number: number, sample: number): boolean => (Math.imul(number, 0x9e3779b1) >>> 0) / 2 ** 32 < sample
