import { expect, test } from '../test.ts'

test('a card is removed after a confirmation, and another one is added on the bank’s page [C-PROFILE-06] [C-PROFILE-07] [C-MODAL-13] [C-MODAL-14]', async ({
  signInAs,
  user,
  page,
  account,
}) => {
  await signInAs('activated')
  await page.getByRole('link', { name: /Способы оплаты/ }).click()
  await expect(page).toHaveURL('/payment_methods')
  await expect(page.getByRole('listitem').filter({ hasText: 'Основная' })).toContainText('4417')
  await page.getByRole('button', { name: 'Удалить карту, номер кончается на 4417' }).click()
  await account.showsModal('Удалить карту •••• 4417?')
  await account.answer('Удалить карту')
  await account.showsModal('Карта удалена')
  await account.answer('Добавить карту')
  await expect(page).toHaveURL(/\/pay\//)
  await page.getByRole('button', { name: 'Привязать карту' }).click()
  await expect(page).toHaveURL('/payment_methods')
  await expect(page.getByText('Карта добавлена')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '1234' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '4417' })).toHaveCount(0)
  expect(await user.count('unbindCard')).toBe(1)
  expect(await user.count('registerBinding')).toBe(1)
})

test('a phone on its side has room for a question with a picture and its answers', async ({
  signInAs,
  page,
  account,
}) => {
  await page.setViewportSize({ width: 812, height: 375 })
  await signInAs('activated', '/payment_methods')
  await page.getByRole('button', { name: 'Удалить карту, номер кончается на 4417' }).click()
  for (const answer of ['Удалить карту', 'Оставить'])
    await expect(account.dialog.getByRole('button', { name: answer, exact: true })).toBeInViewport({ ratio: 1 })
})

test('a card declined by the bank shows an error, and adding a card can be retried [C-ERR-26]', async ({
  signInAs,
  page,
  account,
  user,
}) => {
  await signInAs('no-cards', '/payment_methods')
  await page.getByRole('button', { name: 'Добавить карту' }).click()
  await page.getByRole('button', { name: 'Отклонить карту' }).click()
  await account.showsModal('Не удалось добавить/изменить карту')
  await account.answer('Попробовать ещё раз')
  await expect(page).toHaveURL(/\/pay\//)
  expect(await user.count('registerBinding')).toBe(2)
})

test('going back from the subscription page restores the scroll position of the account [C-ROUTE-06] [C-LAYOUT-05]', async ({
  signInAs,
  page,
}) => {
  await signInAs('activated')
  const link = page.getByRole('link', { name: /Управление подпиской/ })
  await link.scrollIntoViewIfNeeded()
  await page.evaluate(() => window.scrollTo(0, 200))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(200)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Управление подпиской' })).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(200)
})
