import { expect, test } from 'vitest'
import * as operations from '@paket/sdk/operations'
import { gzipSize } from '../../scripts/gzip-size.ts'

const options = "{ baseUrl: '/bff/api', auth: { getToken: () => globalThis.token } }"
const oneCall = `
  import { createClientOf } from '@paket/sdk'
  import { createOrder } from '@paket/sdk/operations'
  export const paket = createClientOf({ createOrder }, ${options})`

test('one call with its runtime costs at most 5 kB, min+gzip', async () => {
  expect(await gzipSize(oneCall)).toBeLessThanOrEqual(5000)
})

const { errorCatalogue: _, ...everyCall } = operations
const ids = Object.keys(everyCall).join(', ')
const allCalls = `
  import { createClientOf } from '@paket/sdk'
  import { ${ids} } from '@paket/sdk/operations'
  export const paket = createClientOf({ ${ids} }, ${options})`

test('all calls with their rules cost at most 6 kB, min+gzip', async () => {
  expect(Object.keys(everyCall)).toHaveLength(33)
  expect(await gzipSize(allCalls)).toBeLessThanOrEqual(6000)
})

test('schemas cost what the answers need, not those of requests', async () => {
  const schemas = (names: string) =>
    gzipSize(`import { ${names} } from '@paket/sdk/schemas'; export const all = [${names}]`)
  expect(await schemas('answers')).toBeLessThanOrEqual(3550)
})

test('a call that is not taken costs nothing', async () => {
  const all = await gzipSize(`import { createClient } from '@paket/sdk'; export const paket = createClient(${options})`)
  expect(await gzipSize(oneCall)).toBeLessThan(all - 400)
})

test('what is not used costs nothing: the catalogue, polling, views and schemas stay out', async () => {
  const withRest = await gzipSize(`${oneCall}
    import { bundles, pollOrder, toSubscriber } from '@paket/sdk'
    export const rest = [bundles, pollOrder, toSubscriber]`)
  expect(await gzipSize(oneCall)).toBeLessThan(withRest - 1500)
})
