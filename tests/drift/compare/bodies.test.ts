import { expect, it } from 'vitest'
import { driftOf, folderOfFile } from '../support.ts'

const folder = folderOfFile()
const [json, a, b, csv] = ['application/json', 'application/a+json', 'application/b+json', 'text/csv'] as const
const described = (media: string[], words: object = {}) =>
  folder.file({
    openapi: '3.1.0',
    info: { title: 'Books', version: '1' },
    paths: {
      '/books': {
        put: {
          operationId: 'put',
          requestBody: { content: Object.fromEntries(media.map((name) => [name, { schema: {} }])), ...words },
          responses: { '204': { description: 'x' } },
        },
      },
    },
  })
it.each<[sent: string[], taken: string[], found: string[]]>([
  [[json], [json, csv], []],
  [[csv, json], ['text/plain', 'text/html'], [`breaking put accepts text/plain, text/html only, not ${csv}, ${json}`]],
  [[json, csv], [json], [`breaking put accepts ${json} only, not ${csv}`]],
  [[a], [json], [`risky put accepts ${json} only, not ${a}`]],
  [[json], [a], [`risky put accepts ${a} only, not ${json}`]],
  [[a, csv], [json], [`breaking put accepts ${json} only, not ${a}, ${csv}`]],
  [[a], [b], [`breaking put accepts ${b} only, not ${a}`]],
])('compares the media types that are sent, %j, with those that are taken, %j', async (sent, taken, found) => {
  const findings = await driftOf(await described(taken), await described(sent))
  expect(findings.map(({ severity, says }) => `${severity} ${says.replace(/: .*/, '')}`)).toEqual(found)
})
