import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundle, createConfig } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { Json } from './mutations.ts'
import { contract, contractFile, driftOf, folderOfFile, root } from '../support.ts'

const folder = folderOfFile()
const reported = async (place: string) => (await driftOf(place)).map(({ severity, says }) => `${severity}: ${says}`)
type Value = unknown
/** Returns a copy of a document with `change` applied to every value, children first. */
function mapped(value: Value, change: (value: Value, key: string) => Value, key = ''): Value {
  if (Array.isArray(value))
    return change(
      value.map((item) => mapped(item, change, key)),
      key,
    )
  if (typeof value !== 'object' || value === null) return change(value, key)
  return change(
    Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapped(part, change, name)])),
    key,
  )
}
const isObject = (value: Value): value is Record<string, Value> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Converts 3.1 schemas to the keywords of 3.0. */
const older = (value: Value): Value => {
  if (!isObject(value)) return value
  const { type, anyOf, const: only, ...rest } = value
  if (Array.isArray(type) && type.length === 2)
    return { ...rest, type: type.find((one) => one !== 'null'), nullable: true }
  if (Array.isArray(anyOf) && anyOf.some((one) => isObject(one) && one['type'] === 'null'))
    return { ...rest, nullable: true, allOf: anyOf.filter((one) => isObject(one) && one['type'] !== 'null') }
  return { ...value, ...(only !== undefined && { enum: [only] }) }
}

