// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { OperationId } from '@paket/sdk'
import { appOnMock } from './app-on-mock.tsx'
import { operations } from './failures.ts'
import { follow } from './follow.ts'
import { shown, until, untilDialog } from './screen.ts'
import { ways } from './ways.ts'

// The error catalogues (core §8, options §8) on the screen: an independent table of titles and buttons, in their order.
vi.setConfig({ testTimeout: 60_000 })
const app = appOnMock()

type Case = [status: number, body?: object]
const codes = (...all: number[]): Case[] => all.map((code) => [200, { code }])
const http = (...all: number[]): Case[] => all.map((status) => [status])
const under = (status: number, ...all: number[]): Case[] => all.map((code) => [status, { code }])

const retry = 'Попробовать ещё раз'
const support = 'Написать в поддержку'
const close = 'Понятно'
const failed = 'Произошла ошибка'
const again = 'Что-то пошло не так'
const incognito = 'Попробуйте открыть сайт в режиме инкогнито или обратитесь в поддержку'
/** The text with the code of the answer: the body's, otherwise the status. */
const withCode = 'with the code'

type Row = [call: OperationId, cases: Case[], title: string, buttons: string[], text: string, rows: string]
const autopay = (call: OperationId, title: string, row: string): Row[] => [
  [call, codes(1), title, [support, close], withCode, `[O-ERR-33] [${row}]`],
  [call, codes(200, 2, 3), again, [retry, close], '', '[O-ERR-36]'],
  [call, [[422], ...under(422, 1)], title, [support, close], withCode, '[O-ERR-37]'],
  [call, under(500, 200), again, [retry, close], '', '[O-ERR-38]'],
  [call, [[500], ...under(500, 1, 2, 3)], failed, [support, close], withCode, '[O-ERR-39]'],
]
const catalogue: Row[] = [
  ['createOrder', http(422), failed, [support, close], withCode, '[C-ERR-01]'],
  ['createOrder', codes(2, 2000, 2001, 2008), failed, [support, close], incognito, '[C-ERR-02] [C-ERR-42]'],
  ['createOrder', codes(2002, 2003), 'Попробуйте позже', [close], '', '[C-ERR-03]'],
  ['createOrder', codes(2004), 'Пакет уже подключается, дождитесь СМС', [close], '', '[C-ERR-04]'],
  ['createOrder', codes(2005), 'У вас уже есть подписка партнёра', [close], '', '[C-ERR-05]'],
  ['createOrder', codes(2006), 'Вы не можете купить ещё один период', [close], '', '[C-ERR-06]'],
  ['createOrder', codes(2007), 'Время вышло', [retry, close], '', '[C-ERR-07]'],
  ['createOrder', codes(2010), 'У вас уже лучшие условия', [close], '', '[C-ERR-08]'],
  ['createScoresOrder', http(422, 500, 503), failed, [support, close], withCode, '[C-ERR-09]'],
  ['createScoresOrder', codes(2000, 2001), failed, [support, close], incognito, '[C-ERR-10]'],
  ['createScoresOrder', codes(2002), 'Пакет уже подключается, дождитесь СМС', [close], '', '[C-ERR-11]'],
  ['createScoresOrder', codes(2003), 'У вас уже есть подписка партнёра', [close], '', '[C-ERR-12]'],
  ['createScoresOrder', codes(2004), 'У вас уже лучшие условия', [close], '', '[C-ERR-13]'],
  ['createScoresOrder', codes(2005), 'Вы не можете купить ещё один период', [close], '', '[C-ERR-14]'],
  [
    'getOrderStatus',
    [
      [200, { code: 0, result: { orderStatus: 'refunded' } }],
      [200, { code: 0, result: {} }],
    ],
    failed,
    ['Проверить Пакет', support],
    '',
    '[C-ERR-16]',
  ],
  ['getOrderStatus', codes(2000), failed, ['Проверить Пакет', support], withCode, '[C-ERR-19]'],
  ['getOrderStatus', http(422, 500), failed, ['Проверить Пакет', support], withCode, '[C-ERR-20]'],
  ['getUserProfile', http(500, 503), again, [retry, close], '', '[C-ERR-25]'],
  ['registerBinding', codes(5, 6, 7), 'Не удалось добавить/изменить карту', [retry, close], '', '[C-ERR-26]'],
  ['registerBinding', codes(3, 4), 'Добавить карту сейчас нельзя', [close], '', '[C-ERR-27]'],
  ['registerBinding', http(422), 'Добавить карту сейчас нельзя', [support, close], withCode, '[C-ERR-28]'],
  ['registerBinding', http(500), again, [retry, close], '', '[C-ERR-29] [C-ERR-44]'],
  ['registerBinding', [...codes(99), [400]], 'Не получилось', [support, close], withCode, '[C-ERR-30] [C-ERR-45]'],
  ['unbindCard', codes(7, 8), again, [retry, close], '', '[C-ERR-33]'],
  ['unbindCard', codes(1), 'Не получилось', [support, close], withCode, '[C-ERR-34]'],
  ['unbindCard', under(422, 3, 4, 5), 'Не получилось', [support, close], withCode, '[C-ERR-35]'],
  [
    'unbindCard',
    [[422], ...under(422, 1)],
    'Произошла ошибка. Пожалуйста, авторизуйтесь повторно',
    ['Войти'],
    '',
    '[C-ERR-36] [C-ERR-41]',
  ],
  ['changeAutopaymentOption', codes(2000, 4220, 5000), failed, [support, close], withCode, '[O-ERR-05]'],
  ['createSubscriberRelation', http(422, 500, 503), failed, [support, close], '', '[O-ERR-06]'],
  ['createSubscriberRelation', codes(2001), 'Не удалось добавить близкого', [retry, close], '', '[O-ERR-08]'],
  [
    'createSubscriberRelation',
    codes(2002),
    'Близкий уже подключён к другой опции',
    ['Изменить данные', close],
    '',
    '[O-ERR-09]',
  ],
  ['createSubscriberRelation', codes(2003), 'Достигнут лимит', [close], '', '[O-ERR-10]'],
  ['createSubscriberRelation', codes(2004), 'Попробуйте позже', [close], '', '[O-ERR-11]'],
  ['createSubscriberRelation', codes(2005), 'Опция уже подключается', [close], '', '[O-ERR-12]'],
  ['deleteSubscriberRelation', http(422, 500, 503), failed, [support, close], '', '[O-ERR-13]'],
  ['deleteSubscriberRelation', codes(2001), 'Попробуйте позже', [close], '', '[O-ERR-15]'],
  ['deleteSubscriberRelation', codes(2002), 'Достигнут лимит', [close], '', '[O-ERR-16]'],
  ...autopay('enableAutopay', 'Продление недоступно', 'O-ERR-34'),
  ...autopay('disableAutopay', 'Отмена подписки недоступна', 'O-ERR-35'),
]

