import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Finding, grouped } from '#drift/report/finding.ts'
import { CALLS_TITLE, PARTS_TITLE } from '#drift/description/assumed.ts'
import { readAll } from '#drift/traffic/read-recordings.ts'
import { type Traffic, trafficOf } from '#drift/traffic/traffic.ts'
import { readContract } from '../../contract/contract.ts'
import { contractFile, drift as runDrift, folderOfFile, newTraffic, root } from '../support.ts'

const folder = folderOfFile()
const { calls } = await readContract()
const callOf = (id: string) => calls.find((call) => call.id === id)!
const origin = 'https://shop.example'
/** Returns a line of NDJSON: an exchange with an example of the contract as its body. */
function line(
  id: string,
  {
    status = 200,
    answer,
    request,
    url,
    method = 'POST',
    time,
  }: { status?: number; answer?: unknown; request?: unknown; url?: string; method?: string; time?: string },
) {
  const call = callOf(id)
  return {
    method,
    url: url ?? `${origin}/bff/api${call.path}`,
    status,
    requestBody: request ?? call.requests[0]!.value,
    responseBody: typeof answer === 'string' ? answer : JSON.stringify(answer),
    ...(time && { time }),
  }
}
const shown = (id: string, name: string) =>
  callOf(id).answers.find((answer) => answer.name === name)!.value as Record<string, unknown>
let traffic: Traffic
beforeEach(async () => void (traffic = await newTraffic()))
const see = (...lines: object[]): Finding[] => {
  for (const [index, one] of lines.entries()) traffic.add(one, 'a.ndjson', index + 1)
  return grouped(traffic.found)
}
const seen = (id: string, more: Parameters<typeof line>[1]) =>
  see(line(id, more)).map(({ severity, says }) => `${severity}: ${says}`)
const data = () => shown('getClientData', 'activated')

describe('the contract’s own examples are no drift', () => {
  it('every example of a response', () => {
    for (const { id, answers } of calls)
      for (const { status, value } of answers) traffic.add(line(id, { status, answer: value }), 'a', 1)
    expect(grouped(traffic.found)).toEqual([])
    expect(traffic.checked).toBeGreaterThan(300)
    const { coverage } = traffic.data as {
      coverage: Record<string, { examplesNotSeen: string[]; codesNotSeen: number[] }>
    }
    expect(
      Object.entries(coverage).flatMap(([id, { examplesNotSeen, codesNotSeen }]) =>
        [...examplesNotSeen, ...codesNotSeen].map((name) => `${id} ${name}`),
      ),
    ).toEqual([])
  })
  it('every example of a request', () => {
    for (const { id, requests, answers } of calls)
      for (const { value } of requests)
        traffic.add(line(id, { request: value, answer: answers.find(({ status }) => status === 200)!.value }), 'a', 1)
    expect(grouped(traffic.found)).toEqual([])
  })
})

