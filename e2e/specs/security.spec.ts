import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../test.ts'
import { scriptHeaders, withWidgets } from '../widgets.ts'

const jwt = /eyJ[\w-]+\.[\w-]+\.[\w-]*/

test('from sign-in to sign-out no token gets into storage, URLs or the console', async ({ page, signInAs }) => {
  const seen: string[] = []
  page.on('console', (message) => seen.push(message.text()))
  page.on('request', (request) => seen.push(request.url()))
  page.on('framenavigated', (frame) => seen.push(frame.url()))
  const tokens: string[] = []
  page.on('response', async (answer) => {
    if (!answer.url().endsWith('/token')) return
    const body = (await answer.json().catch(() => ({}))) as Record<string, unknown>
    for (const name of ['access_token', 'refresh_token', 'id_token'])
      if (typeof body[name] === 'string') tokens.push(body[name])
  })
  const account = await signInAs('registered')
  await account.buyByMainCard()
  await account.showsModal('Сервис активирован')
  const storage = () =>
    page.evaluate(async () => {
      const databases = (await indexedDB.databases()).map(({ name }) => name)
      return JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, databases])
    })
  const before = await storage()
  await account.answer('Перейти в личный кабинет')
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible()
  seen.push(before, await storage())

  expect(tokens.length).toBeGreaterThanOrEqual(2)
  for (const text of seen) {
    expect(text).not.toMatch(jwt)
    for (const token of tokens) expect(text).not.toContain(token)
  }
})

test('pages have a strict Content-Security-Policy, which the app does not violate', async ({
  page,
  signInAs,
  problems,
}) => {
  const answer = await page.goto('/')
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/)
  const meta = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content')
  expect(meta).not.toMatch(/unsafe-inline|unsafe-eval/)
  const account = await signInAs('registered')
  await account.startBuying()
  expect(problems).toEqual([])
  // The policy is enforced: an inline script does not run.
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    try {
      script.textContent = 'window.wasRun = true'
    } catch {
      // Trusted Types already reject the assignment.
    }
    document.head.append(script)
    return 'wasRun' in window
  })
  expect(ran).toBe(false)
  problems.length = 0
})

test('Trusted Types reject strings as markup, script or script URL on each page of the build', async ({
  page,
  problems,
}) => {
  for (const path of ['/', '/error', '/no-such-page']) {
    const answer = await page.goto(path)
    const header = answer?.headers()['content-security-policy'] ?? ''
    const meta = (await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content')) ?? ''
    for (const policy of [header, meta]) expect(policy).toContain("require-trusted-types-for 'script'")
    expect(header).toMatch(/trusted-types paket-widgets paket-worker(;|$)/)
    const refused = await page.evaluate(() => {
      const script = document.createElement('script')
      const attempts: (() => unknown)[] = [
        () => (document.createElement('div').innerHTML = '<b>markup</b>'),
        () => (script.src = '/elsewhere.js'),
        () => (script.text = 'window.wasRun = true'),
        () => document.createElement('iframe').setAttribute('srcdoc', '<b>markup</b>'),
        () => document.body.insertAdjacentHTML('beforeend', '<b>markup</b>'),
        () =>
          (window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }).trustedTypes //
            .createPolicy('another', {}),
      ]
      return attempts.map((attempt) => {
        try {
          attempt()
          return 'done'
        } catch (error) {
          return (error as Error).name
        }
      })
    })
    expect(refused).toEqual(Array.from({ length: 6 }, () => 'TypeError'))
    problems.length = 0
  }
})

test('sign-in, all pages, a purchase and sign-out do not violate Trusted Types', async ({
  page,
  signInAs,
  problems,
}) => {
  const violations: string[] = []
  await page.exposeFunction('noteViolation', (what: string) => violations.push(what))
  await page.addInitScript(() => {
    const note = (window as unknown as { noteViolation: (what: string) => void }).noteViolation
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile, sample }) =>
      note(`${violatedDirective} ${sourceFile} ${sample}`),
    )
  })
  await page.goto('/')
  const account = await signInAs('registered')
  await account.buyByMainCard()
  await account.showsModal('Сервис активирован')
  await account.answer('Перейти в личный кабинет')
  for (const path of [
    '/payment_methods',
    '/payment_history',
    '/manage',
    '/offers',
    '/loyalty_cards',
    '/score',
    '/options',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible()
  expect([...violations, ...problems]).toEqual([])
})

