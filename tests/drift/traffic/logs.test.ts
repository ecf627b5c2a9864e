import { zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { grouped } from '#drift/report/finding.ts'
import { readAll } from '#drift/traffic/read-recordings.ts'
import { folderOfFile, newTraffic } from '../support.ts'

const folder = folderOfFile()
const path = '/bff/api/v3/get_client_data'
async function seen(content: string | Buffer, name = 'log') {
  const traffic = await newTraffic()
  await readAll(traffic, [await folder.file(content, name)])
  const { coverage } = traffic.data as {
    coverage: Record<string, { matrix: Record<string, { is: string; unread?: number }> }>
  }
  return {
    traffic,
    rules: grouped(traffic.found).map(({ rule, seen: some }) => [rule, some?.count]),
    matrix: Object.fromEntries(
      Object.entries(coverage['getClientData']!.matrix).filter(([, { is }]) => is !== 'never seen'),
    ),
  }
}
const json = (...lines: unknown[]) => lines.map((line) => JSON.stringify(line)).join('\n')

describe('a log without bodies', () => {
  const access = (status: number, at = '20/Nov/2026:10:00:00 +0300') =>
    `10.0.0.7 - anna [${at}] "POST ${path}?a=1 HTTP/1.1" ${status} 512 "-" "Mozilla/5.0 (X11) [x] \\"y\\""`
  it.each([
    ['nginx', [access(200), access(200), access(404)].join('\n')],
    [
      'Envoy',
      [200, 200, 404]
        .map(
          (status) =>
            `[2026-11-20T10:00:00.000Z] "POST ${path}?a=1 HTTP/2" ${status} - 10 512 3 2 "-" "x" "id" "host" "10.0.0.1:80"`,
        )
        .join('\n'),
    ],
    [
      'nginx in JSON',
      json(
        ...[200, 200, 404].map((status) => ({
          time_iso8601: '2026-11-20T10:00:00+03:00',
          request_method: 'POST',
          request_uri: `${path}?a=1`,
          status: String(status),
        })),
      ),
    ],
    [
      'Envoy in JSON',
      json(
        ...[200, 200, 404].map((status) => ({
          start_time: '2026-11-20T10:00:00.000Z',
          method: 'POST',
          path: `${path}?a=1`,
          response_code: status,
        })),
      ),
    ],
    [
      'Kong',
      json(
        ...[200, 200, 404].map((status) => ({
          started_at: 1_795_161_600_000,
          request: { method: 'POST', uri: `${path}?a=1`, size: 10, headers: { host: 'x' } },
          response: { status, size: 512, headers: { 'content-type': 'application/json' } },
        })),
      ),
    ],
  ])('of %s says nothing of them, and judges statuses', async (_, text) => {
    const { traffic, rules, matrix } = await seen(text)
    expect({ read: traffic.read, checked: traffic.checked }).toEqual({ read: 3, checked: 3 })
    expect(rules).toEqual([
      ['seen-call-gone', 1],
      ['seen-parameter-unknown', 3],
    ])
    expect(matrix['200']).toMatchObject({ is: 'no body', unread: 2 })
    expect(grouped(traffic.found)[0]!.seen!.first).toMatch(/^log #3 \(2026-11-\d\dT\d\d:00:00\.000Z\)$/)
  })
  it('is shown in the coverage, which does not count its exchanges', async () => {
    const { traffic } = await seen(access(200))
    expect(traffic.sections[0]!.lines[0]).toMatch(/^1 of 33 calls, 0 of /)
    expect(traffic.sections[0]!.lines[1]).toMatch(/1 without a body to compare/)
  })
  it('with extremely long lines is read in time', async () => {
    const { traffic } = await seen(
      [access(200), '['.repeat(300_000), `[${'x'.repeat(20)}] "GET `.repeat(30_000)].join('\n'),
    )
    expect({ read: traffic.read, checked: traffic.checked }).toEqual({ read: 3, checked: 1 })
  })
})

describe('a body that was not recorded', () => {
  const entry = (content: object, more: object = {}) => ({
    startedDateTime: '2026-11-20T10:00:00.000Z',
    request: {
      method: 'POST',
      url: `https://shop.example${path}`,
      httpVersion: 'HTTP/2',
      headers: [],
      postData: { text: '{}' },
    },
    response: { status: 200, headers: [], bodySize: -1, content, ...more },
  })
  const good = '{"code":2000,"message":"x"}'
  it.each<[string, unknown, string]>([
    ['dropped by the browser', entry({ size: 512, mimeType: 'application/json' }), 'no body'],
    ['without a size', entry({ mimeType: 'application/json' }), 'no body'],
    ['with a size that its text has not', entry({ size: 5000, text: '{"code":0,"resu' }), 'no body'],
    [
      'with a size that its base64 has not',
      entry({ size: 5000, encoding: 'base64', text: Buffer.from('{"code":0,"resu').toString('base64') }),
      'no body',
    ],
    [
      'with a size that its base64 in Latin-1 has not',
      entry({ size: 30, encoding: 'base64', text: Buffer.from('{"code":0,"resé éééé', 'latin1').toString('base64') }),
      'no body',
    ],
    [
      'marked as cut',
      { method: 'POST', url: path, status: 200, responseBody: '{"co', responseTruncated: true },
      'no body',
    ],
    ['left out', { method: 'POST', url: path, status: 200 }, 'no body'],
    ['null', { method: 'POST', url: path, status: 200, responseBody: null }, 'no body'],
    [
      'shorter than its length',
      { method: 'POST', url: path, status: 200, responseHeaders: { 'content-length': '900' }, responseBody: '{"co' },
      'no body',
    ],
  ])('is unknown: %s', async (_, line, is) => {
    const { rules, matrix } = await seen(json(line))
    expect(rules).toEqual([])
    expect(matrix['200']).toMatchObject({ is })
  })
  it.each<[string, unknown]>([
    [
      'in base64, and says so',
      {
        method: 'POST',
        url: path,
        status: 200,
        responseBody: Buffer.from(good).toString('base64'),
        responseBodyEncoding: 'base64',
      },
    ],
    [
      'in base64 as gateways write it',
      {
        method: 'POST',
        url: path,
        status: 200,
        response: { isBase64Encoded: true, body: Buffer.from(good).toString('base64'), status: 200 },
      },
    ],
    [
      'in base64, and does not say so',
      { method: 'POST', url: path, status: 200, responseBody: Buffer.from(`${good} `).toString('base64') },
    ],
  ])('is read: %s', async (_, line) => {
    const { rules, matrix } = await seen(json(line))
    expect(rules).toEqual([])
    expect(matrix['200 code 2000']).toMatchObject({ is: 'agrees' })
  })
  it('with a byte order mark is read, and gets a note', async () => {
    const { rules, matrix } = await seen(
      json({ method: 'POST', url: path, status: 200, responseBody: `\uFEFF${good}` }),
    )
    expect(rules).toEqual([['seen-byte-order-mark', 1]])
    expect(matrix['200 code 2000']).toMatchObject({ is: 'agrees' })
  })
  it('is distinguished from an empty one, which is breaking', async () => {
    expect((await seen(json({ method: 'POST', url: path, status: 200, responseBody: '' }))).rules).toEqual([
      ['seen-not-json', 1],
    ])
  })
})

describe('other recordings', () => {
  const attribute = (key: string, value: object) => ({ key, value })
  const span = (status: number, body?: string) => ({
    startTimeUnixNano: '1795161600000000000',
    attributes: [
      attribute('http.request.method', { stringValue: 'POST' }),
      attribute('url.path', { stringValue: path }),
      attribute('http.response.status_code', { intValue: String(status) }),
      ...(body === undefined ? [] : [attribute('http.response.body', { stringValue: body })]),
    ],
  })
  it('of OpenTelemetry: statuses and bodies of every span and log record', async () => {
    const exported = (kind: 'Spans' | 'Logs', inner: string, ...all: object[]) => ({
      [`resource${kind}`]: [{ [`scope${kind}`]: [{ [inner]: all }] }],
    })
    const { traffic, rules } = await seen(
      json(
        exported('Spans', 'spans', span(200), span(404), { attributes: [] }),
        exported('Logs', 'logRecords', span(200, '{"code":9999}')),
      ),
    )
    expect(traffic.checked).toBe(3)
    expect(rules).toEqual([
      ['seen-call-gone', 1],
      ['seen-code-unknown', 1],
    ])
  })
  it('of mitmproxy as HAR: its size is that of the compressed body, which may be longer than a short one', async () => {
    const named = (fields: Record<string, string>) => Object.entries(fields).map(([name, value]) => ({ name, value }))
    const entry = (size: number, compression: number, text: string, more: object = {}) => ({
      startedDateTime: '2026-11-23T21:58:13.887073+00:00',
      time: 3.42,
      request: {
        method: 'POST',
        url: `http://127.0.0.1:6742${path}`,
        httpVersion: 'HTTP/1.1',
        cookies: named({ a: 'b' }),
        headers: named({ Host: '127.0.0.1:6742', 'content-type': 'application/json', 'Content-Length': '2' }),
        queryString: [],
        headersSize: 180,
        bodySize: 2,
        postData: { mimeType: 'application/json', text: '{}', params: [] },
      },
      response: {
        status: 200,
        statusText: 'OK',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: named({ 'content-type': 'application/json', 'content-encoding': 'gzip' }),
        content: { size, compression, mimeType: 'application/json', text, ...more },
        redirectURL: '',
        headersSize: 223,
        bodySize: size,
      },
      cache: {},
      timings: { connect: 0.29, ssl: -1, send: 0.49, receive: 0.57, wait: 2.07 },
      serverIPAddress: '127.0.0.1',
    })
    const text = '{"code":7777,"message":"y"}'
    const entries = [
      entry(47, -20, text),
      entry(27, 0, Buffer.from(text).toString('base64'), { encoding: 'base64' }),
      entry(60, 300, `{"code":7777,"message":"${'y'.repeat(335)}"}`),
    ]
    const har = {
      log: { version: '1.2', creator: { name: 'mitmproxy', version: '12', comment: '' }, pages: [], entries },
    }
    const { rules, matrix } = await seen(JSON.stringify(har, null, 4))
    expect(rules).toContainEqual(['seen-code-unknown', 3])
    expect(Object.values(matrix).map(({ unread }) => unread ?? 0)).toEqual([0])
  })
  it('compressed with zstd', async () => {
    const line = json({ method: 'POST', url: path, status: 200, responseBody: { code: 9999 } })
    expect((await seen(zstdCompressSync(line))).rules).toEqual([['seen-code-unknown', 1]])
    await expect(seen(zstdCompressSync(line.repeat(50)).subarray(0, -9))).rejects.toThrow(/zstd file that is cut off/)
  })
})