describe('the idempotency key of a call that moves money', () => {
  const key = '"8e03978e-40d5-43dd-bc93-6894a57f9324"'
  const created = { answer: { code: 0, result: { orderId: 'x' } } }
  const sent = (headers: unknown, id = 'createOrder') => see({ ...line(id, created), requestHeaders: headers })
  const inHar = (headers: object[]) => ({
    startedDateTime: '2026-11-20T10:00:00.000Z',
    request: {
      method: 'POST',
      url: `${origin}/bff/api/v1/create_order`,
      httpVersion: 'HTTP/2',
      headers,
      postData: { text: JSON.stringify(callOf('createOrder').requests[0]!.value) },
    },
    response: { status: 200, headers: [], content: { text: JSON.stringify(created.answer) } },
  })

  it('is no drift when it was sent, whatever its case', () => {
    expect(sent({ 'idempotency-key': key })).toEqual([])
    expect(sent({ 'Idempotency-Key': key.toUpperCase() })).toEqual([])
    expect(see(inHar([{ name: 'Idempotency-Key', value: key }]))).toEqual([])
  })
  it('is reported with its call when it is missing', () => {
    const [finding, ...more] = sent({ 'content-type': 'application/json' })
    expect(more).toEqual([])
    expect(finding).toMatchObject({
      rule: 'seen-header-missing',
      severity: 'risky',
      calls: ['createOrder'],
      ours: { file: 'openapi/openapi.yaml', pointer: '#/components/parameters/IdempotencyKey' },
    })
    expect(finding?.says).toMatch(/^createOrder was called without the header `Idempotency-Key`: /)
    expect(see(inHar([{ name: 'content-type', value: 'application/json' }]))[0]?.seen?.count).toBe(2)
  })
  it.each(['8e03978e-40d5-43dd-bc93-6894a57f9324', '"79001234567"', ''])(
    'is reported when it is not a UUID in quotes, and not shown: %s',
    (value) => {
      const [finding, ...more] = sent({ 'idempotency-key': value })
      expect(more).toEqual([])
      expect(finding).toMatchObject({ rule: 'seen-header-form', severity: 'risky', calls: ['createOrder'] })
      expect(finding?.says).toMatch(
        /^The header `Idempotency-Key` of createOrder is not valid: it violates pattern ".*" \(came as .*\): /,
      )
      if (value !== '') expect(JSON.stringify([finding, traffic.sections, traffic.data])).not.toContain(value)
    },
  )
  it('is not required in a log without headers, or for other calls', () => {
    expect(sent(undefined)).toEqual([])
    expect(see(inHar([]))).toEqual([])
    expect(
      see({ ...line('getBankCards', { answer: shown('getBankCards', 'none') }), requestHeaders: { a: 'b' } }),
    ).toEqual([])
  })
  it('is counted when it was sent; traffic does not show whether it is honoured', () => {
    sent({ 'idempotency-key': key })
    const parts = traffic.sections.find(({ title }) => title === PARTS_TITLE)
    expect(parts?.lines).toContain(
      'createOrder: header Idempotency-Key: sent 1 time; whether the service honours it, no exchange shows',
    )
    expect(parts?.lines).toContain('payOrder: header Idempotency-Key: never sent')
  })
})

