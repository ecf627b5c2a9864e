import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DIGEST_LENGTH } from '../src/domain/service-worker.ts'

/** Returns the beginning of the SHA-256 of each hashed file of a build, in hexadecimal, by its path, in a fixed order. */
export async function digestsOf(build: string): Promise<Record<string, string>> {
  const names = (await readdir(join(build, 'assets'))).filter((name) => !name.endsWith('.map'))
  const digests = names.toSorted().map(async (name): Promise<[string, string]> => {
    const content = await readFile(join(build, 'assets', name))
    return [`/assets/${name}`, createHash('sha256').update(content).digest('hex').slice(0, DIGEST_LENGTH)]
  })
  return Object.fromEntries(await Promise.all(digests))
}
