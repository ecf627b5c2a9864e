import { expect, test, vi } from 'vitest'
import { partnerPromocodeFlow } from '#web/features/offers/partner-promocode.ts'
import { type Answers, apiThatAnswers } from '#support/fake-api.ts'
import { scriptedPorts } from '#support/scripted-ports.ts'

const request = { partnerOfferId: 'cinema-2026', subscriberId: 's1' }
async function take(...answers: Answers['x']) {
  const { io, seen } = scriptedPorts({ message: ['dismissed'] })
  const { api, sent } = apiThatAnswers({ get_promocodes_to_user: answers })
  const show = vi.fn()
  await partnerPromocodeFlow(request, show)(io, api)
  return { seen, sent, shown: show.mock.calls.flat() }
}

test('asks for this offer and this subscriber, and shows the first promocode (OO-23)', async () => {
  const { sent, shown, seen } = await take({ body: { code: 0, result: { promocodes: ['KINO-1', 'KINO-2'] } } })
  expect(sent).toEqual([{ call: 'get_promocodes_to_user', body: request }])
  expect({ shown, seen }).toEqual({ shown: ['KINO-1'], seen: [] })
})
test.each([4, 9])('code %i: the subscription is still being activated [O-ERR-30]', async (code) => {
  const { shown, seen } = await take({ body: { code } })
  expect({ shown, seen }).toEqual({ shown: [], seen: ['message: Подписка ещё активируется'] })
})
test.each<[string, Answers['x'][number]]>([
  ['code 2000', { body: { code: 2000 } }],
  ...[1, 3, 5, 8, 10].map((code): [string, Answers['x'][number]] => [`code ${code}`, { body: { code } }]),
  ['no code', { body: {} }],
  ['HTTP 422', { status: 422, body: { code: 4 } }],
  ['HTTP 500', { status: 500 }],
  ['no connection', 'no connection'],
  ['no promocode left', { body: { code: 0, result: { promocodes: [] } } }],
])('%s: an error, later [O-ERR-30] [O-ERR-31]', async (_, answer) => {
  const { shown, seen } = await take(answer)
  expect({ shown, seen }).toEqual({ shown: [], seen: ['message: Произошла ошибка'] })
})
test('a session that is over is shown by the session', async () => {
  expect((await take({ status: 401 })).seen).toEqual([])
})