describe('another way of writing the contract is no drift', { timeout: 60_000 }, () => {
  it('the same, split into files', async () => expect(await reported(contractFile)).toEqual([]))
  it('bundled, as JSON', async () => expect(await reported(await folder.file(contract().document))).toEqual([]))
  it('bundled, as YAML, on fewer and longer lines', async () => {
    expect(await reported(await folder.file(stringify(contract().document, { lineWidth: 0 }), 'long.yaml'))).toEqual([])
  })
  it('with an extension that refers to a file which is not a description', async () => {
    const topics = [{ title: 'Start', content: { $ref: './start.md' } }]
    const document = { ...(contract().document as object), 'x-topics': topics }
    expect(await reported(await folder.file(document))).toEqual([])
  })
  it('every object and every list of names in another order', async () => {
    const unordered = ['required', 'enum', 'tags', 'type', 'oneOf']
    const turned = mapped(contract().document, (value, key) => {
      if (Array.isArray(value)) return unordered.includes(key) ? value.toReversed() : value
      return isObject(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value
    })
    expect(await reported(await folder.file(turned))).toEqual([])
  })
  it('the branches of a 200 in another order', async () => {
    const turned = mapped(contract().document, (value, key) =>
      key === 'anyOf' && Array.isArray(value) ? value.toReversed() : value,
    )
    // When both sides are equivalent, neither direction may have findings.
    expect(await reported(await folder.file(turned))).toEqual([])
  })
  it('all references inlined', async () => {
    const { bundle: whole } = await bundle({ ref: contractFile, config: await createConfig(), dereference: true })
    expect(JSON.stringify(whole.parsed)).not.toContain('"$ref":"#/components/schemas')
    expect(await reported(await folder.file(whole.parsed))).toEqual([])
  })
  it('every schema behind one more reference', async () => {
    const { document } = contract()
    const schemas = document['components']!['schemas']!
    for (const [name, schema] of Object.entries(schemas)) {
      schemas[`${name}Inner`] = schema
      schemas[name] = { $ref: `#/components/schemas/${name}Inner` } as unknown as Json
    }
    expect(await reported(await folder.file(document))).toEqual([])
  })
  it('every object in an allOf, its required fields apart', async () => {
    const { document } = contract()
    for (const schema of Object.values(document['components']!['schemas']!)) {
      const { type, properties, required, ...rest } = schema
      if (!properties || rest['additionalProperties'] !== undefined) continue
      for (const name of Object.keys(schema)) delete schema[name]
      Object.assign(schema, rest, { allOf: [{ type, properties }, { ...(required && { required }) }] })
    }
    expect(await reported(await folder.file(document))).toEqual([])
  })
  it('without specification extensions, titles, examples and descriptions', async () => {
    const bare = mapped(contract().document, (value) =>
      isObject(value)
        ? Object.fromEntries(
            Object.entries(value).filter(
              ([name, part]) =>
                !name.startsWith('x-') &&
                !['examples', 'example'].includes(name) &&
                !(['title', 'description', 'summary'].includes(name) && typeof part === 'string'),
            ),
          )
        : value,
    )
    expect(await reported(await folder.file(bare))).toEqual([])
  })
  it('other descriptions, summaries, tags and names of calls', async () => {
    const { document } = contract()
    for (const [path, { post }] of Object.entries(document['paths']!))
      Object.assign(post!, { description: 'Другое', summary: 'x', tags: ['y'], operationId: path.replaceAll('/', '_') })
    expect(await reported(await folder.file(document))).toEqual([])
  })
  it('with the keywords of OpenAPI 3.0', async () => {
    const before = mapped({ ...contract().document, openapi: '3.0.3' }, older)
    expect(JSON.stringify(before)).toContain('"nullable":true')
    expect(await reported(await folder.file(before))).toEqual([])
  })
  it('in Swagger 2.0', async () => expect(await reported(await folder.file(swagger()))).toEqual([]))
  it('with the base path in every path instead of the server', async () => {
    const { document } = contract()
    const paths = Object.fromEntries(
      Object.entries(document['paths']!).map(([path, item]) => [`/bff/api${path}`, item]),
    )
    expect(
      await reported(await folder.file({ ...document, servers: [{ url: 'https://shop.example/' }], paths })),
    ).toEqual([])
  })
  it('with a host before the base path', async () => {
    const servers = [
      { url: 'https://{host}/bff/{name}', variables: { host: { default: 'a.example' }, name: { default: 'api' } } },
    ]
    expect(await reported(await folder.file({ ...contract().document, servers }))).toEqual([])
  })
  it('split into files with other names', async () => {
    const copy = join(folder.path, 'split')
    await cp(join(root, 'openapi'), copy, { recursive: true })
    for (const name of await readdir(join(copy, 'paths'), { recursive: true })) {
      if (!name.endsWith('.yaml')) continue
      const place = join(copy, 'paths', name)
      await writeFile(place, (await readFile(place, 'utf8')).replaceAll('../../schemas/', '../../models/'))
    }
    await cp(join(copy, 'schemas'), join(copy, 'models'), { recursive: true })
    expect(await reported(join(copy, 'openapi.yaml'))).toEqual([])
  })
})

/** Converts the contract to Swagger 2.0. It has no alternatives, so a 200 describes only the success. */
function swagger(): object {
  const { document } = contract()
  const text = (part: unknown) =>
    JSON.parse(
      JSON.stringify(mapped(part, older))
        .replaceAll('#/components/schemas/', '#/definitions/')
        .replaceAll('"nullable"', '"x-nullable"'),
    ) as Json
  const { schemas, responses, parameters, securitySchemes: _ } = document['components']!
  const headers = (given: Json | undefined) =>
    ((given ?? []) as unknown as { $ref: string }[]).map(({ $ref }) => {
      const { schema, ...header } = parameters![$ref.split('/').at(-1) ?? '']!
      return { ...header, ...schema }
    })
  const answers = (all: Json) =>
    Object.fromEntries(
      Object.entries(all).map(([status, given]) => {
        const name = ((given['$ref'] ?? '') as unknown as string).split('/').at(-1) ?? ''
        const answer = name === '' ? given : responses![name]!
        const { schema } = answer['content']!['application/json']!
        const choices = (schema!['anyOf'] as unknown as Json[] | undefined) ?? [schema!]
        return [
          status,
          {
            description: 'x',
            headers: mapped(answer['headers'] ?? {}, (value, key) => (/^[A-Z]/.test(key) ? { type: 'string' } : value)),
            schema: {
              allOf: [
                choices[0],
                ...(choices.length > 1
                  ? [{ type: 'object', properties: { message: { type: ['string', 'null'] } } }]
                  : []),
              ],
            },
          },
        ]
      }),
    )
  const paths = Object.fromEntries(
    Object.entries(document['paths']!).map(([path, { post }]) => [
      path,
      {
        post: {
          operationId: post!['operationId'],
          ...(post!['security'] && { security: post!['security'] }),
          parameters: [
            ...headers(post!['parameters']),
            {
              in: 'body',
              name: 'body',
              required: true,
              schema: post!['requestBody']!['content']!['application/json']!['schema'],
            },
          ],
          responses: answers(post!['responses']!),
        },
      },
    ]),
  )
  return text({
    swagger: '2.0',
    info: { title: 'x', version: '1' },
    basePath: '/bff/api',
    consumes: ['application/json'],
    produces: ['application/json'],
    securityDefinitions: { bearer: { type: 'apiKey', in: 'header', name: 'Authorization' } },
    security: [{ bearer: [] }],
    definitions: schemas,
    paths,
  })
}
