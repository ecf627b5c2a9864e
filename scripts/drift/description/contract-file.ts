import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The contract's folder: in the package it is beside the program, in this repository above it. */
export const ownContract =
  ['../openapi', '../../../openapi']
    .map((place) => resolve(import.meta.dirname, place))
    .find((place) => existsSync(place)) ?? 'openapi'

/** Returns the contract's root file: `openapi.yaml` when the place is a folder. */
export async function contractFile(place: string): Promise<string> {
  if (/^https?:/.test(place)) return place
  const isFolder = await stat(place).then(
    (there) => there.isDirectory(),
    () => false,
  )
  return isFolder ? join(place, 'openapi.yaml') : place
}