describe('an answer is validated by its code first', () => {
  it('an unknown code is one finding, with its count, first and last time', () => {
    const lines = [1, 2, 3].map((minute) =>
      line('createOrder', { answer: { code: 9999, message: 'x' }, time: `2026-11-20T10:0${minute}:00Z` }),
    )
    const [finding, ...more] = see(...lines)
    expect(more).toEqual([])
    expect(finding).toMatchObject({
      rule: 'seen-code-unknown',
      severity: 'breaking',
      calls: ['createOrder'],
      seen: {
        count: 3,
        first: 'a.ndjson #1 (2026-11-20T10:01:00.000Z)',
        last: 'a.ndjson #3 (2026-11-20T10:03:00.000Z)',
      },
    })
    expect(finding?.says).toMatch(
      /^createOrder returned the code 9999; the contract lists 0, 2, 2000, 2001, [\d, ]+2010: /,
    )
    expect(finding?.ours).toMatchObject({
      file: 'openapi/paths/orders/create-order.yaml',
      pointer: '#/post/x-failures',
    })
  })
  it.each<[what: string, call: string, more: Parameters<typeof line>[1], rule: string, subject: RegExp]>([
    [
      'an accepted code that no one knows',
      'createOrder',
      { answer: { code: 7, result: { orderId: 'x' } } },
      'seen-code-accepted-unknown',
      /^createOrder answer 200 code 7$/,
    ],
    [
      'a code as text',
      'createOrder',
      { answer: { code: '0', result: { orderId: 'x' } } },
      'seen-code-type',
      /a string/,
    ],
    [
      'a code that is null',
      'createOrder',
      { answer: { code: null, result: { orderId: 'x' } } },
      'seen-code-type',
      /null/,
    ],
    ['a code with a fraction', 'createOrder', { answer: { code: 0.5 } }, 'seen-code-type', /fraction/],
    [
      'no code where the rule wants one',
      'getClientData',
      { answer: { result: data()['result'] } },
      'seen-code-missing',
      /getClientData/,
    ],
    [
      'a code of the 200 with 422',
      'createOrder',
      { status: 422, answer: { code: 2004 } },
      'seen-code-at-status',
      /^createOrder answer 422 code$/,
    ],
    [
      'a refusal with the result of a success',
      'createOrder',
      { answer: { code: 2004, result: { orderId: 'x' } } },
      'seen-refusal-like-success',
      /^createOrder answer 200 code 2004$/,
    ],
    [
      'a success with the message of a refusal',
      'createOrder',
      { answer: { code: 0, message: 'no' } },
      'seen-success-like-refusal',
      /^createOrder answer 200 code 0$/,
    ],
    [
      'a success without what the rule requires',
      'createOrder',
      { answer: { code: 0, result: {} } },
      'seen-success-useless',
      /result\.orderId/,
    ],
    ['a page instead of JSON', 'createOrder', { answer: '<html>' }, 'seen-not-json', /no JSON/],
    ['no body', 'createOrder', { answer: '' }, 'seen-not-json', /no body/],
    ['a list', 'createOrder', { answer: [] }, 'seen-not-json', /an array/],
    ['a 201', 'createOrder', { status: 201, answer: { code: 0 } }, 'seen-success-other', /201/],
    [
      'a code of the 200 with another status',
      'createOrder',
      { status: 410, answer: { code: 2004 } },
      'seen-code-at-status',
      /^createOrder answer 410 code$/,
    ],
    ['a 410', 'createOrder', { status: 410, answer: { code: 1 } }, 'seen-status-unknown', /410/],
    ['a 400 to a request that fits', 'createOrder', { status: 400, answer: {} }, 'seen-valid-refused', /400/],
    [
      'a field that is missing',
      'getClientData',
      { answer: { code: 0, result: { ...(data()['result'] as object), status: undefined } } },
      'seen-field-missing',
      /^getClientData answer 200 result\.status$/,
    ],
    [
      'a field of another type',
      'getClientData',
      { answer: { code: 0, result: { ...(data()['result'] as object), isGracePeriod: 'yes' } } },
      'seen-field-type',
      /^getClientData answer 200 result\.isGracePeriod a string$/,
    ],
    [
      'a null',
      'getClientData',
      { answer: { code: 0, result: { ...(data()['result'] as object), subscriberId: null } } },
      'seen-field-type',
      /subscriberId null/,
    ],
    [
      'a value that is not listed',
      'getClientData',
      { answer: { code: 0, result: { ...(data()['result'] as object), status: 'frozen' } } },
      'seen-field-value',
      /^getClientData answer 200 result\.status$/,
    ],
    [
      'another format',
      'getClientData',
      { answer: { code: 0, result: { ...(data()['result'] as object), bundleId: 'x' } } },
      'seen-field-form',
      /^getClientData answer 200 result\.bundleId format$/,
    ],
    [
      'a field that no one knows',
      'getClientData',
      { answer: { code: 0, result: { ...(data()['result'] as object), city: 'x' } } },
      'seen-field-unknown',
      /^getClientData answer 200 result a name of 4 letters$/,
    ],
    [
      'a message that is a number',
      'createOrder',
      { answer: { code: 2004, message: 5 } },
      'seen-field-type',
      /^createOrder refusal 200 message an integer$/,
    ],
    [
      'a request with a field that no one knows',
      'createOrder',
      {
        request: { source: 'web', bundleId: 'b61e6ba5-3682-4dd6-b804-69b84b2d451c', usingMainCard: true, city: 'x' },
        answer: { code: 0, result: { orderId: 'x' } },
      },
      'seen-request-accepted-unknown',
      /^createOrder request a name of 4 letters$/,
    ],
    [
      'a request without a field',
      'createOrder',
      { request: { source: 'web', usingMainCard: true }, answer: { code: 0, result: { orderId: 'x' } } },
      'seen-request-refused',
      /^createOrder request bundleId required$/,
    ],
    ['another method', 'createOrder', { method: 'GET', answer: {} }, 'seen-call-other-method', /GET/],
    [
      'a call that no one knows',
      'createOrder',
      { url: `${origin}/bff/api/v1/make_tea/79001234567`, answer: {} },
      'seen-call-unknown',
      /^calls path \/v1\/\{\}\/\{\}$/,
    ],
  ])('%s', (_what, id, more, rule, subject) => {
    const findings = see(line(id, more))
    expect(findings.map((finding) => finding.rule)).toEqual([rule])
    expect(findings[0]!.subject).toMatch(subject)
  })
  it('a wrong field of list items is one finding for all items', () => {
    const cards = [1, 2, 3].map((id) => ({ id: String(id), isMainCard: 'yes' }))
    expect(see(line('getBankCards', { answer: { code: 0, cards } })).map(({ subject }) => subject)).toEqual([
      'getBankCards answer 200 cards[].isMainCard a string',
    ])
  })
  it('refusing an invalid request is right', () => {
    expect(seen('createOrder', { request: {}, status: 422, answer: { code: 4220 } })).toEqual([])
    expect(seen('createOrder', { request: {}, answer: { code: 2000 } })).toEqual([])
  })
  it('a gateway’s page with a listed status is no drift', () => {
    expect(seen('createOrder', { status: 503, answer: '<html>' })).toEqual([])
  })
})

