import type { Readable } from 'node:stream'
import { readInput } from './input.ts'
import type { Traffic } from './traffic.ts'

interface Streams {
  stdin: Readable
  stderr: { write(text: string): unknown }
}
const PROGRESS_MS = 5000

/** Reads files one after another, with word of how far it is when that takes long. */
export async function readAll(traffic: Traffic, places: readonly string[], streams: Streams = process): Promise<void> {
  let last = performance.now()
  for (const place of places) {
    const source = place === '-' ? 'stdin' : place.replace(/^.*[/\\]/, '')
    await readInput(place, streams.stdin, {
      value: (value, number) => traffic.add(value, source, number),
      unreadable: (number) => traffic.unreadable(`${source}, line ${number}`),
      progress: (bytes, total) => {
        if (performance.now() - last < PROGRESS_MS) return
        last = performance.now()
        const part = total === null ? `${Math.round(bytes / 1e6)} MB` : `${Math.floor((bytes / total) * 100)} %`
        streams.stderr.write(`${source}: ${traffic.read} exchanges, ${part}\n`)
      },
    })
  }
}
