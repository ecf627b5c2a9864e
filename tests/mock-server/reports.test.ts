import { beforeEach, expect, test } from 'vitest'
import { ask, mockOfFile } from './support.ts'

const mock = mockOfFile()
const send = (body: unknown, path = '/otlp/v1/logs', method = 'POST') => ask(mock.origin, method, path, body)
const string = (key: string, value: string) => ({ key, value: { stringValue: value } })
const exported = (...logRecords: object[]) => ({
  resourceLogs: [
    {
      resource: { attributes: [string('service.version', '1')] },
      scopeLogs: [{ scope: { name: 'paket-web' }, logRecords }],
    },
  ],
})
const record = {
  timeUnixNano: '1764000000000000000',
  severityNumber: 9,
  eventName: 'paket.vital',
  attributes: [string('paket.vital', 'LCP'), { key: 'paket.value', value: { intValue: '812' } }],
}
const entry = {
  at: '2025-11-24T16:00:00.000Z',
  event: 'paket.vital',
  attributes: { 'service.version': '1', 'paket.vital': 'LCP', 'paket.value': 812 },
  visit: null,
}
const list = async (query = '') => (await mock.control('GET', `/reports${query}`)).body
beforeEach(() => mock.control('DELETE', '/reports'))

test('reports that the app sends are listed, with what their resource says', async () => {
  expect(await send(exported(record))).toMatchObject({ status: 200, body: {} })
  expect(await list()).toEqual([entry])
})
test('those of one visit are found among all, and the latest of them', async () => {
  await send(exported(record))
  await send(exported(record, { ...record, eventName: 'paket.error' }), '/otlp/v1/logs?visit=one')
  expect(await list('?visit=one')).toMatchObject([{ event: 'paket.vital' }, { event: 'paket.error', visit: 'one' }])
  expect(await list('?visit=one&limit=1')).toMatchObject([{ event: 'paket.error' }])
  expect(await mock.control('GET', '/reports?limit=0')).toMatchObject({ status: 400 })
})
test.each([
  [{}, 'resourceLogs must be a list of objects'],
  [exported({ ...record, timeUnixNano: 1 }), 'a log record must have an eventName, and a timeUnixNano of digits'],
  [exported({ ...record, attributes: [{ key: 'a', value: { intValue: 1 } }] }), /^a must have a stringValue/],
  [exported({ ...record, attributes: [{ value: {} }] }), 'an attribute must have a key'],
])('what is no OTLP is refused: %j', async (body, detail) => {
  const matching: unknown = typeof detail === 'string' ? detail : expect.stringMatching(detail)
  expect(await send(body)).toMatchObject({ status: 400, body: { detail: matching } })
  expect(await list()).toEqual([])
})
test('only logs are taken, by POST', async () => {
  expect(await send(exported(record), '/otlp/v1/traces')).toMatchObject({ status: 404 })
  expect(await send(undefined, '/otlp/v1/logs', 'GET')).toMatchObject({ status: 405 })
})
