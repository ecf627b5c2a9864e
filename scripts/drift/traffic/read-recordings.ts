import { readInput } from './input.ts'
import type { Traffic } from './traffic.ts'

const PROGRESS_MS = 5000

/** Reads files one after another, with word of how far it is when that takes long. */
export async function readAll(traffic: Traffic, places: readonly string[]): Promise<void> {
  let last = performance.now()
  for (const place of places) {
    const source = place === '-' ? 'stdin' : place.replace(/^.*[/\\]/, '')
    await readInput(place, {
      value: (value, number) => traffic.add(value, source, number),
      unreadable: (number) => traffic.unreadable(`${source}, line ${number}`),
      progress: (bytes, total) => {
        if (performance.now() - last < PROGRESS_MS) return
        last = performance.now()
        const part = total === null ? `${Math.round(bytes / 1e6)} MB` : `${Math.floor((bytes / total) * 100)} %`
        console.error(`${source}: ${traffic.read} exchanges, ${part}`)
      },
    })
  }
}
