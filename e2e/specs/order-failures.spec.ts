import { expect, test } from '../test.ts'

interface Refusal {
  title: string
  row: string
  faults: { code?: number; status?: number; shows?: number }[]
}
/** Table T4, create_order: what each answer leads to, on the screen. */
const refusals: Refusal[] = [
  {
    title: 'Произошла ошибка',
    row: '[C-ERR-01]',
    // The body's code, else the status (OP-46).
    faults: [
      { status: 422, shows: 4220 },
      { status: 500, shows: 5000 },
      { status: 503, shows: 503 },
    ],
  },
  {
    title: 'Произошла ошибка',
    row: '[C-ERR-02]',
    faults: [{ code: 2 }, { code: 2000 }, { code: 2001 }, { code: 2008 }],
  },
  { title: 'Попробуйте позже', row: '[C-ERR-03]', faults: [{ code: 2002 }, { code: 2003 }] },
  { title: 'Пакет уже подключается, дождитесь СМС', row: '[C-ERR-04]', faults: [{ code: 2004 }] },
  { title: 'У вас уже есть подписка партнёра', row: '[C-ERR-05]', faults: [{ code: 2005 }] },
  { title: 'Вы не можете купить ещё один период', row: '[C-ERR-06]', faults: [{ code: 2006 }] },
  { title: 'Время вышло', row: '[C-ERR-07]', faults: [{ code: 2007 }] },
  { title: 'У вас уже лучшие условия', row: '[C-ERR-08]', faults: [{ code: 2010 }] },
  { title: 'Произошла ошибка', row: '(not in the contract)', faults: [{ code: 2011, shows: 2011 }] },
]
for (const { title, row, faults } of refusals)
  test(`create_order ${JSON.stringify(faults)} shows «${title}» ${row}`, async ({ signInAs, user }) => {
    const account = await signInAs('registered')
    for (const [before, { shows, ...fault }] of faults.entries())
      await test.step(JSON.stringify(fault), async () => {
        await user.break({ operation: 'createOrder', ...fault })
        const { status = 0 } = faults[before - 1] ?? {}
        // Whether a server that broke has made the order is not known: it is looked for before the next one.
        if (status >= 500) {
          await account.buyButton.click()
          await account.showsModal('Ответ не пришёл')
          await account.answer('Попробовать ещё раз')
          await account.chooseBundle()
          await account.payByMainCard()
        } else await account.buyByMainCard()
        await account.showsModal(title)
        const code = account.dialog.getByText(/Код ошибки/)
        await (shows ? expect(code).toHaveText(`Код ошибки ${shows}`) : expect(code).toHaveCount(0))
        expect(await user.count('createOrder')).toBe(before + 1)
        await account.leave()
      })
  })

test('«Время вышло» offers to retry, and the retry repeats the purchase [C-ERR-07]', async ({ signInAs, user }) => {
  const account = await signInAs('registered')
  await user.break({ operation: 'createOrder', code: 2007, times: 1 })
  await account.buyByMainCard()
  await account.showsModal('Время вышло')
  await account.answer('Попробовать ещё раз')
  await account.payByMainCard()
  await account.showsModal('Сервис активирован')
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
    await account.buyByMainCard()
    await account.showsModal('Ответ не пришёл')
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
] as const)
  test(`get_order_status ${JSON.stringify(fault)} shows the error with the code ${row}`, async ({ signInAs, user }) => {
    const account = await signInAs('registered')
    await user.break({ operation: 'getOrderStatus', ...fault })
    await account.buyByMainCard()
    await account.showsModal('Произошла ошибка')
    await expect(account.dialog.getByText(/Код ошибки \d+/)).toBeVisible()
    expect(await user.count('createOrder')).toBe(1)
  })

test('an order of the main card that was given up is not doubled: the server says that it connects', async ({
  signInAs,
  user,
}) => {
  const account = await signInAs('registered')
  await user.break({ operation: 'getOrderStatus', status: 422 })
  await account.buyByMainCard()
  await account.showsModal('Произошла ошибка')
  await account.leave()
  await account.buyButton.click()
  await account.showsModal('Заказ ещё обрабатывается')
  await account.answer('Отказаться от заказа')
  await account.chooseBundle()
  await account.payByMainCard()
  await account.showsModal(/^Пакет уже подключается/)
})

test('three failing polls in a row end the order’s following, and the order is not repeated', async ({
  signInAs,
  user,
}) => {
  const account = await signInAs('registered')
  await user.break({ operation: 'getOrderStatus', break: 'truncate', times: 3 })
  await account.buyByMainCard()
  await account.showsModal('Произошла ошибка')
  expect(await user.count('getOrderStatus')).toBe(3)
  expect(await user.count('createOrder')).toBe(1)
})

test('two failing polls in a row do not matter', async ({ signInAs, user }) => {
  const account = await signInAs('registered')
  await user.break({ operation: 'getOrderStatus', status: 500, times: 2 })
  await account.buyByMainCard()
  await account.showsModal('Сервис активирован')
})

test('fifteen polls, then the error; no sixteenth [C-ERR-15] [C-POLL-20]', async ({ signInAs, user, page }) => {
  await page.clock.install()
  const account = await signInAs('registered')
  await user.break({ operation: 'getOrderStatus', example: 'registered' })
  await account.buyByMainCard()
  for (let poll = 1; poll <= 15; poll++) {
    await expect.poll(() => user.count('getOrderStatus')).toBe(poll)
    await page.clock.runFor(2000)
  }
  await account.showsModal('Произошла ошибка')
  expect(await user.count('getOrderStatus')).toBe(15)
  expect(await user.count('createOrder')).toBe(1)
})
