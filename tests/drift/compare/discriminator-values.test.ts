import { describe, expect, it } from 'vitest'
import { grouped } from '#drift/report/finding.ts'
import { trafficOf } from '#drift/traffic/traffic.ts'
import type { Part } from '../parcels.ts'
import { drift, driftOf, folderOfFile } from '../support.ts'

const folder = folderOfFile()
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const all = ['BASIC', 'SAML']
const mapping = { BASIC: ref('Basic').$ref, SAML: ref('Saml').$ref }
type Direction = 'request' | 'response'

/**
 * Apps of two kinds that extend one schema, whose `mode` lists the values of both, as code generators write it. What
 * one of them requires, the other takes as any field of a map.
 */
function apps(): Part {
  const app = (value: object) => ({ allOf: [ref('App'), { type: 'object', properties: { app: value } }] })
  return {
    openapi: '3.0.3',
    info: { title: 'Apps', version: '1' },
    servers: [{ url: '/' }],
    paths: {
      '/apps': {
        post: {
          operationId: 'app',
          requestBody: { content: { 'application/json': { schema: {} } } },
          responses: { 200: { description: 'x', content: { 'application/json': { schema: {} } } } },
        },
      },
    },
    components: {
      schemas: {
        App: { type: 'object', required: ['mode', 'app'], properties: { mode: { type: 'string', enum: all } } },
        Basic: app({ type: 'object', properties: { url: { type: 'string' } } }),
        Saml: app({ type: 'object', additionalProperties: {} }),
        AnyApp: { oneOf: [ref('Basic'), ref('Saml')], discriminator: { propertyName: 'mode', mapping } },
      },
    },
  }
}
const urlOf = (document: Part) => document.components.schemas.Basic.allOf[1].properties.app
const isRequired = (document: Part) => void (urlOf(document).required = ['url'])
const isNumber = (document: Part) => void (urlOf(document).properties.url = { type: 'integer' })
type Change = (document: Part) => void
/** Returns apps in one direction, after changes. */
function changed(direction: Direction, ...changes: Change[]): Part {
  const document = apps()
  const { requestBody, responses } = document.paths['/apps'].post
  const body = direction === 'request' ? requestBody : responses[200]
  body.content['application/json'].schema = ref('AnyApp')
  for (const change of changes) change(document)
  return document
}
const reported = async (contract: Part, service: Part) =>
  (await driftOf(await folder.file(service), await folder.file(contract))).map(
    ({ rule, subject }) => `${rule} ${subject}`,
  )

