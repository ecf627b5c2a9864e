import type { Page } from '@playwright/test'
import { SignInPage } from '../screens/sign-in-page.ts'
import { expect, test } from '../test.ts'

test.use({ serviceWorkers: 'allow' })

/** The worker is there and has all that the page was made of. */
async function untilStored(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const pages = await caches.open('paket-pages')
        const assets = await caches.open('paket-assets')
        const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
        const files = loaded.filter((path) => path.startsWith('/assets/'))
        const found = await Promise.all(files.map((path) => assets.match(path, { ignoreVary: true })))
        return (await pages.keys()).length > 0 && found.every(Boolean)
      }),
    )
    .toBe(true)
}

test('stores hashed files and frames of pages, by their files', async ({ page, signInAs }) => {
  await signInAs('activated')
  await untilStored(page)
  await page.goto('/manage?secret=1')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const stored = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname + new URL(url).search)
  })
  expect(stored.filter((path) => !path.startsWith('/assets/'))).toEqual(['/app.html'])
})

test('without a network buying says why not, a reload shows the account with its time, and online all of it works without a press', async ({
  page,
  context,
  user,
  signInAs,
}) => {
  const account = await signInAs('registered', '/score')
  await page.getByText('Пакет принёс за всё время').waitFor()
  // What is read is stored within a second.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('paket.cache') ?? '')).toContain('allScores')
  await page.goto('/profile')
  await account.buyButton.waitFor()
  await untilStored(page)
  await context.setOffline(true)
  await expect(page.getByText('Нет соединения с интернетом')).toBeVisible()
  await account.buyButton.click()
  await account.showsModal('Нет соединения с интернетом')
  await account.answer('Понятно')
  // The modal's entry of the history is gone: a step back that meets a reload would take its place.
  await page.waitForFunction(() => !(history.state as { modal?: boolean } | null)?.modal)
  await page.reload()
  await expect(page.getByText(/^Нет соединения с\sинтернетом\. Данные на\s\d\d:\d\d$/)).toBeVisible()
  await account.isShown()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Войти' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Пакет не подключён' })).toBeVisible()
  await expect(page.getByText(/^Пакет принёс за\sвсё время: \d/)).toBeVisible()
  await context.setOffline(false)
  await expect(account.buyButton).toBeVisible()
  await expect(page.getByText('Нет соединения с интернетом')).toHaveCount(0)
  expect(await user.count('createOrder')).toBe(0)
  await account.buyByMainCard()
  await account.showsModal('Сервис активирован')
  expect(await user.count('createOrder')).toBe(1)
})

test('without a network «Войти» on the main page says so in place, and signs in when it is back', async ({
  page,
  context,
  user,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Войти', exact: true }).hover()
  // The app has taken the page over, with its settings.
  await expect(page.getByRole('region', { name: 'Уведомления' })).toBeAttached()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page.getByText('Нет соединения с интернетом')).toBeVisible()
  await page.getByRole('button', { name: 'Подключить за 199' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await new SignInPage(page).signIn(user.login)
  await expect(page).toHaveURL('/profile')
})

test('without a network «Выйти» says so in place, and signs out when it is back', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs('activated')
  await context.setOffline(true)
  const leave = page.getByRole('banner').getByRole('button', { name: 'Выйти' })
  await leave.click()
  await expect(page.getByText('Попробуйте снова, когда оно появится')).toBeVisible()
  await expect(page).toHaveURL('/profile')
  await expect(leave).toBeVisible()
  await context.setOffline(false)
  await leave.click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Войти' })).toBeVisible()
})

test('a stored frame is not sent when a file that it names is not stored', async ({ page, context, signInAs }) => {
  await signInAs('registered')
  await untilStored(page)
  // A page without a script: the app would have its files stored again.
  await page.goto('/auth/silent.html')
  await page.evaluate(async () => {
    const frame = await (await caches.open('paket-pages')).match('/app.html', { ignoreVary: true })
    const [, named = ''] = /modulepreload[^>]*href="([^"]+)"/.exec((await frame?.text()) ?? '') ?? []
    if (!(await (await caches.open('paket-assets')).delete(named, { ignoreVary: true })))
      throw new Error(`not stored: ${named}`)
  })
  await context.setOffline(true)
  await expect(page.goto('/profile')).rejects.toThrow('net::ERR')
})