describe('the report of traffic', () => {
  const phone = '79001234567'
  const secrets = [
    'eyJhbGciOi.payload.sig',
    phone,
    'Соколова',
    'anna@example.org',
    'b9b1c2d3-0000-4000-8000-000000000000',
  ]
  it('contains no token and no personal data', async () => {
    const [token, , name, mail, id] = secrets
    const headers = [{ name: 'Authorization', value: `Bearer ${token}` }]
    const request = {
      method: 'POST',
      httpVersion: 'HTTP/1.1',
      headers,
      url: `https://user:pw@shop.example/bff/api${callOf('createSubscriberRelation').path}?token=${token}&phone=${phone}`,
      postData: {
        text: JSON.stringify({
          optionId: id,
          subscriberRelationName: name,
          subscriberRelationPhone: phone,
          [phone]: mail,
          extra: mail,
        }),
      },
    }
    const answers = [
      { code: 2777, message: `${name} ${phone}` },
      { code: 0, result: { relationId: 5, [phone]: name, [mail!]: token } },
      { code: `${token}` },
    ]
    for (const answer of answers)
      traffic.add(
        { request, response: { status: 200, headers, content: { text: JSON.stringify(answer) } } },
        'a.har',
        1,
      )
    traffic.add(
      {
        ...line('getClientData', {
          answer: { code: 0, result: { ...(data()['result'] as object), status: phone, bundleId: name } },
        }),
      },
      'a.har',
      2,
    )
    traffic.add(line('createOrder', { url: `${origin}/bff/api/v1/of/${phone}/${mail}/${id}`, answer: {} }), 'a.har', 3)
    const { found, facts, sections, data: numbers } = traffic
    expect(found.length).toBeGreaterThan(5)
    const text = JSON.stringify({ found, facts, sections, numbers })
    for (const secret of [...secrets, 'user:pw']) expect(text).not.toContain(secret)
  })
  it('contains a command that repeats the call, with secrets replaced', () => {
    const [finding] = see(line('createOrder', { answer: { code: 9999 } }))
    expect(finding?.seen?.curl).toBe(
      `curl -X POST "$ORIGIN"'/bff/api${callOf('createOrder').path}' -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"source":"web","bundleId":"<bundleId>","usingMainCard":true,"promocodeId":null,"counterOfferId":null,"experimentId":null,"returnUrlParameters":{"event":"payment","from":"profile"},"failUrlParameters":{"event":"payment","from":"profile"}}'`,
    )
  })
  it('its command contains an idempotency key only if one was sent, and not its value', () => {
    const curlOf = (code: number, requestHeaders: Record<string, string>) =>
      see({ ...line('createOrder', { answer: { code } }), requestHeaders }).find(({ subject }) =>
        subject.includes(`${code}`),
      )?.seen?.curl
    expect(curlOf(9997, { 'idempotency-key': 'e7a1c2' })).toContain(
      `-H 'Idempotency-Key: <Idempotency-Key>' -H 'Content-Type`,
    )
    expect(curlOf(9998, { 'content-type': 'application/json' })).not.toContain('Idempotency-Key')
  })
  it('names a header that cannot be checked in requests recorded without headers', () => {
    const notLookedAt = () => traffic.sections.find(({ title }) => title === 'Not looked at')!.lines
    const order = line('createOrder', { answer: { code: 2000 } })
    see({ ...order, requestHeaders: { 'idempotency-key': 'e7a1c2' } }, { ...order, requestHeaders: { accept: '*/*' } })
    expect(notLookedAt().filter((text) => text.startsWith('createOrder: header'))).toEqual([])
    see({ ...order, requestHeaders: {} })
    expect(notLookedAt()).toContain(
      'createOrder: header Idempotency-Key, of requests that are recorded without headers',
    )
  })
  it('lists the assumed calls that are confirmed, and those that are not', () => {
    see(line('payOrder', { answer: { code: 0 } }), line('getPayments', { answer: { code: 0, result: [{}] } }))
    const lines = traffic.sections.find(({ title }) => title === CALLS_TITLE)!.lines
    expect(lines).toEqual(
      expect.arrayContaining([
        'payOrder: confirmed by this traffic (1 success)',
        'getPayments: still unconfirmed, 1 answer with drift',
        'activateByLink: still unconfirmed, it was not called',
      ]),
    )
  })
  it('lists what was covered and what was not', () => {
    see(
      line('createOrder', { answer: shown('createOrder', 'created') }),
      line('createOrder', { answer: { code: 2004 } }),
    )
    const [coverage] = traffic.sections
    expect(coverage!.short).toEqual([coverage!.lines[0], coverage!.lines.at(-1)])
    expect(coverage!.lines[0]).toMatch(/^1 of 33 calls, 2 of \d+ codes and statuses, 1 of \d+ examples$/)
    expect(coverage!.lines[1]).toMatch(
      /^createOrder: agrees: 200 code 0 ×1, 200 code 2004 ×1; never seen: 200 code 2, 200 code 2000, /,
    )
    expect(coverage!.lines.at(-1)).toMatch(/^calls never seen: getClientData, /)
  })
  it('shows how many answers with a code differ', () => {
    see(line('createOrder', { answer: shown('createOrder', 'created') }))
    see(line('createOrder', { answer: { code: 0, result: {} } }))
    expect(traffic.sections[0]!.short).toContain('createOrder: does not agree: 200 code 0 ×1 of 2')
  })
  it('reports when no answer has a body', () => {
    see({ method: 'POST', url: '/bff/api/v1/create_order', status: 200, body: { code: 0 } })
    expect(traffic.facts[1]).toMatch(/^No answer has a body that could be compared/)
    see(line('createOrder', { answer: { code: 2004 } }))
    expect(traffic.facts).toHaveLength(1)
  })
  it('counts skipped exchanges, with the reasons', () => {
    see(
      { x: 1 },
      line('createOrder', { method: 'OPTIONS' }),
      line('createOrder', { status: 0 }),
      line('createOrder', { url: 'https://other.example/pixel.gif' }),
      line('createOrder', { answer: { code: 2004 } }),
    )
    expect(traffic.facts).toEqual([
      '5 exchanges read, 1 checked; skipped: 1 asking for permission (OPTIONS), 1 not an exchange, 1 not of this contract, 1 without an answer.',
    ])
  })
  it('omits other hosts when one is given', async () => {
    traffic = await trafficOf(contractFile, { hosts: ['api.example:8443'] })
    see(
      line('createOrder', { answer: { code: 9999 } }),
      line('createOrder', {
        url: `https://API.example:8443/bff/api${callOf('createOrder').path}`,
        answer: { code: 2004 },
      }),
    )
    expect(traffic.found).toEqual([])
    expect(traffic.facts[0]).toContain('1 of another host')
  })
  it('finds the calls below another base path', async () => {
    traffic = await trafficOf(contractFile, { base: '/gateway/' })
    expect(
      see(line('createOrder', { url: `${origin}/gateway${callOf('createOrder').path}`, answer: { code: 9999 } })),
    ).toHaveLength(1)
  })
})

