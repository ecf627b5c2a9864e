import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type RequestListener,
  type Server,
} from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import { createServer as createTlsServer } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { grouped } from '#drift/report/finding.ts'
import { type Proxy, startProxy } from '#drift/traffic/recording-proxy.ts'
import type { Traffic } from '#drift/traffic/traffic.ts'
import { mockOfFile, paths } from '../../mock-server/support.ts'
import { drift, folderOfFile, newTraffic } from '../support.ts'

const folder = folderOfFile()

const mock = mockOfFile()
const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  for (const close of closing.splice(0)) await close()
})
/** Creates a self-signed certificate and its key. */
async function certificate(): Promise<{ key: Buffer; cert: Buffer }> {
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder.path, name)) as [string, string]
  const made = `req -x509 -newkey rsa:2048 -nodes -keyout ${key} -out ${cert} -days 2 -subj /CN=localhost`
  execFileSync('openssl', made.split(' '), { stdio: 'ignore' })
  return { key: await readFile(key), cert: await readFile(cert) }
}
/** Starts a backend with this request listener. */
async function backend(answer: RequestListener): Promise<{ origin: string; server: Server }> {
  const server = createServer(answer)
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

describe('drift live', { timeout: 90_000 }, () => {
  it('reads, writes nothing, and finds no drift in the mock', async () => {
    const user = await mock.user('registered')
    const token = await user.token()
    const { code, out, err } = await drift(['live', mock.origin, '--token-env', 'T', '--coverage'], {
      env: { T: token },
    })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(
      /getClientData: agrees: 200 code 0 ×1[^]*Not run: purchaseByMainCard: it writes \(createOrder\); --allow-writes runs it[^]*No drift\.\n$/,
    )
    expect(out).not.toContain(token)
    const called = new Set((await user.journal()).map(({ operation }) => operation))
    expect(called).toContain('getBankCards')
    expect(
      [...called].filter((name) =>
        /^(create|pay|change|enable|disable|register|unbind|activate|delete|save|send)/.test(name),
      ),
    ).toEqual([])
  })
  it('finds no drift for a user without cards', async () => {
    const user = await mock.user('no-cards')
    const { code, out } = await drift(['live', mock.origin, '--token-env', 'T'], { env: { T: await user.token() } })
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/No drift\.\n$/) })
  })
  it('runs a flow that writes when that is allowed, and validates what it saw', async () => {
    const user = await mock.user('registered')
    const { code, out, err } = await drift(
      ['live', mock.origin, '--token-env', 'T', '--allow-writes', '--flow', 'purchaseByMainCard', '--coverage'],
      { env: { T: await user.token() } },
    )
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/createOrder: agrees: 200 code 0 ×1/)
    expect((await user.journal()).map(({ operation }) => operation)).toContain('createOrder')
  })
  it('names the failed step of a flow', async () => {
    // There is nothing to turn off, because the option was not bought.
    const user = await mock.user('registered')
    const { code, out } = await drift(
      ['live', mock.origin, '--token-env', 'T', '--allow-writes', '--flow', 'optionAutopayment'],
      { env: { T: await user.token() } },
    )
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringMatching(/The flow optionAutopayment failed at option: [^\n]*autopaymentsEnabled == true/),
    })
  })
  it('reports what it read when a flow cannot be run', async () => {
    const user = await mock.user('registered')
    await user.break({ operation: 'getScoresBalance', code: 9999, times: 1 })
    vi.stubEnv('NODE_OPTIONS', `--require=${await folder.file('process.abort()', 'abort.cjs')}`)
    const { code, out } = await drift(['live', mock.origin, '--token-env', 'T', '--allow-writes'], {
      env: { T: await user.token() },
    })
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('getScoresBalance returned the code 9999') })
    expect(out).toContain('The flow purchaseByMainCard could not be run: it ended by SIGABRT.')
  })
  it('reports drift that a fault of the mock causes', async () => {
    const user = await mock.user('registered')
    await user.break({ operation: 'getScoresBalance', code: 9999, times: 1 })
    const { code, out } = await drift(['live', mock.origin, '--token-env', 'T'], { env: { T: await user.token() } })
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringContaining('getScoresBalance returned the code 9999; the contract lists 0, 2000'),
    })
  })
  it('does not show the path of the given address when a call fails', async () => {
    const { origin } = await backend((_, response) => void response.writeHead(500).end())
    const { code, out } = await drift(['live', `${origin}/tenant-7f3a`, '--token-env', 'T'], { env: { T: 'token' } })
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringMatching(/returned HTTP 500[^]*repeat +curl -X POST "\$ORIGIN"'\/v\d\/\w+' -H/),
    })
    expect(out).not.toContain('tenant-7f3a')
  })

  it('reports a server error, though the contract lists the status', async () => {
    const user = await mock.user('registered')
    await user.break({ operation: 'getScoresBalance', status: 500, times: 1 })
    const { code, out } = await drift(['live', mock.origin, '--token-env', 'T'], { env: { T: await user.token() } })
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringMatching(
        /getScoresBalance returned HTTP 500 to an example of the contract: [^]*repeat +curl -X POST "\$ORIGIN"'\/bff\/api\/v1\/get_scores_balance' -H "Authorization: Bearer \$TOKEN" [^]*Drift: 1 breaking\b/,
      ),
    })
  })
  it('lists what it would send, and sends nothing', async () => {
    let requests = 0
    const { origin } = await backend((_, response) => {
      requests += 1
      response.end()
    })
    const { code, out } = await drift(['live', origin, '--dry-run'])
    expect({ code, requests, out }).toEqual({
      code: 0,
      requests: 0,
      out: expect.stringMatching(
        /nothing was\.\n\nPOST \S+get_client_data \{\}\n[^]*not: purchaseByMainCard: it writes/,
      ),
    })
  })
  it.each<[string[], RegExp]>([
    [['live'], /One address is needed/],
    [['live', 'nonsense'], /An address begins with http:\/\/ or https:\/\/(?!.*nonsense)/],
    [
      ['live', 'http://127.0.0.1:9'],
      /127\.0\.0\.1:9\/bff\/api gives no answer: Node and browsers block this port, so let the service listen on another one$/m,
    ],
    [['live', 'http://127.0.0.1:2'], /gives no answer: nothing listens there: ECONNREFUSED$/m],
    [['live', 'http://127.0.0.1:9', '--token-env', 'NOT_SET'], /The environment variable NOT_SET is empty/],
    [
      ['live', 'http://127.0.0.1:9', '--flow', 'nonsense'],
      /There is no flow called nonsense; there are purchaseByMainCard/,
    ],
    [
      ['live', 'http://127.0.0.1:9', '--flow', 'purchaseByMainCard'],
      /Nothing was sent\. purchaseByMainCard: it writes/,
    ],
    [['live', 'http://127.0.0.1:9', '--input', 'x'], /--input is name=value/],
    [['proxy'], /One address is needed/],
    [['proxy', 'ftp://x'], /An address begins with http/],
    [
      ['proxy', 'http://anna:secret@127.0.0.1:9'],
      /The address has a name, a password or a query in it(?!.*(anna|secret))/,
    ],
    [['proxy', 'http://127.0.0.1:9?key=secret'], /The address has a name, a password or a query in it(?!.*secret)/],
    [['live', 'anna:secret@127.0.0.1:9'], /An address begins with http(?!.*(anna|secret))/],
    [['proxy', 'http://x', '--port', 'many'], /--port is a number/],
  ])('%j is refused with a sentence and exits with 2', async (args, message) => {
    expect(await drift(args)).toMatchObject({ code: 2, err: expect.stringMatching(message) })
  })
  it.each<[string, RequestListener, number, RegExp]>([
    [
      'text in another encoding than UTF-8',
      (_, response) => response.end(Buffer.from([0x7b, 0x22, 0xcf, 0xf0, 0xe8, 0x22, 0x3a, 0x31, 0x7d])),
      1,
      /getClientData returned 200 as JSON with another charset than UTF-8/,
    ],
    [
      'a byte order mark',
      (_, response) => response.end('\ufeff{"code":9999}'),
      1,
      /JSON of getClientData, answer 200, began with a byte order mark/,
    ],
    [
      'what is nested too deeply',
      (_, response) => response.end('['.repeat(200_000) + ']'.repeat(200_000)),
      2,
      /Could not check: \d+ exchanges read, 0 checked; skipped: \d+ nested too deeply/,
    ],
    [
      'chunks without the last one',
      (_, response) => {
        response.setHeader('connection', 'close').flushHeaders()
        response.socket?.end('3\r\n{"c\r\n')
      },
      2,
      /gives no answer: its answer ends in the middle\n/,
    ],
    [
      'less than Content-Length says',
      (_, response) => {
        response.writeHead(200, { 'content-length': 100, connection: 'close' }).write('{"code":0,')
        response.socket?.end()
      },
      2,
      /gives no answer: its body is not as long as Content-Length says: UND_ERR_RES_CONTENT_LENGTH_MISMATCH/,
    ],
    [
      'half of a body',
      (_, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('{"code":0,')
        setTimeout(() => response.destroy(), 20)
      },
      2,
      /gives no answer: the connection broke in the middle: UND_ERR_SOCKET/,
    ],
    [
      'a body that is packed in no gzip',
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('{"code":0}'),
      2,
      /gives no answer: its body is not packed as it says: Z_DATA_ERROR/,
    ],
  ])('judges %s', async (_, answer, code, words) => {
    const { origin } = await backend((request, response) => {
      request.resume().on('end', () => answer(request, response))
    })
    const result = await drift(['live', origin, '--notes'])
    expect({ code: result.code, output: result.out + result.err }).toEqual({
      code,
      output: expect.stringMatching(words),
    })
  })
  it('gives up after three calls without an answer', async () => {
    let requests = 0
    const { origin } = await backend((_, response) => {
      requests += 1
      response.destroy()
    })
    const { code, err } = await drift(['live', origin])
    expect({ code, requests, err }).toEqual({ code: 2, requests: 3, err: expect.stringContaining('gives no answer') })
  })
  it.each(['live', 'proxy'])('says how to trust the certificate of the backend: %s', async (command) => {
    const server = createTlsServer(await certificate())
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    closing.push(() => void server.close())
    const target = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    let isAsked = false
    const { code, err } = await drift([command, target, ...(command === 'proxy' ? ['--port', '0'] : [])], {
      onError: (text, stop) => {
        const origin = /http:\/\/127\.0\.0\.1:\d+(?= passes)/.exec(text)?.[0]
        if (!origin || isAsked) return
        isAsked = true
        void fetch(`${origin}/bff/api${paths.createOrder}`, { method: 'POST' }).then(stop)
      },
    })
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(/DEPTH_ZERO_SELF_SIGNED_CERT: NODE_EXTRA_CA_CERTS=[^]*$/),
    })
    expect(err).not.toContain('--base')
  })
  it('says that a backend with HTTP/2 only, behind TLS, answers no HTTP/1.1', async () => {
    const server = createTlsServer({ ...(await certificate()), ALPNProtocols: ['h2'] })
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    closing.push(() => void server.close())
    const { code, err } = await drift(['live', `https://127.0.0.1:${(server.address() as AddressInfo).port}`])
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('gives no answer: it answers no HTTP/1.1') })
  })
  it('stops waiting for a description at its deadline', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { origin } = await backend((_, response) => {
      response.write('openapi')
      vi.advanceTimersByTime(15_000)
    })
    const { code, err } = await drift(['spec', `${origin}/openapi.yaml`])
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(/openapi\.yaml cannot be read: no answer in 15 s/),
    })
  })
  it('reports that the token is refused', async () => {
    const { code, err } = await drift(['live', mock.origin, '--token', 'wrong'])
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('refuses the token') })
  })
})