const byNames: Change = ({ components: { schemas } }) => {
  schemas.App.properties.mode.enum = ['Basic', 'Saml']
  delete schemas.AnyApp.discriminator.mapping
}
const anyOf: Change = ({ components: { schemas } }) => {
  const { oneOf, ...rest } = schemas.AnyApp
  schemas.AnyApp = { ...rest, anyOf: oneOf }
}
const extended: Change = ({ components: { schemas } }) => {
  schemas.App.discriminator = schemas.AnyApp.discriminator
  schemas.AnyApp = { allOf: [ref('App')] }
}
/** Other ways to write that BASIC selects Basic, and SAML another schema. */
const written: Record<string, Change> = {
  'a mapping': () => {},
  anyOf,
  'names without a mapping': byNames,
  'anyOf with names': (document) => [anyOf, byNames].forEach((change) => change(document)),
  'OpenAPI 3.1': (document) => (document.openapi = '3.1.0'),
  'names instead of references': ({ components: { schemas } }) =>
    (schemas.AnyApp.discriminator.mapping = { BASIC: 'Basic', SAML: 'Saml' }),
  'two names of one schema': ({ components: { schemas } }) => {
    schemas.App.properties.mode.enum = [...all, 'PLAIN']
    schemas.AnyApp.discriminator.mapping = { ...mapping, PLAIN: ref('Basic').$ref }
  },
  'a value that leads to a schema outside': ({ components: { schemas } }) => {
    schemas.App.properties.mode.enum = [...all, 'LINK']
    schemas.Link = { allOf: [ref('App')] }
    schemas.AnyApp.discriminator.mapping = { ...mapping, LINK: ref('Link').$ref }
  },
  'a value that leads nowhere': ({ components: { schemas } }) => (schemas.App.properties.mode.enum = [...all, 'LINK']),
  'the list two levels up': ({ components: { schemas } }) => {
    schemas.Root = schemas.App
    schemas.App = { allOf: [ref('Root'), { type: 'object', properties: { label: { type: 'string' } } }] }
  },
  'the list as a schema of its own': ({ components: { schemas } }) => {
    schemas.Mode = schemas.App.properties.mode
    schemas.App.properties.mode = ref('Mode')
  },
  'a list of constants': (document) => {
    document.openapi = '3.1.0'
    document.components.schemas.App.properties.mode = { oneOf: all.map((value) => ({ const: value })) }
  },
  'one constant and one list': (document) => {
    document.openapi = '3.1.0'
    document.components.schemas.Basic.allOf.push({ properties: { mode: { const: 'BASIC' } } })
  },
  'a part of the values in one of them': ({ components: { schemas } }) => {
    schemas.App.properties.mode.enum = [...all, 'SAML_1']
    schemas.Saml.allOf.push({ properties: { mode: { enum: ['SAML', 'SAML_1', 'BASIC'] } } })
    schemas.AnyApp.discriminator.mapping = { ...mapping, SAML_1: ref('Saml').$ref }
  },
  'a discriminator in an alternative': ({ components: { schemas } }) => {
    schemas.App.properties.mode.enum = [...all, 'SAML_1']
    schemas.Saml1 = structuredClone(schemas.Saml)
    schemas.Sso = {
      oneOf: [ref('Saml'), ref('Saml1')],
      discriminator: { propertyName: 'mode', mapping: { SAML: ref('Saml').$ref, SAML_1: ref('Saml1').$ref } },
    }
    schemas.AnyApp.oneOf = [ref('Sso'), ref('Basic')]
    schemas.AnyApp.discriminator.mapping = { BASIC: ref('Basic').$ref, SAML: ref('Sso').$ref, SAML_1: ref('Sso').$ref }
  },
  'an inline alternative beside them': ({ components: { schemas } }) =>
    schemas.AnyApp.oneOf.push({
      type: 'object',
      required: ['mode', 'app'],
      properties: { mode: { type: 'string', enum: ['LINK'] }, app: {} },
    }),
  'a mapping of the schema that they extend': extended,
}

describe.each(Object.entries(written))('an alternative that inherits the list of all values: %s', (_, write) => {
  it.each([
    ['request', 'a field is required', [write], [write, isRequired], /^request-field-required \S+\.app\.url$/],
    ['request', 'a field is a number', [write], [write, isNumber], /^request-type \S+\.app\.url string$/],
    ['response', 'a field may be missing', [write, isRequired], [write], /^response-field-optional \S+\.app\.url$/],
    ['response', 'a field is a number', [write], [write, isNumber], /^response-type \S+\.app\.url integer$/],
  ] as const)('%s: %s', async (direction, __, before, now, expected) => {
    const [contract, service] = [changed(direction, ...before), changed(direction, ...now)]
    expect(await reported(contract, service)).toEqual([expect.stringMatching(expected)])
    expect(await reported(contract, contract)).toEqual([])
    const places = [await folder.file(contract, 'old.json'), await folder.file(service, 'new.json')]
    expect(await drift(['changes', ...places])).toMatchObject({ code: 1 })
  })
  // Traffic is not compared with the schemas that extend one without alternatives; the report says so.
  const directions = write === extended ? [] : (['request', 'response'] as const)
  it.each(directions)('traffic: a %s is judged by the alternative that its value selects', async (direction) => {
    const document = changed(direction, write, isRequired)
    const { enum: values = all } = document.components.schemas.App.properties?.mode ?? {}
    const name = values.includes('Basic') ? { basic: 'Basic', saml: 'Saml' } : { basic: 'BASIC', saml: 'SAML' }
    const found = async (body: object) => {
      const traffic = await trafficOf(await folder.file(document))
      const headers = { 'content-type': 'application/json' }
      const bodies = direction === 'request' ? { requestBody: body, responseBody: {} } : { responseBody: body }
      traffic.add(
        { method: 'POST', url: '/apps', status: 200, requestHeaders: headers, responseHeaders: headers, ...bodies },
        'a',
        1,
      )
      return grouped(traffic.found)
        .filter(({ severity }) => severity !== 'note')
        .map(({ subject }) => subject)
    }
    expect(await found({ mode: name.basic, app: { url: 'x' } })).toEqual([])
    expect(await found({ mode: name.saml, app: { url: 1 } })).toEqual([])
    expect(await found({ mode: name.basic, app: { url: 1 } })).toEqual([expect.stringContaining(' app.url')])
    expect(await found({ mode: name.basic, app: {} })).toEqual([expect.stringContaining(' app.url')])
  })
})

