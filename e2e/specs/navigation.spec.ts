import { expect, expectAccessible, onDesktop, onPhone, test, withMotion } from '../test.ts'
import { layoutProblems } from '../layout.ts'
import { withRule } from '../styles.ts'
import { scriptHeaders, withWidgets } from '../widgets.ts'

test.use(withMotion)

const isPhone = (width: number | undefined) => (width ?? 0) < 768

test('the account has a tab bar on a phone, and navigation in the header on a large screen [O-TAB-01] [O-TAB-02] [O-TAB-04] [O-HEADER-02]', async ({
  signInAs,
  page,
}) => {
  await signInAs('activated')
  const tabs = page.locator('.tab-bar')
  const header = page.getByRole('banner').getByRole('navigation', { name: 'Разделы' })
  const [shown, hidden] = isPhone(page.viewportSize()?.width) ? [tabs, header] : [header, tabs]
  await expect(shown).toBeVisible()
  await expect(hidden).toBeHidden()
  await shown.getByRole('link', { name: 'Кешбэк' }).click()
  await expect(page).toHaveURL('/score')
  await expect(shown.getByRole('link', { name: 'Кешбэк' })).toHaveAttribute('aria-current', 'page')
  await shown.getByRole('link', { name: 'Главная' }).click()
  await expect(page).toHaveURL('/profile')
})

test(
  'titles of wide and narrow pages begin at the same place, the header’s edge',
  onDesktop,
  async ({ signInAs, page }) => {
    await signInAs('activated')
    const logo = await page.getByRole('banner').getByRole('link', { name: 'Пакет', exact: true }).boundingBox()
    for (const path of ['/manage', '/payment_methods']) {
      await page.goto(path)
      // The heading is replaced when the page's chunk has loaded.
      await expect
        .poll(async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.x, path)
        .toBe(logo?.x)
    }
  },
)

test('the first stop of an account page is the link to its content, before the advertisement', async ({
  signInAs,
  page,
}) => {
  await withWidgets(page, { banner: { script: '/ads.js', loader: 'drawAds', ids: ['b1'] } })
  const body = `window.drawAds = (ids, place) => place.append(Object.assign(document.createElement('a'), { href: '#', textContent: ids }))`
  await page.route('/ads.js', (route) => route.fulfill({ body, headers: scriptHeaders }))
  await signInAs('activated')
  await expect(page.getByTitle('Реклама').contentFrame().getByRole('link', { name: 'b1' })).toBeVisible()
  await page.keyboard.press('Tab')
  const link = page.getByRole('link', { name: 'К содержанию' })
  await expect(link).toBeFocused()
  await expect(link).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('the tab bar is not printed, so it covers no text', onPhone, async ({ signInAs, page }) => {
  await signInAs('activated', '/payment_history')
  const tabs = page.locator('.tab-bar')
  await expect(tabs).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(tabs).toBeHidden()
})

test('the name in the header is legible with text of 200 %', onPhone, async ({ signInAs, page }) => {
  await signInAs('activated')
  const name = page.getByRole('banner').getByText('Александра-Виктория', { exact: true })
  await expect(name).toBeVisible()
  const width = await withRule(
    page,
    ':root { font-size: 200% !important }',
    async () => (await name.boundingBox())?.width,
  )
  expect(width).toBeGreaterThan(40)
})

test('words stay whole with text of 200 %', onPhone, async ({ signInAs, page }) => {
  await signInAs('activated')
  const broken: string[] = []
  for (const [path, title] of [
    ['/profile', 'Главная'],
    ['/score', 'Кешбэк'],
    ['/manage', 'Управление подпиской'],
    ['/payment_history', 'История платежей'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('Загружаем')).toHaveCount(0)
    const problems = await withRule(page, ':root { font-size: 200% !important }', () => layoutProblems(page))
    broken.push(...problems.filter((problem) => problem.startsWith('breaks')))
  }
  expect(broken).toEqual([])
})

test('the menu is a drawer on a phone and a popover on a large screen [O-MENU-01] [O-MENU-02]', async ({
  signInAs,
  page,
}) => {
  await signInAs('activated')
  await page.getByRole('button', { name: /^Управление/ }).click()
  const menu = page.getByRole('dialog', { name: 'Управление' })
  await expect(menu.getByText('Александра-Виктория')).toBeVisible()
  await expectAccessible(page)
  const place = await menu.boundingBox()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  // A drawer makes the rest of the page inert; a popover does not.
  const heading = page.getByRole('heading', { level: 1, name: 'Главная' })
  if (isPhone(width)) {
    await expect(heading).toHaveCount(0)
    expect(place).toMatchObject({ x: 0, y: 0, width, height })
  } else {
    await expect(heading).toBeVisible()
    const button = await page.getByRole('button', { name: 'Управление' }).boundingBox()
    expect(place?.y).toBeGreaterThanOrEqual((button?.y ?? 0) + (button?.height ?? 0))
    expect(place?.width).toBeLessThan(width / 2)
  }
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Управление/ })).toBeFocused()
  if (!isPhone(width)) return
  await page.getByRole('button', { name: /^Управление/ }).click()
  await expect(menu).toBeVisible()
  await page.goBack()
  await expect(menu).toHaveCount(0)
  await expect(page).toHaveURL('/profile')
})

