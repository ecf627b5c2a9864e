import { constants } from 'node:buffer'
import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { basename, join, resolve } from 'node:path'
import { Clock } from '#engine/clock.ts'
import { checkNewFile } from './new-file.ts'
import { type Folders, load, newUsers } from '#engine/load.ts'
import { decoded } from '#engine/http/media.ts'
import type { Product } from '#engine/product.ts'
import { Recordings } from '#engine/record/recordings.ts'
import { record } from '#engine/record/record.ts'
import { messageOf } from '#engine/message-of.ts'

/** Returns the name of the scenario in a file or of a recording. */
export const scenarioNameOf = (file: string): string =>
  basename(file)
    .replace(/\.(ya?ml|(har|ndjson)(\.gz)?)$/i, '')
    .replaceAll(/[^\w-]+/g, '-')
const isGzip = (content: Buffer) => content[0] === 0x1f && content[1] === 0x8b
function unpacked(content: Buffer): Buffer {
  try {
    return gunzipSync(content, { maxOutputLength: constants.MAX_STRING_LENGTH })
  } catch (error) {
    throw new Error(`it cannot be unpacked: ${messageOf(error)}`, { cause: error })
  }
}

/**
 * Converts a recorded session, HAR or NDJSON, also gzipped, to a scenario. Writes it only if the mock can start with
 * it.
 */
export async function recordFrom(
  product: Product,
  har: string,
  folders: Partial<Folders>,
  wanted: string | undefined,
): Promise<void> {
  const name = scenarioNameOf(wanted ?? har)
  if (!/[^-]/.test(name))
    throw new Error(`${wanted ?? har} has no Latin letter or digit for the scenario's name: add --out <name>.yaml.`)
  const out = resolve(wanted ?? join(folders.moreScenariosDir ?? '.', `${name}.yaml`))
  checkNewFile(out)
  const content = await readFile(har).catch(() => Promise.reject(new Error(`${har} cannot be read.`)))
  const loaded = await load(product, folders)
  let recording
  try {
    recording = await record(decoded(isGzip(content) ? unpacked(content) : content), loaded, name)
  } catch (error) {
    throw new Error(`${har}: ${messageOf(error)}.`, { cause: error })
  }
  // Throws if the mock could not start with it.
  new Recordings(loaded, newUsers(loaded, new Clock())).add(name, recording.text)
  await writeFile(out, recording.text)
  console.log(
    [...recording.notes.map((note) => `  ${note}`), `Written: ${out}. Read it before you share it.`].join('\n'),
  )
}
