import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { bundleById } from '@paket/sdk'
import { afterEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../contract/contract.ts'
import { mockOfFile, type TestUser } from './support.ts'

const mock = mockOfFile()
afterEach(() => mock.control('PUT', '/clock', { now: null }))
const periodOf = async (user: TestUser) => {
  const { status, activationDate, lastChainEndDate } = await user.result('getClientData')
  return { status, starts: Date.parse(String(activationDate)), ends: Date.parse(String(lastChainEndDate)) }
}

test('at the end of a period the bound card pays for the next one automatically [C-RENEW-01]', async () => {
  const user = await mock.user('renewing')
  const [card] = await user.cards()
  const paid = async () => (await user.result('getPayments')) as unknown as object[]
  const paidBefore = await paid()
  const before = await periodOf(user)
  await mock.control('PUT', '/clock', { advance: 'PT23H' })
  expect(await periodOf(user)).toEqual(before)
  await mock.control('PUT', '/clock', { advance: 'PT2H' })
  const after = await periodOf(user)
  expect(after.status).toBe('activated')
  expect(after.starts).toBeGreaterThan(before.starts)
  expect((after.ends - before.ends) / 86_400_000).toBeCloseTo(31, 1)
  expect((await paid()).slice(paidBefore.length)).toMatchObject([
    { price: 19900, paymentType: 'card', maskedPan: card?.['maskedPan'] },
  ])
  expect((await user.journal()).some(({ operation }) => operation === 'createOrder')).toBe(false)
})

test('an employee has a free subscription [O-ROLE-06]', async () => {
  const { status, bundleId } = await (await mock.user('hr')).result('getClientData')
  expect(status).toBe('activated')
  expect(bundleById(String(bundleId))).toMatchObject({ kind: 'employee', priceKopecks: 0 })
})

test('a phone number belongs to one subscriber [O-ENTITY-37]', async () => {
  const folder = resolve(root, 'mock-server/src/product/scenarios')
  const names = readdirSync(folder).filter((name) => /^(?!defaults|anonymous).*\.yaml$/.test(name))
  const phones = names.map(
    (name) => (parse(readFileSync(resolve(folder, name), 'utf8')) as { profile: { phone: string } }).profile.phone,
  )
  expect(phones.length).toBeGreaterThan(80)
  expect(phones.filter((phone, place) => phones.indexOf(phone) !== place)).toEqual([])
})
