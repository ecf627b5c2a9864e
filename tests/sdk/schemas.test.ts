import { expect, it, test, vi } from 'vitest'
import { schemas } from '@paket/sdk/schemas'
import { isRejected, codeOf, readContract } from '../contract/contract.ts'
import { clientOf, failureIn } from './support.ts'
import type { OperationId } from '@paket/sdk'

const { calls } = await readContract()
const good = calls.flatMap((call) =>
  call.answers
    .filter(({ status, value }) => status === 200 && !isRejected(call, codeOf(value)))
    .map(({ name, value }) => [call.id, name, value] as const),
)

it.each(good)('%s: the example %s matches its schema', (id, _, value) => {
  expect(schemas(id as OperationId, value)).toEqual([])
})

const drifted = { code: 0, result: { scoresBalance: '12', bonus: 1 } }

test('an answer that differs from its schema is a success with a drift event', async () => {
  const drift = vi.fn<(event: unknown) => void>()
  const { client } = clientOf(() => drifted, { schemas, on: { drift } })
  expect(await client.getScoresBalance()).toEqual({ ok: true, data: drifted })
  expect(drift.mock.calls).toEqual([
    [{ operation: 'getScoresBalance', differences: [expect.stringMatching(/^result\.scoresBalance: /)] }],
  ])
})

test.each([{}, { on: {} }])('compares answers without a listener for drift: %j', async (options) => {
  const { client } = clientOf(() => drifted, { schemas, ...options })
  expect((await client.getScoresBalance()).ok).toBe(true)
})

test('an answer that differs is malformed with strict, with a drift event', async () => {
  const drift = vi.fn<() => void>()
  const { client } = clientOf(() => drifted, { schemas, strict: true, on: { drift } })
  const result = await client.getScoresBalance()
  expect(failureIn(result)).toMatchObject({
    name: 'malformed',
    outcome: 'points-unverified',
    message: 'result.scoresBalance: expected number, received another string',
  })
  expect(drift).toHaveBeenCalledTimes(1)
})

test('compares nothing without schemas, strict or not', async () => {
  const { client } = clientOf(() => drifted, { strict: true })
  expect((await client.getScoresBalance()).ok).toBe(true)
})

test('does not compare a refusal with the schema of an answer', async () => {
  const drift = vi.fn<() => void>()
  const { client } = clientOf(() => ({ code: 2000 }), { schemas, strict: true, on: { drift } })
  expect(failureIn(await client.getScoresBalance()).name).toBe('balanceUnknown')
  expect(drift).not.toHaveBeenCalled()
})

test('a difference names the expected and the received kind, never the value', async () => {
  const secret = 'text of the answer'
  const results = [{ status: secret }, { status: 5 }, { status: null }, { status: [] }, {}, []].map((result) => ({
    code: 0,
    result,
  }))
  const lines = results.flatMap((body) => schemas('getClientData', body))
  expect(lines.join()).not.toContain(secret)
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^result\.status: expected .*, received another string$/),
      expect.stringMatching(/^result\.status: expected .*, received another number$/),
      expect.stringMatching(/^result\.status: expected .*, received null$/),
      expect.stringMatching(/^result\.status: expected .*, received a list$/),
      expect.stringMatching(/^result\.status: expected .*, received nothing$/),
    ]),
  )
})

test('names the body when the answer is another kind of value', () => {
  expect(schemas('getClientData', 7)).toEqual(['body: expected Object, received another number'])
})
