import { expect, it } from 'vitest'
import { driftOf, folderOfFile } from '../support.ts'

const folder = folderOfFile()
const call = (operationId: string, servers?: object[]) => ({
  get: { operationId, ...(servers && { servers }), responses: { '204': { description: 'x' } } },
})
const described = (url: string, own?: object[]) =>
  folder.file({
    openapi: '3.0.3',
    info: { title: 'Books', version: '1' },
    servers: [{ url }],
    paths: { '/books': call('listBooks', own), '/films': call('listFilms') },
  })
const found = async (service: Promise<string>) =>
  (await driftOf(await service, await described('https://books.example'))).map(({ rule, says }) => [
    rule,
    says.replace(/:.*/, ''),
  ])

it('finds an additional base path', async () => {
  expect(await found(described('https://other.example/v2'))).toEqual([
    ['base-other', 'The calls are served under `/v2`; clients request them under `/`'],
  ])
  expect(await found(described('https://other.example'))).toEqual([])
})
it('finds the base path of a call’s own servers', async () => {
  expect(await found(described('https://books.example', [{ url: 'https://x.example/shelf' }]))).toEqual([
    ['base-other', 'listBooks is served under `/shelf`; clients request it under `/`'],
  ])
  expect(await found(described('https://books.example', [{ url: 'https://x.example' }]))).toEqual([])
})
it('finds the base path of the others beside a call with its own servers', async () => {
  const service = await described('https://books.example/v2', [{ url: 'https://x.example' }])
  const [finding, ...more] = await driftOf(service, await described('https://books.example'))
  expect(finding?.says).toMatch(/^The calls are served under `\/v2`; clients request them under `\/`:/)
  expect(more).toEqual([])
})
it('finds the base path of a call that has servers of its own in the contract alone', async () => {
  const contract = await described('https://books.example', [{ url: 'https://x.example/shelf' }])
  const [finding] = await driftOf(await described('https://books.example'), contract)
  expect([finding?.ours?.pointer, finding?.theirs?.pointer]).toEqual(['#/paths/~1books/get', '#/paths/~1books/get'])
  expect(finding?.says).toMatch(/^listBooks is served under `\/`; clients request it under `\/shelf`:/)
})

const underV1 = () => described('https://books.example/v1')
it.each(['https://x.example', '//x.example', 'h2+x.y-z://x.example'])(
  'finds a missing base path at %s',
  async (url) => {
    expect(await driftOf(await described(url), await underV1())).toMatchObject([{ rule: 'base-other', subject: '/' }])
  },
)
it.each(['http://localhost:3000', 'HTTP://LOCALHOST', '//127.0.0.1', 'http://0.0.0.0', 'http://[::1]:80', '/', ''])(
  'takes no word of a base path from %s, which may be of the machine where it was written',
  async (url) => expect(await driftOf(await described(url), await underV1())).toEqual([]),
)
