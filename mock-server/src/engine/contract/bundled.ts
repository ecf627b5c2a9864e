import { basename, dirname } from 'node:path'
import { cachedJson, keyOfFolder } from '#engine/cache.ts'

/** A description, its files bundled into one document; references stay. Throws an Error that says what is wrong with it. */
export async function bundled(file: string): Promise<object> {
  const key = await keyOfFolder(dirname(file)).catch(() => null)
  return key === null
    ? bundle(file)
    : cachedJson(basename(file, '.yaml'), `${basename(file)} ${key}`, () => bundle(file))
}

async function bundle(file: string): Promise<object> {
  // Loaded when it is needed: it takes longer than all that the mock reads.
  const redocly = await import('@redocly/openapi-core')
  const { bundle: document, problems } = await redocly.bundle({ ref: file, config: await redocly.createConfig({}) })
  const [problem] = problems
  if (problem) throw new Error(problem.message)
  // Redocly types a parsed document as anything.
  return document.parsed as object
}
