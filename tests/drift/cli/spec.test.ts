import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest'
import { contract, contractFile, drift as runDrift, driftOf, folderOfFile, sentencesOf } from '../support.ts'

const folder = folderOfFile()
const drift = (...args: string[]) => runDrift(args, { cwd: folder.path })
const changed = async () => {
  const bundle = contract()
  Object.assign(bundle.field('ClientData.subscriberId'), { type: ['string', 'null'] })
  return folder.file(bundle.document)
}

describe('drift spec', { timeout: 60_000 }, () => {
  it('exits with 0 and a message when both agree', async () => {
    const { code, out } = await drift('spec', contractFile)
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/33 of 33 calls[^]*Nothing in which the two differ matters[^]*No drift\.\n$/),
    })
  })
  it('reports no outcomes that the service states and the contract derives', async () => {
    const bundle = contract()
    const failures = bundle.call('/v1/activate_by_link')['x-failures'] as unknown as {
      name: string
      outcome?: string
    }[]
    const own = failures.find(({ outcome }) => outcome === undefined)!
    own.outcome = own.name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    expect(await driftOf(await folder.file(bundle.document))).toEqual([])
    own.outcome = 'ignore'
    expect(sentencesOf(await driftOf(await folder.file(bundle.document)))).toMatch(
      new RegExp(`${own.name} leads to ignore and no more to`),
    )
  })
  it('exits with 1 and reports what breaks for whom, where, and what to do', async () => {
    const place = await changed()
    const { code, out } = await drift('spec', place)
    expect(code).toBe(1)
    expect(out).toMatch(/✗ `ClientData\.subscriberId` may be null: clients that expect a value fail on null\./)
    expect(out).toMatch(
      /calls +getClientData\n +contract +\S*ClientData\.yaml:19 #\/properties\/subscriberId\n +service +\S+\.json:1 #\/components\/schemas\/ClientData\/properties\/subscriberId\n +do +\S[^\n]*\n +id +response-null\.[0-9a-f]{8}\n/,
    )
    expect(out).toMatch(/Drift: 1 breaking\.\n$/)
  })
  it('reports one change of a shared schema once, with the calls that it touches', async () => {
    const bundle = contract()
    Object.assign(bundle.schema('Source'), { enum: ['web'] })
    const findings = await driftOf(await folder.file(bundle.document))
    expect(findings.map(({ subject, calls }) => [subject, calls])).toEqual(
      ['grocery', 'hyper', 'test', 'third'].map((value) => [
        `Source "${value}"`,
        ['activateByLink', 'createOrder', 'registerBinding'],
      ]),
    )
  })
  it('a finding’s id does not depend on its place or on other changes', async () => {
    const bundle = contract()
    Object.assign(bundle.field('ClientData.subscriberId'), { type: ['string', 'null'] })
    const [first] = await driftOf(await folder.file(bundle.document))
    delete bundle.document['paths']!['/v1/create_order']
    const more = await driftOf(await folder.file(JSON.stringify(bundle.document, null, 3)))
    expect(more.map(({ id }) => id)).toContain(first!.id)
    expect(more.find(({ id }) => id === first!.id)?.theirs?.line).not.toBe(first!.theirs?.line)
  })
  it('accepts another contract than its own', async () => {
    const bundle = contract()
    Object.assign(bundle.call('/v1/create_order'), {
      parameters: [{ name: 'city', in: 'query', schema: { type: 'string' } }],
    })
    const ours = await folder.file(bundle.document)
    Object.assign(bundle.call('/v1/create_order'), {
      parameters: [{ name: 'city', in: 'query', schema: { type: 'string', enum: ['a'] } }],
    })
    const { code, out } = await drift('spec', await folder.file(bundle.document), '--contract', ours)
    expect({ code, out }).toEqual({ code: 1, out: expect.stringMatching(/city/) })
  })
  it('accepts a service that wraps its alternatives in named schemas', async () => {
    const bundle = contract()
    const text = JSON.stringify(bundle.document)
      .replaceAll('Refusal', 'ApiError')
      .replaceAll('CreatedOrderAnswer', 'OrderDto')
      .replaceAll('"anyOf"', '"oneOf"')
    expect((await driftOf(await folder.file(text))).filter(({ severity }) => severity !== 'note')).toEqual([])
  })
  it('compares a call that has moved to another version', async () => {
    const bundle = contract()
    const all = bundle.document['paths']!
    all['/v3/get_options'] = all['/v1/get_options']!
    delete all['/v1/get_options']
    Object.assign(bundle.field('Option.price'), { type: 'number' })
    const findings = await driftOf(await folder.file(bundle.document))
    expect(findings.map(({ rule }) => rule)).toEqual(['call-other-version', 'response-type'])
  })
  it('suggests a field’s new name', async () => {
    const bundle = contract()
    const { properties } = bundle.schema('BankCard')
    Object.assign(properties!, { main: properties!['isMainCard'], number: { type: 'string' } })
    delete properties!['isMainCard']
    const [first] = await driftOf(await folder.file(bundle.document))
    expect(first?.says).toMatch(/^`BankCard\.isMainCard` is not returned, but `main` is new: /)
  })
  it('suggests a header’s new name', async () => {
    const bundle = contract()
    Object.assign(bundle.document['components']!['parameters']!['IdempotencyKey']!, { name: 'X-Idempotency-Key' })
    const [first] = await driftOf(await folder.file(bundle.document))
    expect(first?.calls).toEqual(['createOrder', 'createScoresOrder', 'payOrder'])
    expect(first?.says).toMatch(
      /^The header parameter idempotency-key is not read, but the header parameter x-idempotency-key is new: /,
    )
  })
  it('names the new field to rename back when a field seems to be renamed', async () => {
    const bundle = contract()
    const schema = bundle.schema('SubscriberRelation')
    const { subscriberName, ...properties } = schema['properties']!
    const required = (schema['required'] as unknown as string[]).filter((name) => name !== 'subscriberName')
    Object.assign(schema, { required, properties: { ...properties, fullName: subscriberName } })
    const [first] = await driftOf(await folder.file(bundle.document))
    expect(first?.says).toMatch(/^`SubscriberRelation\.subscriberName` is not returned, but `fullName` is new: /)
    expect(first?.hint).toBe('Rename `fullName` back to `subscriberName`, or return both.')
  })
  it('lists the assumed parts of a call that the service describes, and the others', async () => {
    expect((await drift('spec', contractFile)).out).not.toContain('Assumed')
    const all = (await drift('spec', contractFile, '--coverage')).out
    expect(all).toMatch(/Assumed headers, [^\n]*\n +the service describes .*createOrder: header Idempotency-Key/)
    const bundle = contract()
    delete bundle.call('/v1/create_order')['parameters']
    delete bundle.call('/v1/create_order')['responses']!['409']
    delete bundle.call('/v1/create_order')['x-failures']
    const { code, out } = await drift('spec', await folder.file(bundle.document), '--fail-on', 'risky', '--coverage')
    expect(code).toBe(1)
    expect(out).toMatch(/does not describe createOrder: header Idempotency-Key, createOrder: failure underWay/)
  })
  it('accepts a status that a failure of the call lists, exactly or by its class', async () => {
    const [ours, theirs] = [contract(), contract()]
    delete ours.call('/v1/get_bank_cards')['responses']!['422']
    const extra = { 409: { description: '' }, 502: { description: '' } }
    Object.assign(theirs.call('/v1/get_bank_cards')['responses']!, extra)
    const findings = await driftOf(await folder.file(theirs.document), await folder.file(ours.document))
    expect(findings.map(({ rule, subject }) => `${rule} ${subject}`)).toEqual(['response-status-unknown 409'])
  })
  it('reports a description without codes', async () => {
    const text = JSON.stringify(contract().document, (key, value: unknown) => (key === 'examples' ? undefined : value))
    const { code, out } = await drift('spec', await folder.file(text))
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/No call says its codes [^]*drift traffic can\./),
    })
  })
  it('compares a schema that contains itself', async () => {
    const bundle = contract()
    Object.assign(bundle.schema('BankCard')['properties']!, { next: { $ref: '#/components/schemas/BankCard' } })
    expect((await driftOf(await folder.file(bundle.document))).map(({ rule }) => rule)).toEqual([
      'response-field-unknown',
    ])
  })
})

