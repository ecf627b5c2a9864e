import { isFileRef } from '@paket/contract'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { cachedJson } from '#engine/cache.ts'
import { asSent, decoded } from '#engine/contract/paths.ts'
import { isForm } from '#engine/http/media.ts'

export type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>

/** Returns the operations of a description in Prism's form, cached. */
export async function prismOperations(document: object): Promise<Operations> {
  const key = JSON.stringify(document)
  // Prism would follow a $ref of data, such as an example, to any file or host.
  const plain = FILE_REF.test(key) ? (JSON.parse(key, withoutFileRef) as object) : document
  const operations = await cachedJson('prism', key, () => getHttpOperationsFromSpec(plain))
  for (const { request } of operations) for (const content of request?.body?.contents ?? []) readFields(content)
  return operations
}

const FILE_REF = /"\$ref":"(?!#)/
const withoutFileRef = (key: string, value: unknown) => (isFileRef(key, value) ? undefined : value)

/**
 * The operation with a path and with parameter names that Prism can read: it finds words of ASCII letters, `-` and `%` alone. It decodes a path once
 * to find the call, so other characters are encoded twice; `withOwnNames` decodes them in what Prism reports.
 */
export function withEncodedNames(operation: Operations[number]): Operations[number] {
  const names = operation.request?.path?.map(({ name }) => name) ?? []
  const encoded = (name: string) =>
    name.replaceAll(/[^-\w]/gu, (one) => Buffer.from(one).toString('hex').replaceAll(/../g, '%25$&'))
  const named = names.reduce((path, name) => path.replace(`{${name}}`, `{${encoded(name)}}`), operation.path)
  if (asSent(named) === operation.path) return operation
  const parameters = operation.request?.path?.map((each) => ({ ...each, name: encoded(each.name) }))
  return {
    ...operation,
    path: asSent(named),
    request: { ...operation.request, ...(parameters && { path: parameters }) },
  }
}
export const withOwnNames = (text: string): string =>
  text.replaceAll(/(%25[\da-f]{2})+/gi, (encoded) => decoded(decoded(encoded)))

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