describe('drift live over a description that is not ours', () => {
  const found = { description: 'x', content: { 'application/json': { schema: { type: 'object' } } } }
  const reading = async (...reads: string[]) =>
    folder.file({
      openapi: '3.1.0',
      info: { title: 'x', version: '1' },
      paths: Object.fromEntries(
        reads.map((path, nth) => {
          const parameters = ['id', 'q'].flatMap((name) =>
            path.includes(`{${name}}`)
              ? [{ name, in: 'path', required: true, schema: { type: 'string', example: '7' } }]
              : path.includes(`?${name}`)
                ? [{ name, in: 'query', required: true, schema: { type: 'string', example: '7' } }]
                : [],
          )
          const get = { operationId: `get${nth}`, parameters, responses: { '200': found, '404': found } }
          return [path.replace(/\?.*/, ''), { get }]
        }),
      ),
    })
  const missing = async (isThere: (url: string) => boolean) =>
    (
      await backend(({ url = '' }, response) => {
        response.writeHead(isThere(url) ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
      })
    ).origin
  it.each([[[]], [['--explore']]])(
    'says that there is no call below the address, with options %j',
    async (more: string[]) => {
      const origin = await missing(() => false)
      const { code, out, err } = await drift([
        'live',
        `${origin}/v1`,
        '--contract',
        await reading('/cats', '/cats/{id}'),
        ...more,
      ])
      expect({ code, out, err }).toEqual({
        code: 2,
        out: '',
        err: expect.stringContaining(`${origin}/v1 answers every call with 404: check the path of the address`),
      })
    },
  )
  it('takes another base path than the contract’s, also none', async () => {
    const contract = await folder.file({
      openapi: '3.1.0',
      info: { title: 'x', version: '1' },
      servers: [{ url: 'https://mock.example/cats/v1' }],
      paths: { '/cats': { get: { responses: { '200': found } } } },
    })
    const origin = await missing((url) => url === '/cats' || url === '/v2/cats')
    const check = (...more: string[]) => drift(['live', origin, '--contract', contract, ...more])
    expect((await check()).err).toContain(
      `${origin}/cats/v1 answers every call with 404: check the path of the address`,
    )
    for (const base of ['/', 'v2']) expect((await check('--base', base)).out).toContain('1 of 1 calls')
  })
  it.each<[what: string, path: string]>([
    ['only asks for what may be missing', '/cats/{id}'],
    ['only looks for what may not be found', '/cats?q'],
  ])('finds no drift in 404 to a contract that %s', async (_what, path) => {
    const { code, out } = await drift(['live', await missing(() => false), '--contract', await reading(path)])
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/No drift\.\n$/) })
  })
  it('finds no drift in 404 to one of several calls', async () => {
    const origin = await missing((url) => url !== '/cats')
    const { code, out } = await drift(['live', origin, '--contract', await reading('/cats', '/dogs')])
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/No drift\.\n$/) })
  })
  it('sends parameters in their style, with any example that the contract has', async () => {
    const seen: string[] = []
    const { origin } = await backend((request, response) => {
      seen.push(
        [request.method, decodeURIComponent(request.url ?? ''), request.headers['x-size'] ?? ''].join(' ').trimEnd(),
      )
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
    const list = { type: 'array', items: { type: 'integer' }, example: [1, 2] }
    const size = { type: 'object', properties: { high: { type: 'integer' }, wide: { type: 'integer' } } }
    const example = { high: 1, wide: 2 }
    const answer = { description: 'x', content: { 'application/json': { schema: { type: 'object' } } } }
    const get = (name: string, where: string, more: object, method = 'get') => ({
      [method]: {
        operationId: name,
        parameters: [{ name, in: where, required: true, ...more }],
        responses: { '200': answer },
      },
    })
    const contract = await folder.file({
      openapi: '3.1.0',
      info: { title: 'x', version: '1' },
      paths: {
        '/multi': get('ids', 'query', { schema: list }),
        '/csv': get('ids', 'query', { explode: false, schema: list }),
        '/pipes': get('ids', 'query', { explode: false, style: 'pipeDelimited', schema: list }),
        '/fields': get('size', 'query', { schema: size, example }),
        '/deep': get('size', 'query', { style: 'deepObject', schema: size, example }),
        '/joined': get('size', 'query', { explode: false, schema: size, example }),
        '/header': get('X-Size', 'header', { explode: true, schema: size, example }),
        '/json': get('size', 'query', { content: { 'application/json': { schema: size, example } } }),
        '/path/{id}': get('id', 'path', { schema: { $ref: '#/components/schemas/Id' } }),
        '/schema': get('q', 'query', { schema: { type: 'string', examples: ['a'] } }),
        '/named': get('q', 'query', { schema: {}, examples: { one: { $ref: '#/components/examples/One' } } }),
        '/head': get('q', 'query', { schema: { const: 1 } }, 'head'),
        '/matrix/{id}': get('id', 'path', { style: 'matrix', schema: { const: 1 } }),
      },
      components: { schemas: { Id: { type: 'string', example: 'a' } }, examples: { One: { value: 'b' } } },
    })
    const { code, out } = await drift(['live', origin, '--contract', contract])
    expect(seen).toEqual([
      'GET /multi?ids=1&ids=2',
      'GET /csv?ids=1,2',
      'GET /pipes?ids=1|2',
      'GET /fields?high=1&wide=2',
      'GET /deep?size[high]=1&size[wide]=2',
      'GET /joined?size=high,1,wide,2',
      'GET /header high=1,wide=2',
      'GET /json?size={"high":1,"wide":2}',
      'GET /path/a',
      'GET /schema?q=a',
      'GET /named?q=b',
      'HEAD /head?q=1',
    ])
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(
        /Not run: id: its parameter id is written in a style that is not made[^]*No drift\.\n$/,
      ),
    })
  })
  it('reads by GET, with the parameters’ examples, and lists what it left out', async () => {
    const seen: string[] = []
    const { origin } = await backend((request, response) => {
      seen.push([request.method, request.url, request.headers['x-shop'] ?? ''].join(' ').trimEnd())
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":5}')
    })
    const header = (name: string, schema: object) => ({ name, in: 'header', required: true, schema })
    const answer = {
      content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } },
    }
    const get = (operationId: string, schema: object, ...more: object[]) => ({
      get: {
        operationId,
        parameters: [{ name: 'id', in: 'path', required: true, schema }, ...more],
        responses: { '200': answer },
      },
    })
    const contract = await folder.file({
      openapi: '3.1.0',
      info: { title: 'x', version: '1' },
      servers: [{ url: '/api' }],
      paths: {
        '/cats/{id}': get('getCat', { type: 'string', example: 'a b' }),
        '/dogs/{id}': get('getDog', { type: 'string' }),
        '/horses/{id}': get('getHorse', { type: 'string' }),
        '/fish/{id}': get(
          'getFish',
          { const: 4 },
          header('X-Shop', { enum: ['north', 'south'] }),
          header('Accept', {}),
        ),
        '/mice/{id}': get('getMouse', { example: 1 }, header('X-Shop', { type: 'string' })),
        '/birds': { post: { operationId: 'addBird', responses: { '200': answer } } },
      },
    })
    const { code, out } = await drift(['live', origin, '--contract', contract])
    expect({ code, seen }).toEqual({ code: 1, seen: ['GET /api/cats/a%20b', 'GET /api/fish/4 north'] })
    expect(out).toMatch(
      /`name` of getCat was an integer[^]*Not run: getDog, getHorse: the contract shows no value of id; --explore makes values up\n/,
    )
    expect(out).toContain('Not run: getMouse: the contract shows no value of X-Shop; --explore makes values up\n')
    const dry = await drift(['live', origin, '--contract', contract, '--dry-run'])
    expect(dry.out).toContain('GET /fish/4 X-Shop: north\n')
    expect(out).toContain(
      'Not run: addBird: what writes and is in no flow is called only with --explore --allow-writes',
    )
    const allowed = await drift([
      'live',
      origin,
      '--contract',
      contract,
      '--explore',
      '--allow-writes',
      '--requests',
      '100',
    ])
    expect(seen).toContain('POST /api/birds')
    expect(['dogs', 'horses', 'mice'].filter((name) => !seen.some((one) => one.includes(name)))).toEqual([])
    expect(allowed.out).not.toContain('Not run:')
  })
})

