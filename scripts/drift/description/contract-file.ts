import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** In the package the contract is beside the program, here above it. */
export const ownContract =
  ['../openapi', '../../../openapi']
    .map((place) => resolve(import.meta.dirname, place))
    .find((place) => existsSync(place)) ?? 'openapi'

/** The contract's own file: in a folder it is `openapi.yaml`. */
export async function contractFile(place: string): Promise<string> {
  if (/^https?:/.test(place)) return place
  const isFolder = await stat(place).then(
    (there) => there.isDirectory(),
    () => false,
  )
  return isFolder ? join(place, 'openapi.yaml') : place
}
