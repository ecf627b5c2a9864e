import { describe, expect, test } from 'vitest'
import { enableAutopayFlow } from '#web/features/autopay/autopay.ts'
import type { Answers } from '#support/fake-api.ts'
import { renewalOf, type Reply, run } from './autopay-ports.ts'

const done = { body: { code: 0 } }
const enable = (answers: Answers['x'], replies: Reply[], own = {}) =>
  run(
    (after) => enableAutopayFlow(renewalOf({ autopaymentsEnabled: false, ...own }), after),
    { enable: answers },
    replies,
  )

describe('enabling', () => {
  test('shows a loading modal and then that the renewal is confirmed, with its charge [O-AUTOPAY-01] [O-AUTOPAY-02] [O-MODAL-15]', async () => {
    const { spinners, given, calls, after } = await enable([done], [['message', 'dismissed']])
    expect(spinners).toEqual(['Включаем автопродление'])
    expect(given).toMatchObject([
      { title: 'Автопродление включено', text: 'Следующее списание 2\u00a0декабря, 199\u00a0₽', image: 'success' },
    ])
    expect(calls).toEqual(['enable'])
    expect(after.refresh).toHaveBeenCalledOnce()
  })
  test('without a known end the charge is at the end of the term', async () => {
    const own = { lastChainEndDate: null, deactivationDate: null }
    const { given } = await enable([done], [['message', 'dismissed']], own)
    expect(given).toMatchObject([{ text: expect.stringContaining('в конце оплаченного срока') }])
  })
  test('in grace, a day that has passed is not the next charge', async () => {
    const own = { isGracePeriod: true, lastChainEndDate: '2026-11-09T09:05:00+03:00' }
    const { given } = await enable([done], [['message', 'dismissed']], own)
    expect(given).toMatchObject([{ text: 'Следующее списание в конце оплаченного срока, 199\u00a0₽' }])
  })
  test('code 1: support is offered under its own title, with the code [O-ERR-33] [O-ERR-34]', async () => {
    const { given, after, calls } = await enable([{ body: { code: 1 } }], [['message', 'support']])
    expect(given).toMatchObject([{ title: 'Продление недоступно', code: 1 }])
    expect(after.support).toHaveBeenCalledOnce()
    expect(calls).toEqual(['enable'])
  })
  test.each([200, 2, 3])('code %i: try again, the same call [O-ERR-36]', async (code) => {
    const replies: Reply[] = [
      ['message', 'retry'],
      ['message', 'dismissed'],
    ]
    const { titles, calls } = await enable([{ body: { code } }, done], replies)
    expect(titles).toEqual(['Что-то пошло не так', 'Автопродление включено'])
    expect(calls).toEqual(['enable', 'enable'])
  })
  test('sends the call once when the user does not retry', async () => {
    const { calls } = await enable([{ body: { code: 2 } }], [['message', 'dismissed']])
    expect(calls).toEqual(['enable'])
  })
  test.each([{ code: 4220 }, { code: 200 }, {}])(
    'HTTP 422 with %j: support, titled as code 1 [O-ERR-37]',
    async (body) => {
      const { given } = await enable([{ status: 422, body }], [['message', 'dismissed']])
      expect(given).toMatchObject([{ title: 'Продление недоступно', code: body.code ?? 422 }])
    },
  )
  test.each([500, 503])('HTTP %i with code 200: try again [O-ERR-38]', async (status) => {
    const replies: Reply[] = [
      ['message', 'retry'],
      ['message', 'dismissed'],
    ]
    const { titles } = await enable([{ status, body: { code: 200 } }, done], replies)
    expect(titles).toEqual(['Что-то пошло не так', 'Автопродление включено'])
  })
  test.each([{ code: 1 }, { code: 2 }, { code: 3 }, {}])(
    'HTTP 500 with %j: the generic support modal, with the code and without a retry [O-ERR-39]',
    async (body) => {
      const { given, after } = await enable([{ status: 500, body }], [['message', 'support']])
      expect(given).toMatchObject([{ title: 'Произошла ошибка', code: body.code ?? 500 }])
      expect(JSON.stringify(given)).not.toContain('retry')
      expect(after.support).toHaveBeenCalledOnce()
    },
  )
  test.each<[string, Answers['x'][number]]>([
    ['an unknown code', { body: { code: 7 } }],
    ['no code', { body: {} }],
    ['HTTP 404', { status: 404 }],
  ])('%s: the generic support modal (T3)', async (_, answer) => {
    const { titles, after } = await enable([answer], [['message', 'dismissed']])
    expect(titles).toEqual(['Произошла ошибка'])
    // The renewal may have changed although the answer was lost.
    expect(after.refresh).toHaveBeenCalledOnce()
  })
  test('a success without a code: the generic support modal shows no status', async () => {
    const { given } = await enable([{ body: {} }], [['message', 'dismissed']])
    expect(given).toMatchObject([{ title: 'Произошла ошибка', code: undefined }])
  })
  test('no answer: check the connection, and the same call again (T3)', async () => {
    const { titles, after } = await enable(
      ['no connection', done],
      [
        ['message', 'retry'],
        ['message', 'dismissed'],
      ],
    )
    expect(titles).toEqual(['Нет связи', 'Автопродление включено'])
    expect(after.refresh).toHaveBeenCalled()
  })
  test('a session that is over is shown elsewhere', async () => {
    expect((await enable([{ status: 401 }], [])).titles).toEqual([])
  })
})
