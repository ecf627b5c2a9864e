import { brotliCompressSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { shiftsOf } from '../shifts.ts'
import { expect, expectAccessible, onPhone, test, withMotion } from '../test.ts'
import { SignInPage } from '../screens/sign-in-page.ts'

test.use(withMotion)

const FIRST_VIEW_BUDGET_BYTES = 4000

test('the main page shows the benefits and prices, in Russian only [C-ROUTE-01] [C-LAYOUT-13] [C-LAYOUT-14] [C-LAYOUT-15]', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  for (const text of ['Повышенный кешбэк', 'Бесплатные доставки', 'Любимые категории', 'Предложения партнёров'])
    await expect(page.getByRole('heading', { name: text })).toBeVisible()
  for (const price of ['199 ₽', '899 ₽', '1 599 ₽'])
    await expect(page.getByRole('button', { name: `Подключить за ${price}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Что даёт Пакет' })).toBeVisible()
  expect((await page.locator('body').innerText()).match(/[a-z]{2,}/gi)).toBeNull()
})

test('the main button scrolls to the terms, and going back to the top [C-LAYOUT-05]', onPhone, async ({ page }) => {
  await page.goto('/')
  const terms = page.getByRole('heading', { name: 'Выберите срок' })
  await expect(page.getByRole('region', { name: 'Уведомления' })).toBeAttached()
  await page.getByRole('link', { name: 'Подключить от' }).click()
  await expect(page).toHaveURL('/#bundles')
  // Waits for two frames, in which a faulty scroll restoration would scroll back.
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
  await expect(terms).toBeInViewport()
  const scrolled = await page.evaluate(() => window.scrollY)
  expect(scrolled).toBeGreaterThan(0)
  await page.reload()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test(
  'without scripts the main page is readable, and other pages are an empty shell without its content',
  onPhone,
  async ({ browser, request }) => {
    const page = await browser.newPage({ javaScriptEnabled: false })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Больше кешбэка за каждую покупку')
    await expect(page.getByRole('button', { name: 'Подключить за 899 ₽' })).toBeVisible()
    // Scripts have a lower priority than styles and fonts.
    const scripts = page.locator('script[type=module], link[rel=modulepreload]')
    const count = await scripts.count()
    expect(count).toBeGreaterThan(0)
    await expect(scripts.and(page.locator('[fetchpriority=low]'))).toHaveCount(count)
    const ofAccount = page.locator('link[rel=modulepreload][href*="/account-"]')
    const ahead = () =>
      page
        .locator('link[rel=modulepreload]')
        .evaluateAll((links) =>
          links.map((link) => /assets\/([a-z]+)-/.exec(link.getAttribute('href') ?? '')?.[1] ?? ''),
        )
    await expect(ofAccount).toHaveCount(0)
    await page.getByRole('link', { name: 'Подключить от' }).click()
    await expect(page.getByRole('heading', { name: 'Выберите срок' })).toBeInViewport()
    for (const path of ['/profile', '/no-such-page', '/error?a=1']) {
      await page.goto(path)
      await expect(page).toHaveTitle('Пакет')
      await expect(page.getByRole('main').getByRole('status')).toHaveText('Загружаем')
      await expect(page.getByRole('heading')).toHaveCount(0)
      await expect(page.getByRole('button')).toHaveCount(0)
      // The order of preloads: the session check first, then the app, then the account.
      const names = ['opening', 'identity', 'start', 'account']
      expect((await ahead()).filter((name) => names.includes(name))).toEqual(names)
      await expect(ofAccount).toHaveAttribute('fetchpriority', 'low')
      expect(await (await request.get(path)).text()).not.toContain('Больше кешбэка')
    }
    await page.close()
  },
)

test(
  'the main page has Open Graph data and JSON-LD for offers and questions; the shell is not indexed',
  onPhone,
  async ({ request }) => {
    const html = await (await request.get('/')).text()
    expect(html).toMatch(/<link rel="canonical" href="https:\/\/[^"]+\/">/)
    const picture = /property="og:image" content="https:\/\/[^/"]+([^"]+)"/.exec(html)?.[1] ?? ''
    expect((await request.get(picture)).headers()['content-type']).toBe('image/png')
    expect(html.match(/"@type":"(Product|FAQPage)"/g)).toHaveLength(2)
    const shell = await (await request.get('/profile')).text()
    expect(shell).toContain('property="og:image"')
    expect(shell).toContain('noindex')
    expect(shell).not.toMatch(/canonical|ld\+json/)
  },
)

test(
  'each page of the sitemap has an Open Graph title in its HTML, which is its heading',
  onPhone,
  async ({ page, request }) => {
    const listed = await (await request.get('/sitemap.xml')).text()
    const paths = [...listed.matchAll(/<loc>https:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path]) => path ?? '')
    expect(paths.length).toBeGreaterThan(3)
    expect(await (await request.get('/robots.txt')).text()).toMatch(/^Sitemap: https:\/\/.+\/sitemap\.xml$/m)
    for (const path of paths) {
      const html = await (await request.get(path)).text()
      expect(html).toContain(`<meta property="og:url" content="https://paket.example${path}">`)
      expect(html).not.toContain('noindex')
      const promised = /property="og:title" content="([^"]+)"/.exec(html)?.[1] ?? ''
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(promised)
      await expect(page).toHaveTitle(`${promised} — Пакет`)
    }
  },
)

for (const path of ['/yandex', '/ogon', '/x5card', '/sale/perekrestok'])
  test(
    `${path} is readable without scripts and is hydrated without rendering again or layout shifts`,
    onPhone,
    async ({ page, browser }) => {
      const plain = await browser.newPage({ javaScriptEnabled: false })
      await plain.goto(path)
      await expect(plain.getByRole('heading', { name: 'Что даёт Пакет' })).toBeVisible()
      await expect(plain.getByRole('main').getByRole('status')).toHaveCount(0)
      const title = await plain.getByRole('heading', { level: 1 }).innerText()
      await plain.close()
      const consoleErrors: string[] = []
      page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
      let release = () => {}
      const released = new Promise<void>((done) => (release = done))
      await page.route('/config.json', async (route) => released.then(() => route.continue()))
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-before-scripts', ''))
      release()
      await expect(page.getByRole('region', { name: 'Уведомления' })).toBeAttached()
      await expect(page.locator('h1[data-before-scripts]')).toHaveText(title)
      await page.waitForLoadState('networkidle')
      expect(await shiftsOf(page)).toEqual({ score: 0, moved: [] })
      expect(consoleErrors).toEqual([])
    },
  )

test(
  'a public page shows the texts of config.json when they differ from the prerendered ones',
  onPhone,
  async ({ page, request }) => {
    const settings = (await (await request.get('/config.json')).json()) as { sales: Record<string, { title: string }> }
    const sale = { ...settings.sales['perekrestok'], title: 'Неделя подарков' }
    await page.route('/config.json', (route) => route.fulfill({ json: { ...settings, sales: { perekrestok: sale } } }))
    const consoleErrors: string[] = []
    page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
    await page.goto('/sale/perekrestok')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Неделя подарков')
    expect(consoleErrors).toEqual([])
  },
)

for (const [path, pressed, leadsTo] of [
  ['/sale/perekrestok', 'Подключить Пакет', 'Войдите, чтобы подключить Пакет'],
  ['/yandex', 'Активировать', 'Логин'],
] as const)
  test(
    `«${pressed}» of ${path}, pressed before the app has loaded, works as soon as it has loaded`,
    onPhone,
    async ({ page }) => {
      let release = () => {}
      const released = new Promise<void>((done) => (release = done))
      await page.route('**/assets/start-*.js', async (route) => released.then(() => route.continue()))
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      const button = page.getByRole('button', { name: pressed })
      await button.click()
      await expect(button).toHaveAttribute('aria-busy', 'true')
      release()
      await expect(
        page.getByRole('dialog', { name: leadsTo }).or(page.getByRole('textbox', { name: leadsTo })),
      ).toBeVisible()
    },
  )

test(
  '«Подключить Пакет» of a sale, pressed before any script has loaded, navigates to the purchase',
  onPhone,
  async ({ page }) => {
    await page.route('**/assets/boot-*.js', () => undefined)
    await page.goto('/sale/perekrestok', { waitUntil: 'commit' })
    const profileRequest = page.waitForRequest(
      (request) => request.isNavigationRequest() && request.url().includes('/profile'),
    )
    await page.getByRole('button', { name: 'Подключить Пакет' }).click()
    const { pathname, search } = new URL((await profileRequest).url())
    expect(pathname + search).toBe('/profile?from=landing&buy=standard199')
  },
)

test(
  'a path that redirects to the main page is rendered from the shell, without a hydration error [C-ROUTE-39] [C-ROUTE-40]',
  onPhone,
  async ({ page }) => {
    for (const path of ['/webview/profile?a=1', '/foowebview?a=1']) {
      await page.goto(path)
      await expect(page).toHaveURL('/?a=1')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Больше кешбэка за каждую покупку')
      await expect(page.getByRole('main').getByRole('status')).toHaveCount(0)
    }
  },
)

test('the prerendered main page is hydrated without rendering again or layout shifts', async ({ page }) => {
  const consoleErrors: string[] = []
  const isFont = (url: string) => url.endsWith('.woff2')
  page.on('console', (message) => {
    if (message.type() === 'error' && !isFont(message.location().url)) consoleErrors.push(message.text())
  })
  // Without fonts: their layout shifts are tested by every-page.
  await page.route('**/*.woff2', (route) => route.abort())
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  await page.route('/config.json', async (route) => released.then(() => route.continue()))
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-before-scripts', ''))
  release()
  await expect(page.getByRole('region', { name: 'Уведомления' })).toBeAttached()
  await expect(page.locator('h1[data-before-scripts]')).toHaveCount(1)
  await page.waitForLoadState('networkidle')
  expect(await shiftsOf(page)).toEqual({ score: 0, moved: [] })
  expect(consoleErrors).toEqual([])
})

test(
  'legal links lead to the documents of config.json, and to the build’s until it has loaded [C-LAYOUT-16] [C-LAYOUT-17] [C-LAYOUT-18]',
  onPhone,
  async ({ page }) => {
    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    await page.route('/config.json', async (route) => {
      await released
      const response = await route.fetch()
      const settings = (await response.json()) as { legal: object }
      await route.fulfill({ json: { ...settings, legal: { ...settings.legal, terms: '/outside/other-terms' } } })
    })
    await page.goto('/')
    for (const name of ['Условия использования', 'Политика конфиденциальности', 'Вопросы и ответы'])
      await expect(page.getByRole('contentinfo').getByRole('link', { name })).toHaveAttribute('href', /^\/outside\//)
    release()
    await page.getByRole('button', { name: 'Войти' }).hover()
    const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Условия использования' })
    await expect(terms).toHaveAttribute('href', '/outside/other-terms')
  },
)

test('the main page does not scroll sideways at 320 px', onPhone, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test(
  'the JavaScript that the main page loads before any user input is within its budget',
  onPhone,
  async ({ page }) => {
    const scripts: Response[] = []
    page.on('response', (answer) => {
      if (answer.url().endsWith('.js')) scripts.push(answer)
    })
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible()
    const sizes = await Promise.all(scripts.map(async (script) => brotliCompressSync(await script.body()).length))
    const total = sizes.reduce((sum, size) => sum + size, 0)
    expect(total).toBeGreaterThan(100)
    expect(total).toBeLessThan(FIRST_VIEW_BUDGET_BYTES)
  },
)

/** Runs in the page. Returns whether a button shows a spinner, and the opacity of its text. */
const spinnerAndText = (button: Element) => ({
  hasSpinner: getComputedStyle(button, '::after').animationName !== 'none',
  text: getComputedStyle(button.firstElementChild ?? button).opacity,
})

for (const [pressed, leadsTo] of [
  ['Войти', 'Логин'],
  ['У меня уже есть Пакет', 'Логин'],
  ['Подключить за 899 ₽', 'Войдите, чтобы подключить Пакет'],
] as const)
  test(`«${pressed}», pressed before the app has loaded, works once it has`, onPhone, async ({ page }) => {
    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    await page.route('**/assets/start-*.js', async (route) => released.then(() => route.continue()))
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    const button = page.getByRole('button', { name: pressed })
    await button.click()
    await expect(button).toHaveAttribute('aria-busy', 'true')
    expect(await button.evaluate(spinnerAndText)).toEqual({ hasSpinner: true, text: '0' })
    release()
    await expect(
      page.getByRole('dialog', { name: leadsTo }).or(page.getByRole('textbox', { name: leadsTo })),
    ).toBeVisible()
  })

for (const [pressed, leadsTo] of [
  ['Войти', '/profile'],
  ['У меня уже есть Пакет', '/profile'],
  ['Подключить за 899 ₽', '/profile?from=landing&buy=standardsix899'],
] as const)
  test(`«${pressed}», pressed before any script has loaded, navigates to ${leadsTo}`, onPhone, async ({ page }) => {
    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    await page.route('**/assets/boot-*.js', async (route) => released.then(() => route.continue()))
    await page.goto('/', { waitUntil: 'commit' })
    const profileRequest = page.waitForRequest(
      (request) => request.isNavigationRequest() && request.url().includes('/profile'),
    )
    await page.getByRole('button', { name: pressed }).click()
    const { pathname, search } = new URL((await profileRequest).url())
    expect(pathname + search).toBe(leadsTo)
    release()
    await expect(page.getByRole('textbox', { name: 'Логин' })).toBeVisible()
  })

test('a button whose app fails to load shows an error with a link to reload', onPhone, async ({ page }) => {
  await page.route('**/assets/start-*.js', (route) => route.abort())
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Войти' })
  await button.click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Проверьте соединение')
  await expect(button).not.toHaveAttribute('aria-busy')
  await expectAccessible(page)
  await page.unroute('**/assets/start-*.js')
  await alert.getByRole('link', { name: 'Обновить страницу' }).click()
  await expect(alert).toHaveCount(0)
  await page.getByRole('button', { name: 'Войти' }).click()
  await expect(page.getByRole('textbox', { name: 'Логин' })).toBeVisible()
})

for (const [visit, path] of [
  ['the main page with query parameters', '/?utm_source=letter'],
  ['the account', '/profile'],
] as const)
  test(`${visit} shows an error when the app fails to load`, onPhone, async ({ page, problems }) => {
    await page.route('**/assets/start-*.js', (route) => route.abort())
    await page.goto(path)
    await expect(page.getByRole('alert')).toContainText('Проверьте соединение')
    await page.unroute('**/assets/start-*.js')
    await page.getByRole('alert').getByRole('link', { name: 'Обновить страницу' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(
      page
        .getByRole('button', { name: 'Войти' })
        .or(page.getByRole('textbox', { name: 'Логин' }))
        .first(),
    ).toBeVisible()
    expect(problems).toEqual([])
  })

test('the app is loaded without user input', onPhone, async ({ page }) => {
  const scriptRequest = page.waitForRequest('**/assets/start-*.js')
  await page.goto('/')
  await scriptRequest
})

test(
  'a visitor signs in during a purchase and continues it afterwards [C-ROLE-02]',
  onPhone,
  async ({ page, user, account }) => {
    await user.assignScenario('registered')
    await page.goto('/')
    await page.getByRole('button', { name: 'Подключить за 899 ₽' }).click()
    await account.answer('Войти')
    await new SignInPage(page).signIn(user.login)
    await expect(account.modal(/^К оплате 899.₽ за 6 месяцев/)).toBeVisible()
    expect(await user.count('createOrder')).toBe(0)
    await expect(page).toHaveURL('/profile')
  },
)

// Other users who cannot buy: tests/web/features/purchase/choose/checkout-flow.test.ts.
test(
  'a subscriber who tries to buy is shown «У вас подключен сервис Пакет», and nothing is ordered',
  onPhone,
  async ({ page, user, account }) => {
    await user.assignScenario('activated')
    await page.goto('/')
    await page.getByRole('button', { name: 'Подключить за 199 ₽' }).click()
    await account.answer('Войти')
    await new SignInPage(page).signIn(user.login)
    await account.showsModal('У вас подключен сервис Пакет')
    await account.answer('Понятно')
    expect(await user.count('createOrder')).toBe(0)
  },
)

test('an unknown path shows the fallback page [C-ROUTE-41]', onPhone, async ({ page }) => {
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { name: 'Такой страницы нет' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Перейти в личный кабинет' })).toHaveAttribute('href', '/profile')
})

test(
  '/error shows an error, and a sign-in button to visitors or a sign-out button to users [C-ROUTE-11] [C-ROUTE-12]',
  onPhone,
  async ({ page, signInAs }) => {
    await page.goto('/error')
    await expect(page.getByRole('heading', { name: 'Что-то пошло не так' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: 'Войти' })).toBeVisible()
    await signInAs('activated', '/error')
    await expect(page.getByRole('main').getByRole('button', { name: 'Выйти' })).toBeVisible()
  },
)

for (const colorScheme of ['light', 'dark'] as const)
  test(`the main page's inline styles suffice: the app's style sheet does not change its look (${colorScheme})`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const look = async () => {
      await page.evaluate(() => document.fonts.ready)
      return page.screenshot({ fullPage: true })
    }
    await page.route('**/assets/*.css', (route) => route.abort())
    // A full-page screenshot resizes the window, which would start the app.
    await page.route('**/assets/boot-*.js', (route) => route.abort())
    await page.goto('/')
    const alone = await look()
    await page.unroute('**/assets/*.css')
    await page.reload()
    await page.evaluate(() => {
      const styles = document.querySelector('link[rel=stylesheet]')
      if (!(styles instanceof HTMLLinkElement) || styles.media !== 'print')
        throw new Error('the styles wait for nothing')
      styles.media = 'all'
      return new Promise((done) => (styles.sheet ? done(null) : styles.addEventListener('load', done)))
    })
    const whole = await look()
    expect(whole.equals(alone)).toBe(true)
  })