describe('drift proxy', () => {
  let traffic: Traffic
  beforeEach(async () => void (traffic = await newTraffic()))
  const through = async (target: string): Promise<Proxy> => {
    const proxy = await startProxy({ target, traffic })
    closing.push(() => proxy.close())
    return proxy
  }
  const post = (origin: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${origin}/bff/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  it('forwards the mock’s answers unchanged, and finds no drift', async () => {
    const user = await mock.user('registered')
    const { origin } = await through(mock.origin)
    const authorization = `Bearer ${await user.token()}`
    const [direct, passed] = await Promise.all(
      [mock.origin, origin].map((from) => post(from, paths.getBankCards, {}, { authorization })),
    )
    expect(await passed!.text()).toBe(await direct!.text())
    expect((await fetch(`${origin}/__mock/health`)).status).toBe(200)
    expect({ checked: traffic.checked, found: traffic.found }).toEqual({ checked: 1, found: [] })
  })
  it.each<[string, (text: string) => Buffer]>([
    ['identity', (text) => Buffer.from(text)],
    ['gzip', (text) => gzipSync(text)],
    ['x-gzip', (text) => gzipSync(text)],
    ['Identity, GZIP', (text) => gzipSync(text)],
    ['gzip, gzip', (text) => gzipSync(gzipSync(text))],
    ['gzip, br', (text) => brotliCompressSync(gzipSync(text))],
    ['deflate', (text) => deflateSync(text)],
    ['deflate', (text) => deflateRawSync(text)],
    ['br', (text) => brotliCompressSync(text)],
    ['zstd', (text) => zstdCompressSync(text)],
  ])('keeps bytes and headers, and judges an answer that is packed with %s', async (encoding, pack) => {
    const bytes = pack(JSON.stringify({ code: 9999, message: 'x' }))
    const { origin: target } = await backend((request, response) => {
      request
        .resume()
        .on('end', () =>
          response
            .writeHead(200, 'Fine', [
              'Content-Type',
              'application/json',
              'Content-Encoding',
              encoding,
              'X-Twice',
              'a',
              'X-Twice',
              'b',
              'Set-Cookie',
              'c=1',
            ])
            .end(bytes),
        )
    })
    const { origin } = await through(target)
    const answer = await new Promise<string>((done) => {
      const { port, hostname } = new URL(origin)
      let raw = ''
      const body = JSON.stringify({ x: 1 })
      const socket = connect(Number(port), hostname, () =>
        socket.write(
          `POST /bff/api${paths.createOrder} HTTP/1.1\r\nHost: app.example\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        ),
      )
      socket.on('data', (chunk) => (raw += chunk.toString('latin1')))
      socket.on('close', () => done(raw))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 200 Fine\r\n[^]*X-Twice: a\r\nX-Twice: b\r\nSet-Cookie: c=1\r\n/)
    expect(answer).toContain(bytes.toString('latin1'))
    expect(grouped(traffic.found).map(({ rule }) => rule)).toEqual(['seen-code-unknown', 'seen-header-missing'])
  })
  it.each<[string, string, Buffer, string[]]>([
    [
      'another encoding than UTF-8',
      'identity',
      Buffer.from([0x7b, 0x22, 0xcf, 0xf0, 0xe8, 0x22, 0x3a, 0x31, 0x7d]),
      ['seen-success-useless', 'seen-charset', 'seen-media-type-missing'],
    ],
    ['a packing that no one knows', 'lzma', Buffer.from('x'), []],
    ['gzip, too large when unpacked', 'gzip', gzipSync(JSON.stringify({ code: 0, x: 'x'.repeat(5_000_000) })), []],
  ])('judges an answer in %s by what can be known of it', async (_, encoding, bytes, rules) => {
    const { origin: target } = await backend((request, response) => {
      request.resume().on('end', () => response.writeHead(200, { 'content-encoding': encoding }).end(bytes))
    })
    const { origin } = await through(target)
    await fetch(`${origin}/bff/api${paths.getBankCards}`, { method: 'POST', body: '{}' }).then((answer) =>
      answer.arrayBuffer(),
    )
    await expect.poll(() => traffic.checked).toBe(1)
    expect(grouped(traffic.found).map(({ rule }) => rule)).toEqual(rules)
  })
  it('counts an answer that is cut', async () => {
    const { origin: target } = await backend((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, { 'content-length': 100 }).write('{"code":')
        setTimeout(() => response.destroy(), 50)
      })
    })
    const { origin } = await through(target)
    await expect(post(origin, paths.getBankCards, {}).then((answer) => answer.text())).rejects.toThrow()
    await expect
      .poll(() => traffic.facts[0])
      .toMatch(/^1 exchange read, 0 checked; skipped: 1 cut off in the middle of its answer/)
  })
  it('sends the backend its own host, and forwards everything else', async () => {
    const seen: unknown[] = []
    const { origin: target } = await backend((request, response) => {
      seen.push([request.method, request.url, request.headers.host, request.headers['x-mine']])
      response.end('{}')
    })
    const { origin } = await through(target)
    await fetch(`${origin}/any/path?q=1`, { method: 'PUT', headers: { 'x-mine': 'mine' }, body: 'b' })
    expect(seen).toEqual([['PUT', '/any/path?q=1', new URL(target).host, 'mine']])
  })
  it('answers 502 when the backend cannot be reached', async () => {
    const { origin } = await through('http://127.0.0.1:9')
    const answer = await post(origin, paths.getBankCards, {})
    expect({ status: answer.status, text: await answer.text() }).toEqual({
      status: 502,
      text: expect.stringContaining('The backend gave no answer: nothing listens there: E'),
    })
    expect(traffic.facts[0]).toMatch(
      /^1 exchange read, 0 checked; skipped: 1 without an answer \(nothing listens there: ECONNREFUSED\)/,
    )
  })
  it('counts a call that the client aborts before the answer', async () => {
    const { origin: target } = await backend((request) => request.resume())
    const { origin } = await through(target)
    const signal = AbortSignal.timeout(300)
    await expect(fetch(`${origin}/bff/api${paths.getBankCards}`, { method: 'POST', signal })).rejects.toThrow()
    await expect.poll(() => traffic.facts[0]).toMatch(/^1 exchange read, 0 checked; skipped: 1 given up by the client/)
  })
  it('counts a stream that the client closes as aborted by the client', async () => {
    const { origin: target } = await backend((_, response) => void response.write('data: 1\n\n'))
    const { origin } = await through(target)
    const leaving = new AbortController()
    const answer = await fetch(`${origin}/bff/api${paths.getBankCards}`, { method: 'POST', signal: leaving.signal })
    await answer.body!.getReader().read()
    leaving.abort()
    await expect.poll(() => traffic.facts[0]).toBe('1 exchange read, 0 checked; skipped: 1 given up by the client.')
  })
  it('gives up on a backend that is silent, before its answer and within it', async () => {
    const { origin: target } = await backend((request, response) => {
      if (request.url === '/stream') response.write('data: 1\n\n')
    })
    const proxy = await startProxy({ target, traffic, silenceMs: 200 })
    closing.push(() => proxy.close())
    const waiting = await fetch(`${proxy.origin}/wait`)
    expect({ status: waiting.status, text: await waiting.text() }).toEqual({
      status: 502,
      text: 'The backend gave no answer: silent for 0.2 s\n',
    })
    const stream = await fetch(`${proxy.origin}/stream`)
    await expect(stream.text()).rejects.toThrow()
    expect(traffic.facts[0]).toBe(
      '2 exchanges read, 0 checked; skipped: 1 silent for 0.2 s, 1 without an answer (silent for 0.2 s).',
    )
  })
  it('gives up on a web socket that the backend does not accept, but not on a silent one', async () => {
    const { server, origin: target } = await backend(() => {})
    server.on('upgrade', (request, socket) => {
      if (request.url === '/open') socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
    })
    const proxy = await startProxy({ target, traffic, silenceMs: 200 })
    closing.push(() => proxy.close())
    const opened = (path: string) => {
      const socket = connect(Number(new URL(proxy.origin).port), '127.0.0.1')
      closing.push(() => Promise.resolve(void socket.destroy()))
      socket.resume().write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
      return socket
    }
    const open = opened('/open')
    await new Promise((done) => void open.once('data', done))
    const waiting = opened('/wait')
    await expect.poll(() => waiting.closed, { timeout: 3000 }).toBe(true)
    expect(open.closed).toBe(false)
  })
  it('counts calls that are still open when it stops, before their answer and within it', async () => {
    let requests = 0
    const { origin: target } = await backend((request, response) => {
      requests += 1
      if (request.url === '/stream') response.write('data: 1\n\n')
    })
    const proxy = await through(target)
    const waiting = fetch(`${proxy.origin}/wait`).catch(() => 'broke')
    const stream = await fetch(`${proxy.origin}/stream`)
    await stream.body!.getReader().read()
    await expect.poll(() => requests).toBe(2)
    await proxy.close()
    expect(await waiting).toBe('broke')
    expect(traffic.facts[0]).toBe('2 exchanges read, 0 checked; skipped: 2 still open when the proxy ended.')
  })
  it('reports a backend that speaks only HTTP/2', async () => {
    const server = createHttp2Server((_, response) => response.end('{}'))
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    closing.push(() => void server.close())
    const { origin } = await through(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const answer = await post(origin, paths.getBankCards, {})
    expect({ status: answer.status, text: await answer.text() }).toEqual({
      status: 502,
      text: 'The backend gave no answer: it answers no HTTP/1.1\n',
    })
  })
  it('does not report a backend that resets the connection as unreachable', async () => {
    const { origin: target } = await backend((request) => void request.socket.resetAndDestroy())
    const { origin } = await through(target)
    const answer = await post(origin, paths.getBankCards, {})
    expect({ status: answer.status, text: await answer.text() }).toEqual({
      status: 502,
      text: 'The backend gave no answer: the connection broke: ECONNRESET\n',
    })
  })
  it('compares a call that offers an upgrade to HTTP/2, as Java’s client does, and counts web sockets', async () => {
    const { origin: target } = await backend((request, response) => {
      request.resume().on('end', () => response.end('{"code":9999}'))
    })
    const { origin } = await through(target)
    const { port, hostname } = new URL(origin)
    const ask = (lines: string[], body: string) =>
      new Promise<string>((done) => {
        let text = ''
        const socket = connect(Number(port), hostname, () => {
          socket.write([...lines, 'Host: x', '', ''].join('\r\n'))
          setTimeout(() => socket.write(body), 100)
        })
        socket.on('data', (chunk) => (text += chunk.toString())).on('close', () => done(text))
        setTimeout(() => socket.end(), 1000)
      })
    const answer = await ask(
      [
        `POST /bff/api${paths.createOrder} HTTP/1.1`,
        'Content-Length: 7',
        'Connection: Upgrade, HTTP2-Settings',
        'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
        'Upgrade: h2c',
      ],
      '{"x":1}',
    )
    expect(answer).toContain('{"code":9999}')
    expect(grouped(traffic.found).map(({ rule }) => rule)).toContain('seen-code-unknown')
    await ask(['GET /ws HTTP/1.1', 'Connection: Upgrade', 'Upgrade: websocket'], '')
    expect(traffic.facts[0]).toMatch(/^2 exchanges read, 1 checked; skipped: 1 over a web socket/)
  })
  it.each([
    ['without chunks', 'Content-Length: 10\r\nTrailer: X-Sum\r\n\r\n{"code":0}', ''],
    ['with chunks', 'Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n1\r\n0\r\n0\r\nX-Sum: 7\r\n\r\n', '7'],
  ])('passes on an answer that announces trailers, %s', async (_, rest, sum) => {
    const { origin: target } = await backend((_request, { socket }) => void socket!.end(`HTTP/1.1 200 OK\r\n${rest}`))
    const { origin } = await through(target)
    const answer = await new Promise<IncomingMessage>((done) => void httpRequest(`${origin}/`, done).end())
    await answer.toArray()
    expect({ status: answer.statusCode, trailer: answer.trailers['x-sum'] ?? '' }).toEqual({
      status: 200,
      trailer: sum,
    })
  })
  it('forwards a 204 with a body, which clients ignore', async () => {
    const { origin: target } = await backend((_, { socket }) => void socket!.end('HTTP/1.1 204 None\r\n\r\n{"code":0}'))
    const { origin } = await through(target)
    const answer = await post(origin, paths.getBankCards, {})
    expect({ status: answer.status, text: await answer.text() }).toEqual({ status: 204, text: '' })
  })
  it('forwards calls and web sockets to an IPv6 address', async () => {
    const server = createServer((_, response) => response.end('here'))
    server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 101 Here\r\n\r\n'))
    await new Promise<void>((done) => void server.listen(0, '::1', done))
    closing.push(() => void server.close())
    const { origin } = await through(`http://[::1]:${(server.address() as AddressInfo).port}`)
    expect(await (await fetch(origin)).text()).toBe('here')
    const { port, hostname } = new URL(origin)
    const got = await new Promise<string>((done) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write('GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n'),
      )
      socket.on('data', (chunk) => done(chunk.toString())).on('close', () => done('closed'))
    })
    expect(got).toMatch(/^HTTP\/1.1 101 Here/)
  })
  it('forwards web sockets', async () => {
    const { origin: target, server } = await backend(() => {})
    server.on('upgrade', (_, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n')
      socket.pipe(socket)
    })
    const { origin } = await through(target)
    const { port, hostname } = new URL(origin)
    const got = await new Promise<string>((done) => {
      let text = ''
      const socket = connect(Number(port), hostname, () =>
        socket.write('GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n'),
      )
      socket.on('data', (chunk) => {
        text += chunk.toString()
        if (text.endsWith('\r\n\r\n')) socket.write('hello')
        if (text.endsWith('hello')) {
          socket.destroy()
          done(text)
        }
      })
    })
    expect(got).toMatch(/101 Switching[^]*hello$/)
  })
  it('stops although a web socket is open', async () => {
    const { origin: target, server } = await backend(() => {})
    server.on('upgrade', (_, socket) => {
      closing.push(() => void socket.destroy())
      socket.write('HTTP/1.1 101 Here\r\n\r\n')
    })
    const proxy = await startProxy({ target, traffic })
    const { port, hostname } = new URL(proxy.origin)
    const socket = connect(Number(port), hostname, () =>
      socket.write('GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n'),
    )
    await new Promise((done) => socket.once('data', done))
    await proxy.close()
  })
  it('reports that no call was in the contract', async () => {
    const { origin: target } = await backend((_, response) => response.end('{}'))
    let isAsked = false
    const { code, out, err } = await drift(['proxy', target, '--port', '0'], {
      onError: (text, stop) => {
        const origin = /http:\/\/127\.0\.0\.1:\d+(?= passes)/.exec(text)?.[0]
        if (!origin || isAsked) return
        isAsked = true
        void fetch(`${origin}/elsewhere`).then(stop)
      },
    })
    expect({ code, out, err }).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(
        /1 not of this contract\. Calls of Paket 0.1.0 were looked for under \/bff\/api: give --base/,
      ),
    })
  })
  it('writes its report when it is stopped', { timeout: 60_000 }, async () => {
    const { origin: target } = await backend((request, response) => {
      request
        .resume()
        .on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"code":9999}'))
    })
    let isAsked = false
    const { code, out, err } = await drift(['proxy', target, '--port', '0'], {
      onError: (text, stop) => {
        const origin = /http:\/\/127\.0\.0\.1:\d+(?= passes)/.exec(text)?.[0]
        if (origin && !isAsked) {
          isAsked = true
          void post(origin, paths.createOrder, {})
        }
        if (text.includes('breaking: createOrder returned the code 9999')) stop()
      },
    })
    expect({ code, out, err }).toEqual({
      code: 1,
      out: expect.stringMatching(
        /as it was used, against the contract[^]*createOrder returned the code 9999[^]*Drift: 1 breaking, 1 risky\.\n$/,
      ),
      err: expect.stringContaining('Ctrl-C ends it'),
    })
  })
})
