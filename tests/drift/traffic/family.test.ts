import { expect, it } from 'vitest'
import { grouped } from '#drift/report/finding.ts'
import { trafficOf } from '#drift/traffic/traffic.ts'
import { folderOfFile } from '../support.ts'

const folder = folderOfFile()
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const closed = (field: string) => ({
  type: 'object',
  additionalProperties: false,
  required: [field],
  properties: { [field]: { type: 'integer' } },
})
/** Inheritance of a class as two frameworks describe it. */
const written = {
  NSwag: { allOf: [ref('Parcel'), closed('size')] },
  Swashbuckle: { allOf: [ref('Parcel')], ...closed('size') },
}
const place = (box: object) =>
  folder.file({
    openapi: '3.0.4',
    info: { title: 'Parcels', version: '1' },
    servers: [{ url: '/' }],
    paths: Object.fromEntries(
      ['Parcel', 'Box', 'Alone'].map((name) => {
        const content = { 'application/json': { schema: ref(name) } }
        const responses = { '200': { description: 'x', content } }
        return [
          `/${name}`,
          {
            put: {
              operationId: `put${name}`,
              requestBody: { content: { 'application/json': { schema: name === 'Alone' ? {} : ref(name) } } },
              responses,
            },
          },
        ]
      }),
    ),
    components: {
      schemas: {
        Parcel: {
          ...closed('id'),
          properties: { id: { type: 'integer' }, kind: { type: 'string' } },
          discriminator: { propertyName: 'kind', mapping: { box: '#/components/schemas/Box' } },
        },
        Box: box,
        Alone: closed('a'),
      },
    },
  })
it.each(Object.entries(written))('%s: a closed class may be extended', async (_, box) => {
  const description = await place(box)
  const body = { kind: 'box', id: 1, size: 2 }
  const found = async (path: string, responseBody: object) => {
    const traffic = await trafficOf(description)
    const headers = { 'content-type': 'application/json' }
    const url = `/${path}`
    traffic.add({ method: 'PUT', url, status: 200, requestBody: body, responseHeaders: headers, responseBody }, 'a', 1)
    return grouped(traffic.found).map(({ rule, subject }) => `${rule}: ${subject}`)
  }
  expect(await found('Parcel', body)).toEqual([])
  expect(await found('Box', body)).toEqual([])
  expect(await found('Box', { ...body, size: 'large' })).toEqual(['seen-field-type: putBox answer 200 size a string'])
  expect(await found('Alone', { a: 1, b: 2 })).toEqual(['seen-field-form: putAlone answer 200 a name of 1 letter'])
})