describe('values of a discriminator', () => {
  const notLookedAt = async (document: Part) => {
    const file = await folder.file(document)
    const { out } = await drift(['spec', file, '--contract', file, '--format', 'json'])
    const { sections } = JSON.parse(out) as { sections: { title: string; lines: string[] }[] }
    return sections.flatMap(({ title, lines }) =>
      title === 'Not looked at' ? lines.filter((line) => line.startsWith('AnyApp')) : [],
    )
  }
  it('of an alternative select another one: it is compared with what it lists, and named', async () => {
    const other: Change = ({ components: { schemas } }) => {
      schemas.Basic.allOf.push({ properties: { mode: { enum: ['basic'] } } })
      schemas.Saml.allOf.push({ properties: { mode: { enum: ['saml'] } } })
      schemas.App.properties.mode.enum = ['basic', 'saml', 'LINK']
    }
    const contract = changed('request', other)
    expect(await reported(contract, changed('request', other, isRequired))).toEqual([
      expect.stringMatching(/^request-field-required /),
    ])
    const lost: Change = (document) => {
      other(document)
      document.components.schemas.AnyApp.discriminator.mapping = { basic: ref('Saml').$ref, saml: ref('Saml').$ref }
    }
    expect(await notLookedAt(contract)).toEqual([])
    expect(await notLookedAt(changed('request', lost))).toEqual([
      'AnyApp: its discriminator, for alternatives that it selects by no value that they list: they are compared with all that they list (Basic)',
    ])
  })
  it('in several alternatives, of which they select none, are named, and reported when only one side has them', async () => {
    const link: Change = ({ components: { schemas } }) => (schemas.App.properties.mode.enum = [...all, 'LINK'])
    expect(await notLookedAt(changed('response', link))).toEqual([
      'AnyApp: values that several of its alternatives list, and by which its discriminator selects none (LINK)',
    ])
    expect(await reported(changed('response'), changed('response', link))).toEqual([
      'response-value-unknown AnyApp.mode "LINK"',
    ])
    expect(await reported(changed('response', link), changed('response'))).toEqual([])
    expect(await reported(changed('request', link), changed('request'))).toEqual([
      'request-value-refused AnyApp.mode "LINK"',
    ])
  })
  it('in one alternative belong to it, also without a mapping', async () => {
    const [link, other]: Change[] = [
      ({ components: { schemas } }) => {
        schemas.App.properties.mode = { type: 'string' }
        schemas.Basic.allOf.push({ properties: { mode: { enum: ['BASIC', 'LINK'] } } })
        schemas.Saml.allOf.push({ properties: { mode: { enum: ['SAML'] } } })
      },
      ({ components: { schemas } }) => schemas.Basic.allOf.at(-1).properties.mode.enum.push('MORE'),
    ]
    expect(await reported(changed('response', link!), changed('response', link!, other!))).toEqual([
      expect.stringMatching(/^response-value-unknown \S+\.mode "MORE"$/),
    ])
  })
  it('in a 200 with business codes', async () => {
    const coded: Change = (document) =>
      (document.paths['/apps'].post['x-validity'] = { reject: { status: ['failed'] }, at: 'status' })
    expect(await reported(changed('response', coded, isRequired), changed('response', coded))).toContain(
      'response-field-optional app answer.app.url',
    )
  })
})
