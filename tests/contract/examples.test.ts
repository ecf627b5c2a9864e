import { describe, expect, it, test } from 'vitest'
import { idempotencyKey, requestSchema } from '@paket/contract'
import { codeOf, isRejected, readContract, schemaCheck } from './contract.ts'

const { document, calls } = await readContract()
const check = schemaCheck(document)

/** A 200 has two branches, the accepted answer and the refusal; the rule selects the one that an example must match. */
function branchOf(call: (typeof calls)[number], answer: (typeof calls)[number]['answers'][number]): string {
  const { anyOf } = call.operation.responses['200']?.content?.['application/json']?.schema ?? {}
  if (answer.status !== 200 || !anyOf) return answer.schema
  return `${answer.schema}/anyOf/${isRejected(call, codeOf(answer.value)) ? 1 : 0}`
}

describe.each(calls)('$id', (call) => {
  it.each(call.answers)('answers $name ($status) in the schema of its branch', (answer) => {
    expect(check(branchOf(call, answer), answer.value)).toEqual([])
  })

  it.each(call.requests)('accepts the request $name by its schema', ({ value }) => {
    expect(check(`#/components/schemas/${requestSchema(call.operation)}`, value)).toEqual([])
  })

  it('has examples of a request, an answer and every status for every call', () => {
    expect(call.requests.length).toBeGreaterThan(0)
    const underWay = idempotencyKey(document, call.operation) ? ['409'] : []
    expect(Object.keys(call.operation.responses)).toEqual([
      '200',
      '401',
      '403',
      ...underWay,
      '422',
      '429',
      '500',
      '503',
    ])
    const statuses = new Set(call.answers.map(({ status }) => String(status)))
    expect([...statuses]).toEqual(Object.keys(call.operation.responses))
  })
})

test('an answer does not match the wrong branch', () => {
  const at = '#/paths/~1v1~1create_order/post/responses/200/content/application~1json/schema/anyOf/0'
  expect(check(at, { code: 2004 })).not.toEqual([])
  expect(check(at, { code: 0, result: { orderId: 1 } })).toEqual(['/result/orderId must be string'])
})

describe('examples of failures', () => {
  const of = (id: string, status: number) =>
    calls.find((call) => call.id === id)?.answers.filter((answer) => answer.status === status)
  it('are derived from their codes and statuses', () => {
    expect(of('unbindCard', 200)).toEqual([
      expect.objectContaining({ name: 'removed' }),
      expect.objectContaining({ name: 'alreadyRemoved' }),
      ...[7, 8].map((code) =>
        expect.objectContaining({ name: `cardNotRemoved${code}`, value: { code, message: `cardNotRemoved${code}` } }),
      ),
    ])
  })
  it('start with one without a code, which represents the status', () => {
    expect(of('getUserProfile', 500)?.map(({ name }) => name)).toEqual(['profileUnavailable500', 'profileGone'])
    expect(of('disableAutopay', 500)?.[0]?.name).toBe('autopayFailed500')
  })
})
