import { expect, test } from '../test.ts'

/** Table T4, create_order: what each answer leads to, on the screen. */
const refusals: [fault: { code?: number; status?: number }, title: string, row: string, tellsCode: boolean][] = [
  [{ status: 422 }, 'Произошла ошибка', '[C-ERR-01]', true],
  [{ status: 500 }, 'Произошла ошибка', '[C-ERR-01]', true],
  [{ status: 503 }, 'Произошла ошибка', '[C-ERR-01]', true],
  [{ code: 2 }, 'Произошла ошибка', '[C-ERR-02]', false],
  [{ code: 2000 }, 'Произошла ошибка', '[C-ERR-02]', false],
  [{ code: 2001 }, 'Произошла ошибка', '[C-ERR-02]', false],
  [{ code: 2008 }, 'Произошла ошибка', '[C-ERR-02]', false],
  [{ code: 2002 }, 'Попробуйте позже', '[C-ERR-03]', false],
  [{ code: 2003 }, 'Попробуйте позже', '[C-ERR-03]', false],
  [{ code: 2004 }, 'Пакет уже подключается, дождитесь СМС', '[C-ERR-04]', false],
  [{ code: 2005 }, 'У вас уже есть подписка партнёра', '[C-ERR-05]', false],
  [{ code: 2006 }, 'Вы не можете купить ещё один период', '[C-ERR-06]', false],
  [{ code: 2007 }, 'Время вышло', '[C-ERR-07]', false],
  [{ code: 2010 }, 'У вас уже лучшие условия', '[C-ERR-08]', false],
  [{ code: 2011 }, 'Произошла ошибка', '(not in the contract)', true],
]
for (const [fault, title, row, tellsCode] of refusals) {
  test(`create_order ${JSON.stringify(fault)} shows «${title}» ${row}`, async ({ signInAs, user }) => {
    const account = await signInAs('registered')
    await user.break({ operation: 'createOrder', ...fault })
    await account.startBuying()
    await account.payByMainCard()
    await account.tells(title)
    await expect(account.dialog.getByText(/Код ошибки \d+/)).toHaveCount(tellsCode ? 1 : 0)
    expect(await user.count('createOrder')).toBe(1)
  })
}

test('«Время вышло» offers to retry, and the retry repeats the purchase [C-ERR-07]', async ({ signInAs, user }) => {
  const account = await signInAs('registered')
  await user.break({ operation: 'createOrder', code: 2007, times: 1 })
  await account.startBuying()
  await account.payByMainCard()
  await account.tells('Время вышло')
  await account.answer('Попробовать ещё раз')
  await account.payByMainCard()
  await account.tells('Сервис активирован')
  expect(await user.count('createOrder')).toBe(2)
})

for (const how of ['reset', 'truncate', 'not-json', 'wrong-shape'] as const) {
  test(`an answer to create_order that is lost (${how}) is never repeated by itself`, async ({
    signInAs,
    user,
    page,
  }) => {
    const account = await signInAs('registered')
    // What the page asks for: Chromium itself sends a request again when a connection that it reuses is reset.
    const orders: string[] = []
    page.on('request', (request) => request.url().endsWith('/create_order') && orders.push(request.url()))
    await user.break({ operation: 'createOrder', break: how })
    await account.startBuying()
    await account.payByMainCard()
    await account.tells('Ответ не пришёл')
    await expect(account.dialog.getByRole('button', { name: 'Попробовать ещё раз' })).toHaveCount(0)
    expect(orders).toHaveLength(1)
    if (how !== 'reset') expect(await user.count('createOrder')).toBe(1)
  })
}

/** Failures of get_order_status. */
for (const [fault, row] of [
  [{ code: 2000 }, '[C-ERR-19]'],
  [{ status: 422 }, '[C-ERR-20]'],
  [{ status: 500 }, '[C-ERR-20]'],
] as const) {
  test(`get_order_status ${JSON.stringify(fault)} shows the error with the code ${row}`, async ({ signInAs, user }) => {
    const account = await signInAs('registered')
    await user.break({ operation: 'getOrderStatus', ...fault })
    await account.startBuying()
    await account.payByMainCard()
    await account.tells('Произошла ошибка')
    await expect(account.dialog.getByText(/Код ошибки \d+/)).toBeVisible()
    expect(await user.count('createOrder')).toBe(1)
  })
}

test('three failing polls in a row end the order’s following, and the order is not repeated', async ({
  signInAs,
  user,
}) => {
  const account = await signInAs('registered')
  await user.break({ operation: 'getOrderStatus', break: 'truncate', times: 3 })
  await account.startBuying()
  await account.payByMainCard()
  await account.tells('Произошла ошибка')
  expect(await user.count('getOrderStatus')).toBe(3)
  expect(await user.count('createOrder')).toBe(1)
})

test('two failing polls in a row do not matter', async ({ signInAs, user }) => {
  const account = await signInAs('registered')
  await user.break({ operation: 'getOrderStatus', status: 500, times: 2 })
  await account.startBuying()
  await account.payByMainCard()
  await account.tells('Сервис активирован')
})

test('fifteen polls, then the error; no sixteenth [C-ERR-15] [C-POLL-20]', async ({ signInAs, user, page }) => {
  await page.clock.install()
  const account = await signInAs('registered')
  await user.break({ operation: 'getOrderStatus', example: 'registered' })
  await account.startBuying()
  await account.payByMainCard()
  for (let poll = 1; poll <= 15; poll++) {
    await expect.poll(() => user.count('getOrderStatus')).toBe(poll)
    await page.clock.runFor(2000)
  }
  await account.tells('Произошла ошибка')
  expect(await user.count('getOrderStatus')).toBe(15)
  expect(await user.count('createOrder')).toBe(1)
})
