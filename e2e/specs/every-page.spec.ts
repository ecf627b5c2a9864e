import type { Page } from '@playwright/test'
import { violationsOf } from '../accessible.ts'
import { galleryHashes, openInGallery, serveGallery } from '../gallery.ts'
import { layoutTroubles } from '../layout.ts'
import { accountPlaces, visitorPlaces } from '../places.ts'
import { freePort } from '../../scripts/ports.ts'
import { expect, test } from '../test.ts'

// The smallest phone, the usual one, a desk.
const widths = [320, 375, 1280]
/** Messages differ in their words alone: what all of them share is looked at on a few. */
const messagesLookedAt = ['success', 'error-with-code', 'try-later', 'cannot-be-undone']

async function look(page: Page, where: string, troubles: string[], axeAt: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 400 ? 640 : 800 })
    const note = (trouble: string) => troubles.push(`${where}, ${width} px: ${trouble}`)
    ;(await layoutTroubles(page)).forEach(note)
    if (axeAt.includes(width)) (await violationsOf(page)).forEach(note)
  }
}

/** The page has said what it has to say. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
  await expect(page.getByText('Загружаем')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
}

test('pages of a visitor: nothing is cut off, overlaps or is too small to press, and axe finds nothing', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const troubles: string[] = []
  for (const path of visitorPlaces) {
    await page.goto(path)
    await settle(page)
    await look(page, path, troubles, [320, 1280])
  }
  expect(troubles).toEqual([])
})

test('pages of the account: nothing is cut off, overlaps or is too small to press, and axe finds nothing', async ({
  page,
  user,
  signInAs,
}) => {
  test.setTimeout(240_000)
  const troubles: string[] = []
  await signInAs('activated')
  for (const { path, as } of accountPlaces) {
    await user.become(as)
    await page.goto(path)
    await settle(page)
    await look(page, `${path} as ${as}`, troubles, [320, 1280])
  }
  expect(troubles).toEqual([])
})

test('every modal: nothing is cut off, overlaps or is too small to press, axe finds nothing, and nothing moves for who asks for calm', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const gallery = await serveGallery(await freePort())
  const troubles: string[] = []
  try {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(gallery.address)
    const hashes = await galleryHashes(page)
    expect(hashes.length).toBeGreaterThan(30)
    await look(page, 'the parts', troubles, [320])
    for (const hash of hashes) {
      await openInGallery(page, hash)
      const [name, what = ''] = hash.slice(1).split('/')
      await look(page, hash, troubles, name !== 'message' || messagesLookedAt.includes(what) ? [320] : [])
    }
    const moving = await page.evaluate(() =>
      document.getAnimations().filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 1),
    )
    expect(moving).toEqual([])
  } finally {
    await gallery.close()
  }
  expect(troubles).toEqual([])
})