test('a double click on a button or a line that opens something opens it', onDesktop, async ({ signInAs, page }) => {
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Уведомления' })).toBeAttached()
  await page.locator('summary').first().dblclick()
  await expect(page.locator('details').first()).toHaveAttribute('open')

  await signInAs('family-full')
  await page.getByRole('button', { name: /^Управление/ }).dblclick()
  await expect(page.getByRole('dialog', { name: 'Управление' })).toBeVisible()
  expect(await page.evaluate(() => String(window.getSelection()))).toBe('')

  await page.goto('/options/family_1_month')
  await page.getByRole('button', { name: 'Изменить список' }).dblclick()
  await expect(page.getByRole('button', { name: 'Готово' })).toBeVisible()
})

test('support is a drawer at the bottom on a phone, and at the right on a large screen [O-SUPPORT-01] [O-SUPPORT-02]', async ({
  signInAs,
  page,
  account,
}) => {
  await signInAs('activated')
  await page.getByRole('button', { name: /^Управление/ }).click()
  await page.getByRole('button', { name: 'Написать в поддержку' }).click()
  await account.showsModal('Как связаться?')
  await expect(account.dialog).toHaveCount(1)
  const panel = page
    .getByRole('heading', { name: 'Как связаться?' })
    .locator('xpath=ancestor::*[contains(@class, "shadow-floating")]')
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  // Both animations, of the closing menu and of this drawer, have ended when it touches the edge.
  const edges = async () => {
    const box = await panel.boundingBox()
    const right = box && box.x + box.width
    return box && { right, bottom: box.y + box.height, isTall: box.height === height, isWide: box.width === width }
  }
  const isSheet = isPhone(width)
  await expect.poll(edges).toEqual({ right: width, bottom: height, isTall: !isSheet, isWide: isSheet })
})

test(
  'at 320 px the page does not scroll sideways, and the tab bar does not cover its end',
  onPhone,
  async ({ signInAs, page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await signInAs('activated')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    const last = page.getByRole('contentinfo').getByRole('link').last()
    // Retried, because the page grows until all its data is loaded.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      const end = await last.boundingBox()
      const bar = await page.locator('.tab-bar').boundingBox()
      expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    }).toPass({ timeout: 20_000 })
  },
)

