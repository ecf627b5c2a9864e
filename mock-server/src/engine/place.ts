import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Where a file or a folder of the mock's own is: beside the program in the package, else where the sources have it, from the caller's folder. */
export function placeOf(asking: string, inPackage: string, inSources: string): string {
  const packed = resolve(asking, '..', inPackage)
  return existsSync(packed) ? packed : resolve(asking, inSources)
}