describe('input that cannot be checked is reported in one sentence, with exit code 2', { timeout: 60_000 }, () => {
  const start = '{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":'
  it.each<[string, string | Buffer, string, RegExp]>([
    [
      'broken YAML',
      'openapi: 3.1.0\npaths:\n  - a\n b: [c\n',
      'a.yaml',
      /a\.yaml is neither YAML nor JSON: line \d, column \d+: \S/,
    ],
    [
      'broken JSON',
      '{"openapi": "3.1.0",\n "paths": {]}',
      'a.json',
      /a\.json is neither YAML nor JSON: line 2, column \d+: \S/,
    ],
    ['binary rubbish', Buffer.from([0, 1, 2, 255, 0, 254]), 'a.bin', /a\.bin is no text/],
    [
      'another YAML',
      'name: x\n',
      'b.yaml',
      /b\.yaml is no OpenAPI description: it has neither `openapi` nor `swagger`/,
    ],
    ['a list', '[1, 2]', 'c.json', /c\.json is no OpenAPI description: it holds no object/],
    ['an empty file', '', 'd.json', /d\.json is no OpenAPI description/],
    ['AsyncAPI', 'asyncapi: 3.0.0\n', 'e.yaml', /but `asyncapi`/],
    ['OpenAPI 4', 'openapi: 4.0.0\npaths: {}\n', 'f.yaml', /is OpenAPI 4\.0\.0: 2\.0, 3\.0, 3\.1 and 3\.2 are read/],
    ['no paths', 'openapi: 3.1.0\n', 'g.yaml', /g\.yaml has no paths/],
    [
      'a reference to nothing',
      `${start}{"/v1/create_order":{"$ref":"#/components/x"}}}`,
      'h.json',
      /h\.json:1 refers to #\/components\/x, which is not there/,
    ],
    [
      'a reference with commands for a terminal and for a log',
      `${start}{"/v1/create_order":{"$ref":"#/a\\u001b[2J\\n::error::x"}}}`,
      'q.json',
      /q\.json:1 refers to #\/a\\u001b\[2J ::error::x, which is not there/,
    ],
    [
      'a reference to no file',
      `${start}{"/v1/create_order":{"$ref":"missing.yaml"}}}`,
      'i.json',
      /i\.json:1 refers to \S*missing\.yaml, which cannot be read: there is no such file/,
    ],
    [
      'a reference with a percent sign',
      `${start}{"/v1/create_order":{"$ref":"a%zz.yaml"}}}`,
      'p.json',
      /p\.json:1 refers to \S*a%zz\.yaml, which cannot be read: there is no such file/,
    ],
    [
      'a reference to itself',
      `${start}{"/v1/create_order":{"$ref":"#/x"}},"x":{"$ref":"#/y"},"y":{"$ref":"#/x"}}`,
      'j.json',
      /refers to itself and to nothing else/,
    ],
    [
      'a reference to another host',
      `${start}{"/v1/create_order":{"$ref":"http://127.0.0.1:9/a.json"}}}`,
      'k.json',
      /k\.json:1 refers to http:\/\/127\.0\.0\.1:9\/a\.json, which is on another host: allow that with --allow-remote/,
    ],
    [
      'a reference by another protocol',
      `${start}{"/v1/create_order":{"$ref":"file:///etc/passwd"}}}`,
      'l.json',
      /only files and http\(s\) are read/,
    ],
  ])('%s', async (_what, text, name, message) => {
    await folder.file(text, name)
    const { code, out, err } = await drift('spec', name)
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringMatching(message) })
    expect(err.trim().split('\n')).toHaveLength(1)
  })
  it.each<[string[], RegExp]>([
    [['spec'], /One description is needed/],
    [['spec', 'nowhere.yaml'], /nowhere\.yaml cannot be read: there is no such file/],
    [['spec', '.'], /cannot be read: it is a folder/],
    [['spec', contractFile, '--format', 'xml'], /--format is one of text, json, junit/],
    [['spec', contractFile, '--nonsense'], /Unknown option '--nonsense'; --help lists the options/],
    [['spec', contractFile, '--output'], /--output <value>' argument missing; --help/],
    [['spec', contractFile, '--output', '-x'], /'--output' needs a value: write one that begins with - behind a =/],
    [
      ['spec', contractFile, '--output', `${contractFile}/x.json`],
      /openapi\.yaml\/x\.json cannot be written: a part of its way is no folder/,
    ],
    [['spec', contractFile, '--contract', 'nowhere'], /nowhere cannot be read/],
    [['spec', contractFile, '--ignore', 'nowhere.yaml'], /nowhere\.yaml cannot be read/],
    [['spec', contractFile, '--baseline', 'nowhere.json'], /nowhere\.json cannot be read: there is no such file/],
    [
      ['spec', 'http://127.0.0.1:2/openapi.json'],
      /127\.0\.0\.1:2\/openapi\.json cannot be read: nothing listens there: ECONNREFUSED/,
    ],
    [['nonsense'], /there is no command nonsense; drift --help lists them\n$/],
    [['sepc'], /there is no command sepc; did you mean spec\? drift --help lists them\n$/],
    [['trafic', 'a.har'], /there is no command trafic; did you mean traffic\?/],
    [['spec', contractFile, '--formt', 'json'], /Unknown option '--formt'; did you mean --format\?/],
    [
      ['traffic', 'a.har', '--require-covrage=90%'],
      /Unknown option '--require-covrage'; did you mean --require-coverage\?/,
    ],
    [['traffic', 'a.har', '--hots', 'x'], /Unknown option '--hots'; did you mean --host\?/],
    [['spec', contractFile, '--ntoes'], /Unknown option '--ntoes'; did you mean --notes\?/],
    [['accept', 'a.json', '--untill', '2027-01-31'], /Unknown option '--untill'; did you mean --until\?/],
    [['spec', '.'], / cannot be read: it is a folder: name a file in it\n$/],
    [['traffic', '.'], /^Could not check: . is a folder: give its files\n$/],
    [['accept', '.', '--reason', 'x', '--until', '2999-01-31'], /cannot be read: it is a folder/],
    [['consumer', '.'], /^drift consumer: . cannot be read: it is a folder: name a file in it\n$/],
    ...[
      ['spec', ''],
      ['traffic', ''],
      ['merge', ''],
      ['changes', contractFile, ''],
      ['live', ''],
      ['proxy', ''],
    ].map((args): [string[], RegExp] => [args, /^Could not check: an argument is empty: is its variable set\?\n$/]),
    ...['accept', 'consumer', 'init'].map((name): [string[], RegExp] => [
      [name, ''],
      new RegExp(`^drift ${name}: an argument is empty: is its variable set\\?\\n$`),
    ]),
    [['spec', contractFile, '--ignore', ''], /^Could not check: --ignore is empty: is its variable set\?\n$/],
    [['traffic', 'a.har', '--host', 'a.example', '--host='], /--host is empty: is its variable set\?/],
    [['proxy', 'http://127.0.0.1:2', '--port', ''], /--port is empty/],
    [[''], /^Could not check: there is no command "";/],
  ])('%j', async (args, message) => {
    const { code, err } = await drift(...args)
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(message) })
  })
  const har = JSON.stringify({ log: { version: '1.2', entries: [] } }, null, 2)
  const report = JSON.stringify({ check: 'spec', about: 'x', findings: [] }, null, 2)
  const line = '{"method":"GET","url":"/a","status":200}\n{"method":"GET","url":"/b","status":200}\n'
  const log = '1.2.3.4 - - [20/Nov/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 5\n'
  const accepting = ['--reason', 'x', '--until', '2999-01-31']
  it.each<[command: string[], text: string, message: RegExp]>([
    [['spec'], har, /is no OpenAPI description: it is a HAR, which is for drift traffic\n$/],
    [
      ['spec'],
      report,
      /is no OpenAPI description: it is a report, which is for drift accept, or --baseline of a check\n$/,
    ],
    [['spec'], line, /is no OpenAPI description: it is NDJSON with exchanges, which is for drift traffic\n$/],
    [['spec'], log, /is no OpenAPI description: it is an access log, which is for drift traffic\n$/],
    [
      ['spec'],
      '- { id: a.b, reason: x, until: 2027-01-31 }\n',
      /it is a list of accepted findings, which is for --ignore/,
    ],
    [['spec'], '{"driftPartial":3}', /it is a part of a report, which is for drift merge\n$/],
    [['spec'], '\n', /is no OpenAPI description: it is empty\n$/],
    [['changes', contractFile], har, /it is a HAR, which is for drift traffic\n$/],
    [
      ['traffic'],
      'openapi: 3.1.0\npaths: {}\n',
      /holds no exchanges: it is an OpenAPI description, which is for drift spec\n$/,
    ],
    [['traffic'], '# ours\nopenapi: 3.1.0\n', /it is an OpenAPI description, which is for drift spec\n$/],
    [['traffic'], '{\n  "openapi": "3.1.0"\n}', /it is an OpenAPI description, which is for drift spec\n$/],
    [['traffic'], report, /holds no exchanges: it is a report, which is for drift accept/],
    [
      ['traffic'],
      '[{"status":"COMPLETE","method":"POST","protocolVersion":"HTTP/1.1","path":"/a","response":{"status":200}}]',
      /holds no exchanges: it is a session of Charles, which is for no command: export it as HAR\n$/,
    ],
    [
      ['traffic'],
      '{"info":{"_postman_id":"1"},"item":[{"request":{"method":"GET","url":"/a"}}]}',
      /it is a collection of Postman or Insomnia, which is for no command: it holds requests; record traffic\n$/,
    ],
    [['traffic'], '{"driftPartial":3}\n', /it is a part of a report, which is for drift merge\n$/],
    [['accept', ...accepting], har, /is no report: it is a HAR, which is for drift traffic\n$/],
    [
      ['accept', ...accepting],
      'openapi: 3.1.0\n',
      /is no report: it is an OpenAPI description, which is for drift spec\n$/,
    ],
    [['merge'], 'openapi: 3.1.0\n', /is no part of a report: it is an OpenAPI description, which is for drift spec\n$/],
    [['merge'], har, /is no part of a report: it is a HAR, which is for drift traffic\n$/],
    [['spec', contractFile, '--ignore'], har, /is no ignore file: it is a HAR, which is for drift traffic\n$/],
    [['spec', contractFile, '--ignore'], line, /is no ignore file: it is NDJSON with exchanges, which is for drift/],
    [['spec', contractFile, '--ignore'], '- *ivan\n', /given cannot be read: it is no YAML\n$/],
    [['spec', contractFile, '--ignore'], '- a\n- [b\n', /given cannot be read: line 3, column 1 is no YAML\n$/],
    [
      ['spec', contractFile, '--consumers'],
      har,
      /is no manifest of a consumer: it is a HAR, which is for drift traffic/,
    ],
    [['consumer'], har, /is no tsconfig: it is a HAR, which is for drift traffic\n$/],
    [['consumer'], ' \n', /is no tsconfig: it is empty\n$/],
    [['consumer'], '\u0089PNG\r\n\0', /is no tsconfig: it does not begin with \{\n$/],
  ])('%j says what another file is: %j', async ([command = '', ...more], text, message) => {
    const { code, err } = await drift(command, ...more, await folder.file(text, 'given'))
    expect({ code, lines: err.trim().split('\n').length, err }).toEqual({
      code: 2,
      lines: 1,
      err: expect.stringMatching(message),
    })
  })
  it.each(['--contract', '--baseline', '--ignore', ''])(
    'does not overwrite a file that it reads: %s',
    async (option) => {
      await folder.file('kept', 'kept.yaml')
      const { code, err } = await drift(
        'spec',
        ...(option ? [contractFile, option] : []),
        'kept.yaml',
        '-o',
        './kept.yaml',
      )
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringMatching(/--output \.\/kept\.yaml is a file that is read here/),
      })
      expect(await readFile(join(folder.path, 'kept.yaml'), 'utf8')).toBe('kept')
    },
  )
  test.each([
    ['--help'],
    ['-h'],
    ...['spec', 'changes', 'traffic', 'merge', 'live', 'proxy', 'consumer', 'accept', 'init'].flatMap((command) => [
      [command, '--help'],
      [command, '-h'],
    ]),
  ])('%s %s shows the help', async (...args) => {
    const { code, out } = await drift(...args)
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('drift') })
  })
})

