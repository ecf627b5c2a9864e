import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it, vi } from 'vitest'
import { curlOf } from '#drift/explore/requests.ts'
import { drift, folderOfFile } from '../support.ts'

const folder = folderOfFile()
vi.setConfig({ testTimeout: 60_000 })
/** Returns the arguments that a shell passes to curl. */
async function argumentsOf(command: string): Promise<string[]> {
  const script = `curl() { printf '%s\\0' "$@"; }; ORIGIN=http://o TOKEN=t; ${command}`
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder.path })
  return stdout.split('\0').slice(0, -1)
}
const NAME = "it's`id`$(touch stolen)\u202E"

it('passes texts of a description to the shell as arguments, never as commands', async () => {
  const field = { type: 'object', properties: { [NAME]: { enum: [NAME] } } }
  const contract = await folder.file({
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    paths: {
      [`/${NAME}/x`]: {
        post: {
          parameters: ['header', 'query'].map((where) => ({ name: NAME, in: where, schema: { type: 'string' } })),
          requestBody: { content: { 'application/json': { schema: field } } },
          responses: { 200: { description: 'Good.' } },
        },
      },
    },
  })
  const exchange = {
    method: 'POST',
    url: `/${encodeURIComponent(NAME)}/x?${new URLSearchParams({ [NAME]: NAME })}`,
    status: 500,
    requestHeaders: { [NAME.toLowerCase()]: 'a' },
    requestBody: { [NAME]: NAME },
  }
  const recording = await folder.file(JSON.stringify(exchange), 'one.ndjson')
  const { out } = await drift(['traffic', recording, '--contract', contract, '--format', 'json'])
  const { findings } = JSON.parse(out) as { findings: { seen: { curl: string } }[] }
  const json = JSON.stringify({ [NAME]: NAME })
  expect(await argumentsOf(findings[0]!.seen.curl)).toEqual(
    expect.arrayContaining([
      `http://o/${NAME}/x?${[NAME, NAME].map(encodeURIComponent).join('=')}`,
      `${NAME}: <${NAME}>`,
      json,
    ]),
  )
})
it('preserves the contract’s query parameters, and of their values only those that it lists', async () => {
  const parameters = [
    { name: 'sort', in: 'query', schema: { enum: ['by price'] } },
    { name: 'phone', in: 'query', schema: { type: 'integer' } },
  ]
  const contract = await folder.file({
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    paths: { '/x': { get: { parameters, responses: { 200: { description: 'Good.' } } } } },
  })
  const exchange = { method: 'GET', url: '/x?sort=by+price&phone=%2B79161234567&name=Petrov&phone=12', status: 500 }
  const recording = await folder.file(JSON.stringify(exchange), 'two.ndjson')
  const { out } = await drift(['traffic', recording, '--contract', contract])
  expect(out).toContain(`curl -X GET "$ORIGIN"'/x?sort=by%20price&phone=<phone>&phone=<phone>'\n`)
  expect(out).not.toMatch(/7916|Petrov/)
})
it('keeps the fields of an object in the query', async () => {
  const fields = { size: { type: 'integer' }, view: { enum: ['sea'] } }
  const filter = { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object', properties: fields } }
  const contract = await folder.file({
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    paths: { '/x': { get: { parameters: [filter], responses: { 200: { description: 'Good.' } } } } },
  })
  const exchange = { method: 'GET', url: '/x?filter[size]=ivan&filter[view]=sea&filter[ivan]=5', status: 200 }
  const recording = await folder.file(JSON.stringify(exchange), 'one.ndjson')
  const { out } = await drift(['traffic', recording, '--contract', contract])
  expect(out).toContain(`"$ORIGIN"'/x?filter%5Bsize%5D=<size>&filter%5Bview%5D=sea'\n`)
})
it('sends a body that begins with @ unchanged, and a media type with a quote', async () => {
  const sent = { method: 'POST', target: '/x', headers: {}, type: NAME, body: `@/etc/passwd\u001B` }
  expect(await argumentsOf(curlOf(sent, { base: '', bases: [''] }, false))).toEqual(
    ['-X', 'POST', 'http://o/x', '-H', `Content-Type: ${NAME}`, '--data-raw', sent.body], //
  )
})
it.each([
  [
    'application/x-www-form-urlencoded',
    'sort=by+price&phone=%2B79161234567&name=Petrov',
    `-d 'sort=by%20price&phone=<phone>'`,
  ],
  [
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="sort"\r\n\r\nby price\r\n--b\r\ncontent-disposition: form-data; name="phone"\r\n\r\n+79161234567\r\n--b--\r\n',
    `-F 'sort=by price' -F 'phone=<phone>'`,
  ],
  ['text/plain', 'Petrov +79161234567', `-H 'Content-Type: text/plain' -d '<text>'`],
])('repeats a form or a text with the words of the contract only: %s', async (type, requestBody, expected) => {
  const properties = { sort: { enum: ['by price'] }, phone: { type: 'integer' } }
  const schema = type === 'text/plain' ? { type: 'string' } : { type: 'object', properties }
  const contract = await folder.file({
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    paths: {
      '/x': {
        post: {
          requestBody: { content: { [type.replace(/;.*/, '')]: { schema } } },
          responses: { 200: { description: 'Good.' } },
        },
      },
    },
  })
  const exchange = { method: 'POST', url: '/x', status: 500, requestHeaders: { 'content-type': type }, requestBody }
  const recording = await folder.file(JSON.stringify(exchange), 'three.ndjson')
  const { out } = await drift(['traffic', recording, '--contract', contract])
  expect(out).toContain(`curl -X POST "$ORIGIN"'/x' ${expected}\n`)
  expect(out).not.toMatch(/7916|Petrov/)
})
const security = (scheme: object) => ({ security: [{ one: [] }], components: { securitySchemes: { one: scheme } } })
it.each([
  ['a bearer token', security({ type: 'http', scheme: 'bearer' }), true],
  ['OAuth', security({ type: 'oauth2', flows: {} }), true],
  ['an API key', security({ type: 'apiKey', in: 'header', name: 'X-Key' }), false],
  ['basic authentication', security({ type: 'http', scheme: 'basic' }), false],
  ['nothing', {}, false],
])('sends a bearer token to a call with %s only if that is one', async (_what, words, isSent) => {
  const contract = await folder.file({
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    paths: { '/x': { get: { responses: { 200: { description: 'Good.' } } } } },
    ...words,
  })
  const recording = await folder.file('{"method":"GET","url":"/x","status":418}', 'tea.ndjson')
  const { out } = await drift(['traffic', recording, '--contract', contract])
  expect(out).toContain('repeat')
  expect(out.includes('Bearer $TOKEN')).toBe(isSent)
})

it('repeats a call below the base path where it was recorded, as far as that is the contract’s', async () => {
  const get = { responses: { 200: { description: 'Good.' } } }
  const contract = await folder.file({
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    servers: [{ url: 'https://mock.example/rest/1.0' }, { url: 'https://a.example' }, { url: 'https://a.example/v2' }],
    paths: { '/x': { get }, '/own': { servers: [{ url: '/other' }], get } },
  })
  const pathOf = async (url: string, ...more: string[]) => {
    const recording = await folder.file(JSON.stringify({ method: 'GET', url, status: 500 }), 'base.ndjson')
    const { out } = await drift(['traffic', recording, '--contract', contract, ...more])
    return /"\$ORIGIN"'(.*)'/.exec(out)?.[1]
  }
  expect(await pathOf('https://a.example/x')).toBe('/x')
  expect(await pathOf('https://a.example/v2/x')).toBe('/v2/x')
  expect(await pathOf('https://mock.example/rest/1.0/x')).toBe('/rest/1.0/x')
  expect(await pathOf('https://a.example/other/own')).toBe('/other/own')
  expect(await pathOf('https://a.example/secret/x', '--base', '/secret')).toBe('/x')
})