const hashOf = (script: string) => `sha256-${createHash('sha256').update(script).digest('base64')}`
const marks = (page: Page) => page.evaluate(() => (window as unknown as { marks?: string[] }).marks ?? [])
const mark = (name: string) => `(window.marks ??= []).push('${name}')`

test('widgets of this origin, and of another origin with an integrity hash, run under the policy [C-WIDGET-01] [C-WIDGET-05]', async ({
  page,
  signInAs,
}) => {
  const chat = mark('chat')
  const requests: Record<string, string>[] = []
  const account = await signInAs('registered')
  await withWidgets(
    page,
    {
      productionHost: 'localhost',
      metrics: '/metrics.js',
      chat: { other: { src: 'https://chat.example/chat.js', integrity: hashOf(chat) } },
    },
    'https://chat.example',
  )
  await page.route('/metrics.js', (route) => route.fulfill({ body: mark('metrics'), contentType: 'text/javascript' }))
  await page.route('https://chat.example/chat.js', (route) => {
    requests.push(route.request().headers())
    return route.fulfill({ body: chat, headers: scriptHeaders })
  })
  await page.goto('/profile')
  await account.isShown()
  await expect.poll(() => marks(page)).toEqual(expect.arrayContaining(['metrics', 'chat']))
  expect(requests[0]?.['cookie']).toBeUndefined()
})

test('a widget whose content does not match its integrity hash does not run', async ({ page, signInAs }) => {
  const widgets = { chat: { other: { src: 'https://chat.example/chat.js', integrity: hashOf(mark('chat')) } } }
  const account = await signInAs('registered')
  await withWidgets(page, widgets, 'https://chat.example')
  const failed = page.waitForEvent('console', (message) => /integrity/i.test(message.text()))
  await page.route('https://chat.example/chat.js', (route) =>
    route.fulfill({ body: mark('stolen'), headers: scriptHeaders }),
  )
  await page.goto('/profile')
  await account.isShown()
  await failed
  expect(await marks(page)).toEqual([])
})

test('a widget of another origin without an integrity hash is a settings error and is not requested', async ({
  page,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await withWidgets(page, { productionHost: 'localhost', metrics: 'https://metrics.example/m.js' })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Сайт не загрузился' })).toBeVisible()
  expect(requests.filter((url) => url.includes('metrics.example'))).toEqual([])
})

test('the advertisement runs in an isolated frame without access to the page, storage or cookies; its links open by a click [C-WIDGET-02]', async ({
  page,
  signInAs,
}) => {
  await withWidgets(page, { banner: { script: 'https://ads.example/a.js', loader: 'drawAds', ids: ['b1', 'b2'] } })
  // Writes markup, as such scripts do, and tries to access the page, storage and cookies.
  const script = `window.drawAds = (ids, place) => {
    const reached = []
    for (const [name, look] of Object.entries({
      page: () => window.parent.document.title,
      storage: () => localStorage.length,
      cookies: () => document.cookie,
    })) try { look(); reached.push(name) } catch {}
    place.innerHTML = '<a style="display:block;height:130px" href="https://shop.example/">' + ids + ' reached:' + reached + '</a>'
  }`
  await page.route('https://ads.example/a.js', (route) => route.fulfill({ body: script, headers: scriptHeaders }))
  await page.route('https://shop.example/', (route) => route.fulfill({ body: 'the shop' }))
  await signInAs('registered')
  const frame = page.getByTitle('Реклама')
  const link = frame.contentFrame().getByRole('link')
  await expect(link).toHaveText('b1,b2 reached:')
  await expect.poll(async () => (await frame.boundingBox())?.height).toBe(130)
  await expectAccessible(page)
  await link.click()
  await expect(page).toHaveURL('https://shop.example/')
})

test('the frame of the advertisement has an opaque origin, even when it is opened directly', async ({ page }) => {
  const answer = await page.goto('/strip/frame.html')
  expect(answer?.headers()['content-security-policy']).toMatch(/sandbox allow-scripts(?!.*allow-same-origin)/)
  expect(await page.evaluate(() => window.origin)).toBe('null')
})

test('a sign-in callback with a forged state ends on the error page, signed out', async ({ page }) => {
  await page.goto('/auth/callback?code=abc&state=forged')
  await expect(page.getByRole('heading', { name: 'Что-то пошло не так' })).toBeVisible()
  await expect(page).toHaveURL('/error')
  await expect(page.getByRole('main').getByRole('button', { name: 'Войти' })).toBeVisible()
})
