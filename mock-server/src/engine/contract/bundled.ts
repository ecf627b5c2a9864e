import { basename, dirname } from 'node:path'
import { loadBundled } from '@paket/contract'
import { cachedJson, keyOfFolder } from '#engine/cache.ts'

/** A description, its files bundled into one document; references stay. Throws an Error that says what is wrong with it. */
export async function bundled(file: string): Promise<object> {
  const key = await keyOfFolder(dirname(file)).catch(() => null)
  return key === null
    ? loadBundled(file)
    : cachedJson(basename(file, '.yaml'), `${basename(file)} ${key}`, () => loadBundled(file))
}
