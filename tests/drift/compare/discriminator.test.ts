import { describe, expect, it } from 'vitest'
import type { Part } from '../parcels.ts'
import { drift, driftOf, folderOfFile } from '../support.ts'

const folder = folderOfFile()
const kind = (value: string) => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string', enum: [value] }, [value]: { type: 'integer' } },
})
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
/** A call whose request and response are one of two schemas, which list the discriminator's values themselves. */
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

/** Returns the rules of the findings for a service with this mapping. */
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
  expect({ code, err }).toEqual({ code: 0, err: '' })
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
  it('remains when the references of the alternatives are inlined', async () => {
    const found = await foundWith(whole, whole, [kind('box'), kind('tube')])
    expect(found.filter((one) => !one.startsWith('note'))).toEqual([])
    expect(await foundWith({ box, tube: box }, whole, [ref('BoxParcel'), kind('tube')])).toHaveLength(2)
  })
  it('has names instead of references, or an additional value', async () => {
    expect(await foundWith({ box: 'BoxParcel', tube: 'TubeParcel' })).toEqual([])
    expect(await foundWith({ ...whole, carton: box })).toEqual([])
    expect(await foundWith(whole, {})).toEqual([])
    expect(await foundWith({ box }, { box })).toEqual([])
  })
})

/** The same schemas in the style of NSwag: the alternatives extend a closed schema that has the mapping. */
function inherited() {
  const document: Part = boxes(whole)
  const { schemas } = document.components
  const own = (value: string) => ({
    type: 'object',
    additionalProperties: false,
    properties: { [value]: { type: 'integer' } },
  })
  schemas.BoxParcel = { allOf: [ref('Parcel'), own('box')] }
  schemas.TubeParcel = { allOf: [ref('Parcel'), own('tube')] }
  schemas.Parcel = {
    type: 'object',
    required: ['kind'],
    additionalProperties: false,
    properties: { kind: { type: 'string' } },
    discriminator: { propertyName: 'kind', mapping: whole },
  }
  return document
}
describe('a schema with a mapping and without alternatives', () => {
  const reported = async (service: Part, contract: Part) =>
    (await driftOf(await folder.file(service), await folder.file(contract))).map(
      ({ rule, subject }) => `${rule} ${subject}`,
    )

  it('is compared as the schemas that extend it', async () => {
    const closed = ['request-closed BoxParcel', 'request-closed TubeParcel']
    expect(await reported(inherited(), boxes(whole))).toEqual(closed)
    expect(await reported(boxes(whole), inherited())).toEqual(['response-open Parcel'])
    expect(await reported(inherited(), inherited())).toEqual([])
  })
  it('is not extended again within one of them', async () => {
    const document = inherited()
    document.paths['/parcels'].put.requestBody.content['application/json'].schema = ref('TubeParcel')
    const contract = boxes(whole)
    contract.paths['/parcels'].put.requestBody.content['application/json'].schema = ref('TubeParcel')
    const notes = ['request-enum-open TubeParcel.kind', 'response-enum-open TubeParcel.kind']
    expect(await reported(document, contract)).toEqual(['request-closed TubeParcel', ...notes])
  })
  it('may be one of them itself', async () => {
    const document = inherited()
    const { schemas } = document.components
    schemas.Parcel.discriminator.mapping = { ...whole, plain: 'Parcel' }
    const contract: Part = boxes(whole)
    contract.components.schemas.Plain = kind('plain')
    contract.components.schemas.Parcel.oneOf.push(ref('Plain'))
    expect(await reported(document, contract)).toContain('request-field-refused Plain.plain')
    expect(await reported(document, contract)).not.toContain('request-field-refused BoxParcel.box')
  })
  it('shows what differs in one of them', async () => {
    const document = inherited()
    document.components.schemas.TubeParcel.allOf[1].properties.tube.type = 'string'
    expect(await reported(document, inherited())).toContain('response-type Parcel.tube string')
  })
})
