import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { build, preview } from 'vite'
import { untilStill } from './accessible.ts'

const root = resolve(import.meta.dirname, '../web')

export interface Gallery {
  address: string
  /** The address of the gallery with only modals and notifications. */
  modals: string
  close: () => Promise<void>
}

/** Builds the gallery, which is not part of the app's build, and serves it until `close` is called. */
export async function serveGallery(port: number): Promise<Gallery> {
  const outDir = await mkdtemp(join(tmpdir(), 'paket-gallery-'))
  const common = { root, configFile: join(root, 'vite.config.ts'), logLevel: 'error' } as const
  await build({
    ...common,
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: join(root, 'gallery.html') } },
  })
  const server = await preview({ ...common, build: { outDir }, preview: { port, strictPort: true } })
  const address = `http://localhost:${port}/gallery.html`
  return {
    address,
    modals: `${address}?modals`,
    async close() {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}

/** Returns the hashes of all examples in the gallery: `#name/example`. */
export const galleryHashes = (page: Page, of: 'Окна' | 'Страницы' = 'Окна'): Promise<string[]> =>
  page
    .getByRole('navigation', { name: of })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))

/** Opens the modal of a hash and waits until its animations have ended. */
export const openInGallery = (page: Page, hash: string): Promise<void> => page.evaluate(openModal, hash)

/** Runs in the page. Closes the previous modal first, because two modals of the same kind cannot be distinguished. */
async function openModal(hash: string): Promise<void> {
  const end = performance.now() + 20_000
  const until = async (condition: () => boolean) => {
    while (!condition()) {
      if (performance.now() > end) throw new Error(`${hash} does not open.`)
      await new Promise((painted) => requestAnimationFrame(painted))
    }
  }
  window.location.replace('#modals')
  await until(() => !document.querySelector('[role=dialog]'))
  window.location.replace(hash)
  // In the frame before an animation starts, only the start attributes show that it will.
  const isMoving = () =>
    document.querySelector('[data-closed], [data-transition]') !== null ||
    document
      .getAnimations()
      .some(({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations === 1)
  await until(() => document.querySelectorAll('[role=dialog]').length === 1 && !isMoving())
}

/** Returns the state in a hash of a page: loading, empty, failing or broken. */
export const stateOf = (hash: string): string => hash.slice(hash.lastIndexOf('/') + 1)

/** Opens an account page in the state of a hash such as `#page/profile/loading`, and waits for that state. */
export async function openPageInGallery(page: Page, { address }: Gallery, hash: string): Promise<void> {
  // A modal stays open after a change of the hash alone. The query differs, so that the page is loaded.
  if (await page.getByRole('dialog').isVisible()) await page.goto(`${address}?${encodeURIComponent(hash)}${hash}`)
  else {
    await page.evaluate(leaveFor, hash)
    await page.locator('[data-left]').waitFor({ state: 'detached' })
  }
  const state = stateOf(hash)
  const waiting = page.getByText('Загружаем').first()
  if (state === 'loading') return waiting.waitFor({ state: 'attached' })
  await page
    .locator(state === 'failing' ? '[role=alert], [role=dialog]' : 'h1')
    .first()
    .waitFor()
  await waiting.waitFor({ state: 'detached' })
  await page.evaluate(untilStill)
}

/** Runs in the page. Marks the previous page, because two pages in the same state cannot be distinguished. */
function leaveFor(hash: string): void {
  document.querySelector('#root > *')?.setAttribute('data-left', '')
  window.scrollTo(0, 0)
  window.location.replace(hash)
}