const entry = (id: string, answer: unknown, { base64 = false } = {}) => {
  const { method, url, requestBody, responseBody } = line(id, { answer })
  const text = base64 ? Buffer.from(responseBody).toString('base64') : responseBody
  return {
    startedDateTime: '2026-11-20T10:00:00.000Z',
    time: 5,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      headers: [],
      postData: { mimeType: 'application/json', text: JSON.stringify(requestBody) },
    },
    response: {
      status: 200,
      headers: [],
      content: { size: 1, mimeType: 'application/json', text, ...(base64 && { encoding: 'base64' }) },
    },
  }
}
const entries = [
  entry('createOrder', { code: 9999 }),
  entry('getClientData', data()),
  entry('createOrder', { code: 9999 }, { base64: true }),
]
const har = { log: { version: '1.2', pages: [{ entries: [1] }], creator: { name: 'x' }, entries } }
const lines = entries.map((each) => JSON.stringify(each)).join('\n')
const flat = [
  line('createOrder', { answer: { code: 9999 } }),
  line('getClientData', { answer: data() }),
  line('createOrder', { answer: { code: 9999 } }),
]

describe('inputs', () => {
  it.each<[string, string | Buffer]>([
    ['a HAR', JSON.stringify(har)],
    ['a HAR on many lines', JSON.stringify(har, null, 2)],
    ['a HAR with a byte order mark', `\uFEFF${JSON.stringify(har)}`],
    ['a HAR whose log comes last', JSON.stringify({ generator: 'x', ...har })],
    ['a HAR of one long line whose log comes last', JSON.stringify({ generator: 'x', ...har, z: 'z'.repeat(70_000) })],
    ['a gzipped HAR', gzipSync(JSON.stringify(har))],
    ['entries, one a line', lines],
    ['lines with empty ones and Windows’ ends', `\r\n${lines.replaceAll('\n', '\r\n\n')}\r\n`],
    ['gzipped lines', gzipSync(`${lines}\n`)],
    ['a list of entries', JSON.stringify(entries)],
    ['flat lines', flat.map((each) => JSON.stringify(each)).join('\n')],
    [
      'flat lines with bodies as JSON',
      flat
        .map((each) => JSON.stringify({ ...each, responseBody: JSON.parse(each.responseBody) as unknown }))
        .join('\n'),
    ],
    [
      'lines with underscores',
      flat
        .map(({ method, url, status, requestBody, responseBody }) =>
          JSON.stringify({
            method,
            path: url,
            status_code: status,
            request_body: requestBody,
            response_body: responseBody,
          }),
        )
        .join('\n'),
    ],
    [
      'lines with request and response',
      flat
        .map(({ method, url, status, requestBody, responseBody }) =>
          JSON.stringify({ request: { method, url, body: requestBody }, response: { status, body: responseBody } }),
        )
        .join('\n'),
    ],
  ])('%s', async (_what, text) => {
    await readAll(traffic, [await folder.file(text, 'input')])
    expect({ read: traffic.read, checked: traffic.checked }).toEqual({ read: 3, checked: 3 })
    expect(grouped(traffic.found).map(({ rule, seen: some }) => [rule, some?.count])).toEqual([
      ['seen-code-unknown', 2],
    ])
  })
  it('reads several files as one', async () => {
    const place = await folder.file(lines, 'one')
    await readAll(traffic, [place, place])
    expect(traffic.checked).toBe(6)
  })
  it('reads a character whose bytes are divided between two parts of a file', async () => {
    const many = Array.from({ length: 3000 }, (_, at) =>
      JSON.stringify(line('createOrder', { answer: { code: 2004, message: 'Ж'.repeat(at % 97) } })),
    ).join('\n')
    for (const text of [many, gzipSync(many)]) await readAll(traffic, [await folder.file(text, 'many')])
    expect({ checked: traffic.checked, found: traffic.found }).toEqual({ checked: 6000, found: [] })
  })
  it('counts lines that are not JSON, with the place of the first', async () => {
    await readAll(traffic, [await folder.file(`${lines}\nrubbish\n{"cut`, 'some.ndjson')])
    expect(traffic.facts).toEqual([
      '5 exchanges read, 3 checked; skipped: 2 unreadable (the first: some.ndjson, line 4).',
    ])
  })
  it.each<[string, string | Buffer, RegExp]>([
    [
      'a cut gzip',
      gzipSync(lines.repeat(2000)).subarray(0, -200),
      /cut\.gz is a gzip or zstd file that is cut off after \d+ exchanges/,
    ],
    [
      'a damaged gzip',
      Buffer.concat([gzipSync(lines).subarray(0, 30), Buffer.alloc(50, 7)]),
      /is a (damaged )?gzip file/,
    ],
    ['a cut HAR', JSON.stringify(har).slice(0, -20), /is JSON that is cut off or broken, after \d exchange/],
    ['binary rubbish', Buffer.from([0, 1, 2, 3, 255, 254]), /is neither HAR nor NDJSON/],
    ['gzipped rubbish', gzipSync(Buffer.from([0, 1, 2, 3])), /is neither HAR nor NDJSON/],
    ['a text', 'hello\n', /is neither HAR nor NDJSON/],
    ['nothing', '', /is empty/],
    ['a HAR without entries', '{"log":{"version":"1.2"}}', /without exchanges/],
  ])('reports %s', async (_what, text, message) => {
    await expect(readAll(traffic, [await folder.file(text, 'cut.gz')])).rejects.toThrow(message)
  })
  it('reports a missing file', async () => {
    await expect(readAll(traffic, ['nowhere.har'])).rejects.toThrow('there is no such file')
  })
})

