import { expect, test } from '../test.ts'

const jwt = /eyJ[\w-]+\.[\w-]+\.[\w-]*/

test('no token in storage, in an address or in the console, from sign-in to sign-out', async ({ page, signInAs }) => {
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
  await account.tells('Сервис активирован')
  const storage = () =>
    page.evaluate(async () => {
      const databases = (await indexedDB.databases()).map(({ name }) => name)
      return JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, databases])
    })
  const kept = await storage()
  await account.answer('Перейти в личный кабинет')
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible()
  seen.push(kept, await storage())

  expect(tokens.length).toBeGreaterThanOrEqual(2)
  for (const text of seen) {
    expect(text).not.toMatch(jwt)
    for (const token of tokens) expect(text).not.toContain(token)
  }
})

test('the pages are sent with a strict Content-Security-Policy, and nothing on them breaks it', async ({
  page,
  signInAs,
  troubles,
}) => {
  const answer = await page.goto('/')
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/)
  const meta = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content')
  expect(meta).not.toMatch(/unsafe-inline|unsafe-eval/)
  const account = await signInAs('registered')
  await account.startBuying()
  expect(troubles).toEqual([])
  // And it bites: what is not from here does not run.
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.wasRun = true'
    document.head.append(script)
    return 'wasRun' in window
  })
  expect(ran).toBe(false)
  troubles.length = 0
})

test('a sign-in that did not start here ends on the error page, signed out', async ({ page }) => {
  await page.goto('/auth/callback?code=abc&state=forged')
  await expect(page.getByRole('heading', { name: 'Что-то пошло не так' })).toBeVisible()
  await expect(page).toHaveURL('/error')
})