test('the phone layout ends at 768 px: 767 px still has it [C-LAYOUT-21]', onDesktop, async ({ signInAs, page }) => {
  await signInAs('activated')
  const tabs = page.locator('.tab-bar')
  const header = page.getByRole('banner').getByRole('navigation', { name: 'Разделы' })
  for (const [width, shown, hidden] of [
    [767, tabs, header],
    [768, header, tabs],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect(shown).toBeVisible()
    await expect(hidden).toBeHidden()
  }
})

test(
  'a crash during rendering shows a modal, and closing it leads to the account [C-ERR-49] [C-ERR-51]',
  onPhone,
  async ({ signInAs, page }) => {
    await signInAs('activated')
    const account = /\/assets\/account-[^/]*\.js$/
    await page.route(account, async (route) => {
      const built = await (await route.fetch()).text()
      const [, names = ''] = /export\{([^}]*)\};?\s*(?:\/\/.*\s*)?$/.exec(built) ?? []
      const bug = "{ AccountRoutes() { throw new Error('secret') } }"
      // Replaces the export with `AccountRoutes`, whose minified name is unknown; passes all others on.
      const exported = names.split(',').map((name, place) => {
        const called = name.split(' as ').at(-1)
        return `const part${place} = real.${called}?.AccountRoutes ? ${bug} : real.${called}; export { part${place} as ${called} }`
      })
      const body = [`import * as real from '${route.request().url()}?real'`, ...exported].join('\n')
      await route.fulfill({ contentType: 'text/javascript', body })
    })
    await page.goto('/score')
    const broken = page.getByRole('dialog', { name: 'Произошла ошибка' })
    await expect(broken).toContainText('Попробуйте открыть сайт в режиме инкогнито или обратитесь в поддержку.')
    await expect(page.getByText('secret')).toHaveCount(0)
    await expectAccessible(page)
    await page.unroute(account)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('heading', { level: 1, name: 'Главная' })).toBeVisible()
  },
)

test(
  'an unknown status shows an error in the page, which a retry removes [C-STATE-03] (OP-110)',
  onPhone,
  async ({ signInAs, page }) => {
    await signInAs('activated')
    const clientData = '**/get_client_data'
    await page.route(clientData, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"activated"', '"dreaming"') })
    })
    await page.goto('/manage')
    await expect(page.getByRole('heading', { level: 1, name: 'Данные не загрузились' })).toBeVisible()
    await expect(page.getByText('dreaming')).toHaveCount(0)
    await expectAccessible(page)
    await page.unroute(clientData)
    await page.getByRole('button', { name: 'Попробовать ещё раз' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Управление подпиской' })).toBeVisible()
  },
)

test('a link moves the focus to the heading of the next page, also when that is loading or the link is in the menu', async ({
  signInAs,
  page,
}) => {
  await signInAs('activated')
  const heading = (name: string) => page.getByRole('main').getByRole('heading', { level: 1, name })
  const isOnPhone = isPhone(page.viewportSize()?.width)
  const bar = isOnPhone ? page.locator('.tab-bar') : page.getByRole('banner')
  await bar.getByRole('link', { name: 'Кешбэк' }).press('Enter')
  await expect(heading('Кешбэк')).toBeFocused()
  await page.goBack()
  await expect(heading('Главная')).toBeFocused()
  await page.getByRole('button', { name: /^Управление/ }).press('Enter')
  await page.getByRole('dialog', { name: 'Управление' }).getByRole('link', { name: 'Карты лояльности' }).press('Enter')
  await expect(heading('Карты лояльности')).toBeVisible()
  await expect(heading('Карты лояльности')).toBeFocused()
})

for (const [motion, fades] of [
  ['no-preference', 2],
  ['reduce', 0],
] as const)
  test(
    `from the list to an offer and back there are ${fades} view transitions with prefers-reduced-motion: ${motion}`,
    onDesktop,
    async ({ page, signInAs }) => {
      await page.emulateMedia({ reducedMotion: motion })
      await page.addInitScript(() => {
        const start = document.startViewTransition.bind(document)
        document.startViewTransition = (update) => {
          document.documentElement.dataset['fades'] = String(Number(document.documentElement.dataset['fades'] ?? 0) + 1)
          return start(update)
        }
      })
      await signInAs('activated', '/offers')
      await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
      await expect(page).toHaveURL(/\/offers\/./)
      await expect(page.getByRole('article')).toBeVisible()
      await page.getByRole('main').getByRole('link', { name: 'Все предложения' }).click()
      await expect(page).toHaveURL('/offers')
      expect(Number((await page.locator('html').getAttribute('data-fades')) ?? 0)).toBe(fades)
    },
  )
