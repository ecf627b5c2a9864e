import type { Page } from '@playwright/test'
import { SignInPage } from '../screens/sign-in-page.ts'
import { expect, test } from '../test.ts'

test.use({ serviceWorkers: 'allow' })

/** Waits until the service worker is active and has cached all files that the page has loaded. */
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

/** Runs in the service worker. */
const untilActivated = async (): Promise<void> => {
  const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
  while (registration.active?.state !== 'activated') await new Promise((done) => setTimeout(done, 50))
}

test('the service worker caches hashed files and the shell, but no page by its own path', async ({
  page,
  signInAs,
}) => {
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

test('the service worker also serves a page whose navigation was under way when it was activated', async ({
  page,
  context,
  signInAs,
}) => {
  const installed = context.waitForEvent('serviceworker')
  const navigating = Promise.withResolvers<void>()
  await context.route('**/sw.js', async (route) => {
    await navigating.promise
    await route.continue()
  })
  await signInAs('activated')
  await page.route('**/profile', async (route) => {
    if (route.request().resourceType() === 'document') {
      navigating.resolve()
      await (await installed).evaluate(untilActivated)
    }
    await route.continue()
  })
  await page.reload()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
})

test('the service worker also stores a file that was loading when it got the page', async ({
  page,
  context,
  signInAs,
}) => {
  const installed = context.waitForEvent('serviceworker')
  await page.route('**/assets/app-modals-*', async (route) => {
    await (await installed).evaluate(untilActivated)
    await page.waitForFunction(() => navigator.serviceWorker.controller)
    await route.continue()
  })
  const modals = page.waitForResponse(/\/app-modals-/)
  await signInAs('activated')
  await (await modals).finished()
  await untilStored(page)
})

test('offline, buying shows an error and a reload shows cached data with its time; online, the page works again without a reload', async ({
  page,
  context,
  user,
  signInAs,
}) => {
  const account = await signInAs('registered', '/score')
  await page.getByText('Пакет принёс за всё время').waitFor()
  // Query data is written to the storage within a second.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('paket.cache') ?? '')).toContain('allScores')
  await page.goto('/profile')
  await account.buyButton.waitFor()
  await untilStored(page)
  await context.setOffline(true)
  await expect(page.getByText('Нет соединения с интернетом')).toBeVisible()
  await account.buyButton.click()
  await account.showsModal('Нет соединения с интернетом')
  await account.answer('Понятно')
  // Waits until the modal's history entry is removed: a pending `history.back()` would replace the reload.
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
  await account.startBuying()
  await context.setOffline(true)
  await account.payByMainCard()
  await account.showsModal('Нет соединения с интернетом')
  expect(await user.count('createOrder')).toBe(0)
  await context.setOffline(false)
  await account.answer('Попробовать ещё раз')
  await account.showsModal(/^К оплате/)
  await account.payByMainCard()
  await account.showsModal('Сервис активирован')
  expect(await user.count('createOrder')).toBe(1)
})

test('offline, «Войти» on the main page shows a message and stays on the page; online, it signs in', async ({
  page,
  context,
  user,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Войти', exact: true }).hover()
  // The app has hydrated the page, with its settings.
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

test('offline, «Выйти» shows a message and stays on the page; online, it signs out', async ({
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

test('the service worker does not serve a cached shell when a file that it refers to is not cached', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs('registered')
  await untilStored(page)
  // A page without the app, which would cache its files again.
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
