import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { cachedJson } from '#engine/cache.ts'

type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>

/** Returns the operations of a description in Prism's form, cached. */
export const prismOperations = (document: object): Promise<Operations> =>
  cachedJson('prism', JSON.stringify(document), () => getHttpOperationsFromSpec(document))
