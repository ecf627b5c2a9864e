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

test('reports of the app are listed with the attributes of their resource', async () => {
  expect(await send(exported(record))).toMatchObject({ status: 200, body: {} })
  expect(await list()).toEqual([entry])
})
test('reports can be filtered by visit and limited to the latest', async () => {
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
])('invalid OTLP is rejected: %j', async (body, detail) => {
  const matching: unknown = typeof detail === 'string' ? detail : expect.stringMatching(detail)
  expect(await send(body)).toMatchObject({ status: 400, body: { detail: matching } })
  expect(await list()).toEqual([])
})
test('only logs by POST are accepted', async () => {
  expect(await send(exported(record), '/otlp/v1/traces')).toMatchObject({ status: 404 })
  expect(await send(undefined, '/otlp/v1/logs', 'GET')).toMatchObject({ status: 405 })
})
