import { basename, dirname } from 'node:path'
import { loadBundled } from '@paket/contract'
import { cachedJson, keyOfFolder } from '#engine/cache.ts'

/**
 * Bundles the files of a description into one document; internal references remain. Throws an Error that describes what
 * is invalid.
 */
export async function bundled(file: string): Promise<object> {
  const key = await keyOfFolder(dirname(file)).catch(() => null)
  return key === null
    ? loadBundled(file)
    : cachedJson(basename(file, '.yaml'), `${basename(file)} ${key}`, () => loadBundled(file))
}
