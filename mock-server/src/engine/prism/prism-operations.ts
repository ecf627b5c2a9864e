import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { cachedJson } from '#engine/cache.ts'

type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>

/** The calls of a description as Prism has them. */
export const prismOperations = (document: object): Promise<Operations> =>
  cachedJson('prism', JSON.stringify(document), () => getHttpOperationsFromSpec(document))