test.each(
  catalogue.flatMap(([call, cases, title, buttons, text, rows]) =>
    cases.map(([status, body = {}]) => ({ call, status, body, title, buttons, text, rows })),
  ),
)(
  '$call answered by $status $body shows «$title» with its buttons $rows',
  async ({ title, buttons, text, ...failure }) => {
    await fail(failure)
    const dialog = await untilDialog(title)
    expect(dialog.ways.filter((way) => way !== 'Закрыть')).toEqual(buttons)
    const code = 'code' in failure.body ? failure.body.code : failure.status
    expect(dialog.text.match(/Код ошибки \d+/)?.[0]).toBe(text === withCode ? `Код ошибки ${String(code)}` : undefined)
    if (text === incognito) expect(dialog.text).toContain(incognito)
  },
)

test('getUserProfile answered by 500 with the code 5002 signs the user out [C-ERR-24]', async () => {
  const { services } = await fail({ call: 'getUserProfile', status: 500, body: { code: 5002 } })
  await until(() => expect(services.signOut).toHaveBeenCalledOnce())
  expect(shown().kind).toBe('page')
})

/** Goes the way of a user to a call; every answer to it is this one. */
async function fail({ call, status, body }: { call: OperationId; status: number; body: object }) {
  const way = ways[call]![0]!
  const { path } = operations.find(({ id }) => id === call)!
  const examples = Object.entries(way.given ?? {}).map(([operation, example]) => ({ operation, example }))
  const answered = vi.fn<() => Response>(() => new Response(JSON.stringify(body), { status }))
  const { services } = await app.visit({
    as: way.as,
    open: way.open,
    faults: examples,
    through: (send) => async (address, init) => (address.endsWith(path) ? answered() : send(address, init)),
  })
  await follow(way, () => answered.mock.calls.length > 0)
  return { services }
}
