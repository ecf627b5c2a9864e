import { expect, test } from 'vitest'
import * as operations from '@paket/sdk/operations'
import { ALL_CALLS_BYTES, ONE_CALL_BYTES } from '../../scripts/bench/budgets.ts'
import { ownSizes } from '../../scripts/bench/bundles.ts'
import { plainContract } from '../../scripts/bench/contract.ts'
import { bytesIn, writtenFigures } from '../../scripts/bench/figures.ts'
import { gzipSize } from '../../scripts/gzip-size.ts'

const options = "{ baseUrl: '/bff/api', auth: { getToken: () => globalThis.token } }"
const oneCall = `
  import { createClientOf } from '@paket/sdk'
  import { createOrder } from '@paket/sdk/operations'
  export const paket = createClientOf({ createOrder }, ${options})`

test('one call with its runtime keeps within its budget', async () => {
  expect(await gzipSize(oneCall)).toBeLessThanOrEqual(ONE_CALL_BYTES)
})

const { errorCatalogue: _, ...everyCall } = operations
const ids = Object.keys(everyCall).join(', ')
const allCalls = `
  import { createClientOf } from '@paket/sdk'
  import { ${ids} } from '@paket/sdk/operations'
  export const paket = createClientOf({ ${ids} }, ${options})`

test('all calls with their rules keep within theirs', async () => {
  expect(await gzipSize(allCalls)).toBeLessThanOrEqual(ALL_CALLS_BYTES)
})

test('schemas cost what the answers need, not those of requests', async () => {
  const schemas = (names: string) =>
    gzipSize(`import { ${names} } from '@paket/sdk/schemas'; export const all = [${names}]`)
  expect(await schemas('answers')).toBeLessThanOrEqual(3550)
})

test('a call that is not imported adds no bytes', async () => {
  const all = await gzipSize(`import { createClient } from '@paket/sdk'; export const paket = createClient(${options})`)
  expect(await gzipSize(oneCall)).toBeLessThan(all - 400)
})

test('what is not used costs nothing: the catalogue, polling, views and schemas stay out', async () => {
  const withRest = await gzipSize(`${oneCall}
    import { bundles, pollOrder, toSubscriber } from '@paket/sdk'
    export const rest = [bundles, pollOrder, toSubscriber]`)
  expect(await gzipSize(oneCall)).toBeLessThan(withRest - 1500)
})

test('COMPARED.md has the measured bytes, within 5 %', async () => {
  const { calls } = await plainContract()
  const one = await ownSizes(calls.filter(({ id }) => id === 'createOrder'))
  const all = await ownSizes(calls)
  const documented = bytesIn(await writtenFigures())
  for (const name of Object.keys(all)) {
    const { one: saidOne = 0, all: saidAll = 0 } = documented.get(name) ?? {}
    expect(Math.abs(saidOne / (one[name] ?? 0) - 1), `${name}, one call: ${one[name]}`).toBeLessThan(0.05)
    expect(Math.abs(saidAll / (all[name] ?? 0) - 1), `${name}, all calls: ${all[name]}`).toBeLessThan(0.05)
  }
  expect(Object.keys(all)).toHaveLength(4)
})
