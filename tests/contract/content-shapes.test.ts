import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadCatalogue } from './catalogue-file.ts'

// Options §3, the content system: an independent table.
interface Schema {
  required: string[]
  properties: Record<string, { enum?: string[] }>
}
interface Offer {
  name: string
  type: string
  bundles: string[]
}
const read = (path: string) => parse(readFileSync(new URL(`../../openapi/${path}`, import.meta.url), 'utf8')) as unknown
const schema = (name: string) => read(`schemas/${name}.yaml`) as Schema
const content = read('cms.yaml') as {
  paths: Record<
    string,
    {
      get: {
        parameters: { name: string; required: boolean; schema: { enum?: string[] } }[]
        responses: Record<string, { content: Record<string, { examples: object }> }>
      }
    }
  >
}
const page = content.paths['/api/my-paket-page']?.get
const examples = page?.responses['200']?.content['application/json']?.examples ?? {}
const offers = Object.values(examples as Record<string, { value: { data: { offers: Offer[] } } }>).flatMap(
  ({ value }) => value.data.offers,
)
const sorted = (names: readonly string[]) => names.toSorted((one, other) => one.localeCompare(other))

test.each([
  [
    'CmsOffer',
    'name title description mainColor image type bundles tags circleRetailLogos circleBrandLogos cardData',
    '[O-ENTITY-22]',
  ],
  ['CmsTag', 'name label icon filterGroup', '[O-ENTITY-25]'],
])('%s has the required fields [%s] %s', (name, fields) => {
  const { properties, required } = schema(name)
  expect(sorted(Object.keys(properties))).toEqual(sorted(fields.split(' ')))
  expect(sorted(required)).toEqual(sorted(fields.split(' ')))
})
test('the page is asked for by a status, draft or published [O-CALL-29]', () => {
  expect(page?.parameters.find(({ name }) => name === 'status')).toMatchObject({
    required: true,
    schema: { enum: ['draft', 'published'] },
  })
})
test('an offer is common or other, and the examples contain both [O-ENTITY-23]', () => {
  expect(schema('CmsOffer').properties['type']?.enum).toEqual(['common', 'other'])
  expect(new Set(offers.map(({ type }) => type))).toEqual(new Set(['common', 'other']))
})
test('the bundles of an offer are names from the catalogue [O-ENTITY-24]', async () => {
  const known = (await loadCatalogue()).bundles.map(({ name }) => name)
  const named = offers.flatMap(({ bundles }) => bundles)
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})
test('the name of an offer is unique, because it is part of its URL', () => {
  expect(new Set(offers.map(({ name }) => name)).size).toBe(offers.length)
})
