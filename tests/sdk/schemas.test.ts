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

it.each(good)('%s: the example %s keeps to its schema', (id, _, value) => {
  expect(schemas(id as OperationId, value)).toEqual([])
})

const drifted = { code: 0, result: { scoresBalance: '12', bonus: 1 } }

test('an answer that differs from its schema is a success, and the difference is told', async () => {
  const drift = vi.fn<(event: unknown) => void>()
  const { client } = clientOf(() => drifted, { schemas, on: { drift } })
  expect(await client.getScoresBalance()).toEqual({ ok: true, data: drifted })
  expect(drift.mock.calls).toEqual([
    [{ operation: 'getScoresBalance', differences: [expect.stringMatching(/^result\.scoresBalance: /)] }],
  ])
})

test.each([{}, { on: {} }])('a difference that nobody listens to is no bug: %j', async (options) => {
  const { client } = clientOf(() => drifted, { schemas, ...options })
  expect((await client.getScoresBalance()).ok).toBe(true)
})

test('with strict it is malformed, and told as well', async () => {
  const drift = vi.fn<() => void>()
  const { client } = clientOf(() => drifted, { schemas, strict: true, on: { drift } })
  const result = await client.getScoresBalance()
  expect(failureIn(result)).toMatchObject({ name: 'malformed', outcome: 'points-unverified' })
  expect(drift).toHaveBeenCalledTimes(1)
})

test('without schemas nothing is compared, strict or not', async () => {
  const { client } = clientOf(() => drifted, { strict: true })
  expect((await client.getScoresBalance()).ok).toBe(true)
})

test('a refusal is not compared with the schema of an answer', async () => {
  const drift = vi.fn<() => void>()
  const { client } = clientOf(() => ({ code: 2000 }), { schemas, strict: true, on: { drift } })
  expect(failureIn(await client.getScoresBalance()).name).toBe('balanceUnknown')
  expect(drift).not.toHaveBeenCalled()
})

test('a difference says what is expected and what kind came, never what the answer says', async () => {
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

test('an answer that is another kind of value altogether differs as a body', () => {
  expect(schemas('getClientData', 7)).toEqual(['body: expected Object, received another number'])
})