describe('over the network', { timeout: 60_000 }, () => {
  let server: Server
  let origin: string
  const document = JSON.stringify(contract().document).replaceAll(
    '#/components/schemas/ClientData"',
    'models.json#/ClientData"',
  )
  const models = JSON.stringify({ ClientData: contract().schema('ClientData') }).replaceAll(
    '#/components',
    'openapi.json#/components',
  )
  beforeAll(async () => {
    server = createServer((request, response) => void response.end(request.url === '/models.json' ? models : document))
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close())

  it('follows a reference’s redirect to another host only when that is allowed', async () => {
    const moving = createServer((request, response) => {
      if (request.url === '/openapi.json') return void response.end(document.replaceAll('models.json', 'moved.json'))
      response.writeHead(302, { location: `${origin}/models.json` }).end()
    })
    await new Promise<void>((done) => void moving.listen(0, '127.0.0.1', done))
    onTestFinished(() => void moving.close())
    const place = `http://127.0.0.1:${(moving.address() as AddressInfo).port}/openapi.json`
    expect(await drift('spec', place)).toMatchObject({ code: 2, err: expect.stringMatching(/moved\.json: 302 Found/) })
    expect((await drift('spec', place, '--allow-remote')).code).toBe(0)
  })
  it('reads a description by its URL, and files beside it', async () => {
    expect((await drift('spec', `${origin}/openapi.json`)).code).toBe(0)
  })
  it('follows references to other hosts when that is allowed', async () => {
    const place = await folder.file(
      JSON.stringify(contract().document).replaceAll(
        '#/components/schemas/ClientData"',
        `${origin}/models.json#/ClientData"`,
      ),
    )
    expect((await drift('spec', place)).code).toBe(2)
    expect((await drift('spec', place, '--allow-remote')).code).toBe(0)
  })
})
