import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from '../contract/contract.ts'
import { mockOfFile } from './support.ts'

const scenariosDir = await mkdtemp(join(tmpdir(), 'paket-scenarios-'))
afterAll(() => rm(scenariosDir, { recursive: true, force: true }))
await cp(resolve(root, 'mock-server/src/product/scenarios'), scenariosDir, { recursive: true })
const again = `title: Again
description: What they have is renewed every day, the first time at once.
answers: { getDeliveryInfo: full }
on:
  start: [{ every: P1D, answers: { getDeliveryInfo: { set: { result.offerRenewalDate: +1d } } } }]
`
await writeFile(join(scenariosDir, 'again.yaml'), again)
const mock = mockOfFile({ scenariosDir })
afterAll(() => mock.control('PUT', '/clock', { now: null }))

test('a change that comes every day, the first time at once, comes on each day after [O-DELIVERY-10]', async () => {
  await mock.control('PUT', '/clock', { now: '2026-11-21T12:00:00+03:00' })
  const user = await mock.user('again')
  const day = async () => Date.parse(String((await user.result('getDeliveryInfo'))['offerRenewalDate'])) / 86_400_000
  const first = await day()
  const days: number[] = []
  for (const advance of ['PT23H', 'PT2H', 'P1D', 'P3D']) {
    await mock.control('PUT', '/clock', { advance })
    days.push((await day()) - first)
  }
  expect(days).toEqual([0, 1, 2, 5])
})
