import { expect, test } from '../test.ts'

// Each code and status of each call: tests/walk and tests/web/features/purchase.
test('a refused create_order shows the reason, and can be retried [C-ERR-01] [C-ERR-04]', async ({
  signInAs,
  user,
}) => {
  const account = await signInAs('registered')
  const shows = async (title: string, code: string[], orders: number) => {
    await account.showsModal(title)
    await expect(account.dialog.getByText(/Код ошибки/)).toHaveText(code)
    expect(await user.count('createOrder')).toBe(orders)
    await account.leave()
  }
  await user.break({ operation: 'createOrder', code: 2004 })
  await account.buyByMainCard()
  await shows('Пакет уже подключается, дождитесь СМС', [], 1)
  // The error shows the body's code, or the status when there is no code (OP-46).
  await user.break({ operation: 'createOrder', status: 422 })
  await account.buyByMainCard()
  await shows('Произошла ошибка', ['Код ошибки 4220'], 2)
  await user.break({ operation: 'createOrder', status: 503 })
  await account.buyByMainCard()
  await shows('Произошла ошибка', ['Код ошибки 503'], 3)
  // After a 503 the order may have been made, so the app looks for it before it orders again.
  await user.break({ operation: 'createOrder', code: 2011 })
  await account.buyButton.click()
  await account.showsModal('Ответ не пришёл')
  await account.answer('Попробовать ещё раз')
  await account.chooseBundle()
  await account.payByMainCard()
  await shows('Произошла ошибка', ['Код ошибки 2011'], 4)
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

for (const how of ['reset', 'truncate'] as const) {
  test(`create_order is not repeated automatically when its response is lost (${how})`, async ({
    signInAs,
    user,
    page,
  }) => {
    const account = await signInAs('registered')
    // Counted on the page: Chromium itself sends a request again when a reused connection is reset.
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

test('after abandoning a paid order a new one is refused: the subscription is being activated', async ({
  signInAs,
  user,
}) => {
  const account = await signInAs('registered')
  await user.break({ operation: 'getOrderStatus', status: 422 })
  await account.buyByMainCard()
  await account.showsModal('Произошла ошибка')
  await expect(account.dialog.getByText(/Код ошибки \d+/)).toBeVisible()
  await account.leave()
  await account.buyButton.click()
  await account.showsModal('Заказ ещё обрабатывается')
  await account.answer('Отказаться от заказа')
  await account.chooseBundle()
  await account.payByMainCard()
  await account.showsModal(/^Пакет уже подключается/)
})

test('polling ends with an error after three failures in a row, and the order is not repeated', async ({
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

test('polling ends with an error after fifteen polls [C-ERR-15] [C-POLL-20]', async ({ signInAs, user, page }) => {
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
