import { SignInPage } from '../screens/sign-in-page.ts'
import { layoutProblems } from '../layout.ts'
import { withRule } from '../styles.ts'
import { expect, onPhone, test, withMotion } from '../test.ts'

test.use(withMotion)

test(
  'the onboarding is shown once, followed by the one for the card [O-ONBOARD-01] [O-ONBOARD-02] [O-ONBOARD-03]',
  onPhone,
  async ({ page, user, account }) => {
    await user.assignScenario('onboarding')
    await page.goto('/profile')
    await new SignInPage(page).signIn(user.login)
    await account.showsModal('Пакет подключён')
    await account.answer('Далее')
    await account.answer('Далее')
    await account.answer('Отлично')
    await account.showsModal(/^Отлично, у вас есть карта/)
    await account.answer('Понятно')
    await expect(account.dialog).toHaveCount(0)
    const saved = (await user.journal()).filter(({ operation }) => operation === 'changeOnboardingType')
    expect(saved.map(({ body }) => body)).toEqual([
      { onboardingBundle: false, onboardingCard: null },
      { onboardingBundle: null, onboardingCard: false },
    ])
    await page.reload()
    await account.isShown()
    await expect(account.dialog).toHaveCount(0)
  },
)

test('at 320 px the whole cover of a story is shown when it gets the focus', onPhone, async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signInAs('activated')
  await page.getByRole('button', { name: 'Любимые категории' }).focus()
  await page.keyboard.press('Tab')
  const last = page.getByRole('button', { name: 'Доставки без оплаты' })
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport({ ratio: 1 })
})

test('the covers of stories break no word of a text of 200 %', onPhone, async ({ page, signInAs }) => {
  await signInAs('activated')
  await expect(page.getByRole('button', { name: 'Любимые категории' })).toBeVisible()
  const problems = await withRule(page, ':root { font-size: 200% !important }', () => layoutProblems(page))
  expect(problems.filter((problem) => /Кешбэк баллами|Любимые категории|Доставки без оплаты/.test(problem))).toEqual([])
})

test('a story fills the window, is controlled by taps and keys, and returns the focus [O-STORY-01] [O-STORY-02] [O-STORY-03] [O-STORY-06] [O-STORY-07]', async ({
  page,
  account,
  signInAs,
}) => {
  await signInAs('activated')
  const opener = page.getByRole('button', { name: 'Кешбэк баллами' })
  await opener.click()
  await expect(account.modal('Кешбэк баллами')).toBeVisible()
  // Pauses the story: a slide lasts 5 s, and the checks may take longer.
  await page.keyboard.press('Space')
  await account.showsModal('Кешбэк баллами')
  const slide = (name: string) => page.getByRole('heading', { level: 2, name })
  await expect(slide('Баллы с каждой покупки')).toBeVisible()
  const window = page.viewportSize() ?? { width: 0, height: 0 }
  const story = account.dialog.getByRole('region', { name: 'Кешбэк баллами' })
  expect(await story.boundingBox()).toEqual({ x: 0, y: 0, ...window })
  const surface = await page.locator('[data-surface]').boundingBox()
  if (!surface) throw new Error('the story has no surface')
  const tap = (share: number) => page.mouse.click(surface.x + surface.width * share, surface.y + surface.height / 2)
  await tap(0.75)
  await expect(slide('10 баллов = 1 ₽')).toBeInViewport()
  await tap(0.25)
  await expect(slide('Баллы с каждой покупки')).toBeInViewport()
  await page.keyboard.press('ArrowRight')
  await expect(slide('10 баллов = 1 ₽')).toBeInViewport()
  await account.leave()
  await expect(opener).toBeFocused()
})

test(
  'the browser’s back button closes an open modal before it leaves the page',
  onPhone,
  async ({ page, account, signInAs }) => {
    await signInAs('registered')
    await page.getByRole('link', { name: 'Мой Пакет', exact: true }).click()
    await expect(page).toHaveURL(/offers/)
    await page.getByRole('link', { name: 'Главная', exact: true }).first().click()
    await account.isShown()
    await account.buyButton.click()
    // The back button does not close the spinner before it.
    await expect(account.termButton).toBeVisible()
    await page.goBack()
    await expect(account.dialog).toHaveCount(0)
    await expect(page).toHaveURL(/profile$/)
    await account.isShown()
    await page.goBack()
    await expect(page).toHaveURL(/offers/)
    await page.goForward()
    await account.isShown()
    await account.buyByMainCard()
    await account.showsModal('Сервис активирован')
    await account.answer('Перейти в личный кабинет')
    await expect(account.dialog).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL(/offers/)
  },
)

test('a story is wide enough to read on a phone on its side', onPhone, async ({ page, account, signInAs }) => {
  await page.setViewportSize({ width: 812, height: 375 })
  await signInAs('activated')
  await page.getByRole('button', { name: 'Кешбэк баллами' }).click()
  await expect(account.modal('Кешбэк баллами')).toBeVisible()
  const surface = await page.locator('[data-surface]').boundingBox()
  expect(surface?.width).toBeGreaterThan(300)
})
