import { expect, test } from 'vitest'
import { readBeforeOrder } from '#web/features/purchase/flow/before-order.ts'
import { clientDataAnswer } from '#support/client-data.ts'
import { type Answers, apiThatAnswers } from '#support/fake-api.ts'
import { familyOption } from '#support/options.ts'
import { scriptedPorts } from '#support/scripted-ports.ts'

const none = { lastOrderId: undefined, block: null, priceKopecks: 19_900 }
const option = { bundle: { id: familyOption.optionId }, goods: 'option', priceKopecks: 9900 } as const
const bundle = { bundle: { id: 'b1' }, isStoppedBy: () => true, priceKopecks: 19_900 } as const

async function read(what: typeof option | typeof bundle, answers: Answers) {
  const { api, sent } = apiThatAnswers(answers)
  const { io, seen } = scriptedPorts()
  return { read: await readBeforeOrder(what, api, io), sent, calls: sent.map(({ call }) => call), seen }
}

test.each<[string, Answers[string], number, string[]]>([
  ['at once', [clientDataAnswer()], 1, []],
  ['the second time', [{ status: 500 }, clientDataAnswer()], 2, ['sleep 2000']],
  ['the third time', [{ status: 500 }, 'no connection', clientDataAnswer()], 3, ['sleep 2000', 'sleep 2000']],
])('data that comes %s stops the purchase of what is there', async (_, answers, times, pauses) => {
  const { read: found, calls, seen } = await read(bundle, { get_client_data: answers })
  expect(found).toEqual({ lastOrderId: null, block: 'alreadyHas', priceKopecks: 19_900 })
  expect(calls).toEqual(Array<string>(times).fill('get_client_data'))
  expect(seen).toEqual(pauses)
})
test('data that does not come in three tries stops nothing', async () => {
  const { read: found, calls } = await read(bundle, { get_client_data: [{ status: 503 }] })
  expect(found).toEqual(none)
  expect(calls).toHaveLength(3)
})
test('data that the server refuses is asked for once', async () => {
  const { read: found, calls } = await read(bundle, { get_client_data: [{ body: { code: 2000 } }] })
  expect(found).toEqual(none)
  expect(calls).toHaveLength(1)
})
test('data that no one understands yet stops nothing', async () => {
  const unknown = clientDataAnswer()
  Object.assign(unknown.body.result, { status: 'frozen' })
  const { read: found } = await read(bundle, { get_client_data: [unknown] })
  expect(found).toEqual({ lastOrderId: null, block: null, priceKopecks: 19_900 })
})
test.each<[string, object[], string | null, number]>([
  ['is in use', [familyOption], 'hasOption', 9900],
  ['is being connected', [{ ...familyOption, status: 'new' }], 'hasOption', 9900],
  ['is over', [{ ...familyOption, status: 'inactive' }], null, 9900],
  ['has a higher price than was shown', [{ ...familyOption, status: 'inactive', price: 9901 }], null, 9901],
  ['has a lower price than was shown', [{ ...familyOption, status: 'inactive', price: 9899 }], null, 9899],
  ['is another one', [{ ...familyOption, optionId: '00000000-0000-4000-8000-000000000000' }], null, 9900],
  ['is not there', [], null, 9900],
])('an option that %s: %j', async (_, result, block, priceKopecks) => {
  const data = clientDataAnswer()
  const { read: found, sent } = await read(option, {
    get_client_data: [data],
    get_options: [{ body: { code: 0, result } }],
  })
  expect(found).toEqual({ lastOrderId: null, block, priceKopecks })
  expect(sent.at(-1)).toEqual({ call: 'get_options', body: { bundleId: data.body.result.bundleId } })
})
test('without a bundle no options are asked for', async () => {
  const { read: found, calls } = await read(option, { get_client_data: [clientDataAnswer({ bundle: null })] })
  expect(found.block).toBeNull()
  expect(calls).toEqual(['get_client_data'])
})
