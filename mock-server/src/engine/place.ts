import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * Resolves a file or folder of the mock: beside the program in the package, otherwise relative to the caller's source
 * folder.
 */
export function placeOf(asking: string, inPackage: string, inSources: string): string {
  const packed = resolve(asking, '..', inPackage)
  return existsSync(packed) ? packed : resolve(asking, inSources)
}
