import { describe, expect, it } from 'vitest'
import { drift, folderOfFile } from '../support.ts'

const folder = folderOfFile()
const kind = (value: string) => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string', enum: [value] }, [value]: { type: 'integer' } },
})
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
/** A call that takes and answers one of two schemas, which list the values of the discriminator themselves. */
function boxes(mapping: Record<string, string>, choices: readonly object[] = [ref('BoxParcel'), ref('TubeParcel')]) {
  const content = { 'application/json': { schema: ref('Parcel') } }
  return {
    openapi: '3.0.3',
    info: { title: 'Parcels', version: '1' },
    paths: {
      '/parcels': {
        put: { operationId: 'put', requestBody: { content }, responses: { '200': { description: 'x', content } } },
      },
    },
    components: {
      schemas: {
        BoxParcel: kind('box'),
        TubeParcel: kind('tube'),
        Parcel: {
          oneOf: choices,
          discriminator: { propertyName: 'kind', ...(Object.keys(mapping).length > 0 && { mapping }) },
        },
      },
    },
  }
}
const [box, tube] = ['#/components/schemas/BoxParcel', '#/components/schemas/TubeParcel']
const whole = { box, tube }

/** The rules of what a service with this mapping is found to differ in. */
async function foundWith(
  mapping: Record<string, string>,
  contract = whole as Record<string, string>,
  choices?: object[],
) {
  const { code, out, err } = await drift([
    'spec',
    await folder.file(boxes(mapping, choices), 'service.json'),
    '--contract',
    await folder.file(boxes(contract), 'contract.json'),
    '--format',
    'json',
  ])
  expect([code, err]).toEqual([0, ''])
  const { findings } = JSON.parse(out) as { findings: { rule: string; severity: string; says: string }[] }
  return findings.map(({ rule, severity, says }) => `${severity} ${rule}: ${says.replace(/:.*/, '')}`)
}

describe('the mapping of a discriminator', () => {
  it('loses a value', async () => {
    const says = 'The discriminator of `Parcel` does not say which schema `tube` means'
    expect(await foundWith({ box })).toEqual([
      `note request-discriminator: ${says}`,
      `note response-discriminator: ${says}`,
    ])
  })
  it('leads to another schema', async () => {
    const says = 'The discriminator of `Parcel` maps `tube` to a schema that does not allow it'
    expect(await foundWith({ box, tube: box })).toEqual([
      `risky request-discriminator: ${says}`,
      `risky response-discriminator: ${says}`,
    ])
    expect(await foundWith({ box, tube: '#/components/schemas/Gone' })).toHaveLength(2)
  })
  it('stays behind where the references of the alternatives are inlined', async () => {
    const found = await foundWith(whole, whole, [kind('box'), kind('tube')])
    expect(found.filter((one) => !one.startsWith('note'))).toEqual([])
    expect(await foundWith({ box, tube: box }, whole, [ref('BoxParcel'), kind('tube')])).toHaveLength(2)
  })
  it('is written by names, or has one more', async () => {
    expect(await foundWith({ box: 'BoxParcel', tube: 'TubeParcel' })).toEqual([])
    expect(await foundWith({ ...whole, carton: box })).toEqual([])
    expect(await foundWith(whole, {})).toEqual([])
    expect(await foundWith({ box }, { box })).toEqual([])
  })
})
