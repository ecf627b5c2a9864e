import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { drift, folderOfFile } from '../support.ts'

const folder = folderOfFile()
const contract = {
  openapi: '3.1.0',
  info: { title: 'x', version: '1' },
  paths: {
    '/a': {
      post: {
        operationId: 'a',
        responses: {
          200: {
            description: 'x',
            content: {
              'application/json': {
                schema: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
              },
            },
          },
        },
      },
    },
  },
}
const form = {
  ...contract,
  paths: {
    '/a': {
      post: {
        ...contract.paths['/a'].post,
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', required: ['q'], properties: { q: { type: 'integer' } } },
            },
          },
        },
      },
    },
  },
}
const entry = (content: object, headers: object[] = [], request: object = {}) => ({
  request: { method: 'POST', url: 'https://x.example/a', httpVersion: 'HTTP/2', headers: [], bodySize: 0, ...request },
  response: { status: 200, headers, bodySize: -1, content: { mimeType: 'application/json', ...content } },
})
const fine = entry({ text: '{"id":1}' })
async function traffic(...entries: object[]) {
  const [har, place] = [await folder.file({ log: { entries } }), await folder.file(contract)]
  return drift(['traffic', har, '--contract', place, '--format', 'json'])
}

it.each([
  ['br', brotliCompressSync('{"id":1}')],
  ['gzip', gzipSync('{"id":1}')],
  ['br', Buffer.from('{"id":1}')],
])('reads a body of a HAR that is %s and in base64', async (value, bytes) => {
  const packed = entry({ encoding: 'base64', text: bytes.toString('base64') }, [{ name: 'Content-Encoding', value }])
  const { code, out } = await traffic(packed)
  expect({ code, findings: (JSON.parse(out) as { findings: unknown[] }).findings }).toEqual({ code: 0, findings: [] })
})
it.each<[string, object]>([
  ['params as a map', { postData: { mimeType: 'application/x-www-form-urlencoded', params: { name: 'Anna' } } }],
  ['a param that is null', { postData: { mimeType: 'application/x-www-form-urlencoded', params: [null] } }],
  ['a number for a media type', { postData: { mimeType: 5 } }],
])('counts an entry with %s and reads the others', async (_what, request) => {
  const { code, out, err } = await traffic(fine, entry({ text: '{"id":2}' }, [], request), fine)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(JSON.parse(out)).toMatchObject({
    facts: [expect.stringMatching(/^3 exchanges read, 2 checked; skipped: 1 not an exchange/)],
  })
})
it('does not treat a form that Playwright stored in another file, or omitted, as empty', async () => {
  const postData = { mimeType: 'application/x-www-form-urlencoded;charset=UTF-8', text: '', params: [] }
  const entries = [
    entry({ text: '{"id":1}' }, [], { bodySize: 3, postData: { ...postData, _file: '7de3.dat' } }),
    entry({ text: '{"id":1}' }, [], { bodySize: -1, postData }),
  ]
  const [har, place] = [await folder.file({ log: { entries } }), await folder.file(form)]
  const { code, out } = await drift(['traffic', har, '--contract', place, '--format', 'json'])
  expect({ code, findings: (JSON.parse(out) as { findings: unknown[] }).findings }).toEqual({ code: 0, findings: [] })
})
const multipart = {
  ...form,
  paths: {
    '/a': {
      post: {
        ...form.paths['/a'].post,
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': form.paths['/a'].post.requestBody.content['application/x-www-form-urlencoded'],
          },
        },
      },
    },
  },
}
it.each([
  ['application/x-www-form-urlencoded', form, (q: string) => `q=${q}`],
  [
    'multipart/form-data; boundary=--------7',
    multipart,
    (q: string) => `----------7\r\nContent-Disposition: form-data; name="q"\r\n\r\n${q}\r\n----------7--\r\n`,
  ],
])('reads a form that Firefox has recorded with its headers: %s', async (mimeType, described, written) => {
  const place = await folder.file(described)
  const sent = async (q: string) => {
    const body = written(q)
    const text = `Content-Type: ${mimeType}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const headers = [{ name: 'Content-Type', value: mimeType }]
    const one = entry({ text: '{"id":1}' }, [], {
      headers,
      bodySize: body.length,
      postData: { mimeType, params: [], text },
    })
    return drift(['traffic', await folder.file({ log: { entries: [one] } }), '--contract', place])
  }
  expect(await sent('5')).toMatchObject({ code: 0, out: expect.stringContaining('No drift.') as unknown })
  expect((await sent('five')).out).toContain('seen-request-refused')
})

it('finds an empty form when the contract requires a field', async () => {
  const postData = { mimeType: 'application/x-www-form-urlencoded', text: '', params: [] }
  const entries = [entry({ text: '{"id":1}' }, [], { postData })]
  const [har, place] = [await folder.file({ log: { entries } }), await folder.file(form)]
  const { out } = await drift(['traffic', har, '--contract', place, '--format', 'json'])
  expect(JSON.parse(out)).toMatchObject({ findings: [{ rule: 'seen-request-refused' }] })
})
it.each([
  ['with its own scheme', 'wss', 0],
  ['with that of HTTP', 'https', 101],
])('skips a web socket %s, at the path of a call or not', async (_, scheme, status) => {
  const socket = (path: string) => ({
    ...entry({}, [], { method: 'GET', url: `${scheme}://x.example${path}` }),
    response: { ...fine.response, status },
  })
  const { code, out } = await traffic(socket('/a'), socket('/ws'), fine)
  expect({ code, report: JSON.parse(out) }).toMatchObject({
    code: 0,
    report: { findings: [], facts: ['3 exchanges read, 1 checked; skipped: 2 over a web socket.'] },
  })
})
it.each<[string, string, object]>([
  ['left out by Firefox, as a size of 0', '8', { content: { size: 0 }, bodySize: 0 }],
  ['cut by a lost connection, as Charles writes it', '800', { content: { size: 5, text: '{"id"' }, bodySize: 5 }],
])('does not judge a body that was %s, when its length was announced', async (_what, value, response) => {
  const one = entry({}, [{ name: 'Content-Length', value }])
  const { code, out } = await traffic({ ...one, response: { ...one.response, ...response } })
  expect({ code, findings: (JSON.parse(out) as { findings: unknown[] }).findings }).toEqual({ code: 0, findings: [] })
})
it('does not treat a form that Firefox omitted as empty when its length is recorded', async () => {
  const left = entry({ text: '{"id":1}' }, [], { headers: [{ name: 'Content-Length', value: '2048' }] })
  const [har, place] = [await folder.file({ log: { entries: [left] } }), await folder.file(form)]
  const { out } = await drift(['traffic', har, '--contract', place, '--format', 'json'])
  expect((JSON.parse(out) as { findings: unknown[] }).findings).toEqual([])
})