const drift = (input: string | Buffer, ...args: string[]) => runDrift(['traffic', ...args], { input })
describe('drift traffic', { timeout: 60_000 }, () => {
  it('reads standard input, gzipped too, and exits with 1 for drift', async () => {
    const { code, out } = await drift(gzipSync(lines), '-')
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringMatching(
        /createOrder returned the code 9999; the contract lists 0, [^]*seen +2 times, first stdin #1[^]*repeat +curl -X POST[^]*Drift: 1 breaking\.\n$/,
      ),
    })
  })
  it('exits with 0 without drift', async () => {
    const { code, out } = await drift(JSON.stringify(entries[1]), '-')
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/1 exchange read, 1 checked\.\nThe whole coverage [^\n]*\nNo drift\.\n$/),
    })
  })
  it('never passes silently: without a call of the contract it exits with 2', async () => {
    const { code, err } = await drift('{"method":"GET","url":"https://other.example/","status":200}', '-')
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(
        /1 exchange read, 0 checked; skipped: 1 not of this contract\. Calls of Paket \S+ were looked for under \/bff\/api: give --base for another path, --contract for another contract/,
      ),
    })
  })
  it('never passes silently: with only unknown calls it exits with 1', async () => {
    const { code, out } = await drift('{"method":"POST","url":"/bff/api/v9/create_order","status":200}', '-')
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringMatching(
        /`\/\{\}\/create_order` was called[^]*No exchange could be compared with the contract\.\n/,
      ),
    })
  })
  it('reads the line that the README shows as a call of the contract', async () => {
    const readme = await readFile(join(root, 'scripts/drift/README.md'), 'utf8')
    const { out } = await drift(/^ {4}(\{"method".*\})$/m.exec(readme)![1]!, '-')
    expect(out).toContain('1 exchange read, 1 checked.')
  })
  it('requires a file', async () => {
    expect(await drift('')).toMatchObject({ code: 2, err: expect.stringContaining('Exchanges are needed') })
  })
})
