import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { cachedJson } from '#engine/cache.ts'
import { isForm } from '#engine/http/media.ts'

type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>

/** Returns the operations of a description in Prism's form, cached. */
export async function prismOperations(document: object): Promise<Operations> {
  const key = JSON.stringify(document)
  const operations = await cachedJson('prism', key, () => getHttpOperationsFromSpec(document))
  for (const { request } of operations) for (const content of request?.body?.contents ?? []) readFields(content)
  return operations
}

type Content = NonNullable<NonNullable<NonNullable<Operations[number]['request']>['body']>['contents']>[number]
type Style = NonNullable<Content['encodings']>[number]['style']

/**
 * Has Prism read the fields of a form as OpenAPI does without an `encoding`: lists are repeated fields, which it knows only with one.
 * It does not read the JSON of an object at all, so it must not validate it.
 */
function readFields(content: Content): void {
  const { mediaType, schema } = content
  if (!schema?.properties || !isForm(mediaType)) return
  const encodings = (content.encodings ??= [])
  for (const [property, field] of Object.entries(schema.properties)) {
    const { type } = field as { type?: string }
    if (encodings.some((each) => each.property === property)) continue
    if (type === 'array') encodings.push({ property, style: 'form' as Style, explode: true, allowReserved: true })
    if (type === 'object') schema.properties[property] = {}
  }
}
