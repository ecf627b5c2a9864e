import { expect, it } from 'vitest'
import { uncheckedIn } from '../../../scripts/drift/compare/unchecked.ts'
import { describe as read } from '../../../scripts/drift/description/description.ts'
import { folderOfFile } from '../support.ts'

const folder = folderOfFile()
const items = {
  'application/jsonl': { itemSchema: { type: 'string', format: 'uuid', contentMediaType: 'text/plain' } },
}
const described = async (words: object, call: object) =>
  read(
    await folder.file({
      openapi: '3.2.0',
      info: { title: 'Books', version: '1' },
      paths: { '/books': { post: { operationId: 'addBooks', responses: { '204': { description: 'x' } }, ...call } } },
      ...words,
    }),
  )
it('names what is not looked at in bodies and in the whole description', async () => {
  const sent = await described({ jsonSchemaDialect: 'https://odd.example' }, { requestBody: { content: items } })
  const answered = await described({}, { responses: { '200': { description: 'x', content: items } } })
  const bodies = 'addBooks: what application/jsonl is a sequence of'
  expect(uncheckedIn([sent]).lines.slice(1)).toEqual([
    bodies,
    'what the dialect https://odd.example means otherwise than JSON Schema 2020-12',
  ])
  expect(uncheckedIn([answered]).lines.slice(1)).toEqual([bodies])
  expect(uncheckedIn([await described({}, {})]).lines).toHaveLength(1)
})

it('names bodies of statuses that have none', async () => {
  const content = { 'application/json': { schema: { type: 'object' } } }
  const responses = { '200': { description: 'x', content }, '204': { description: 'x', content } }
  expect(uncheckedIn([await described({}, { responses })]).lines.slice(1)).toEqual([
    'addBooks 204: its body, because HTTP allows none with this status',
  ])
})
