import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { build, preview } from 'vite'
import { untilStill } from './accessible.ts'

const root = resolve(import.meta.dirname, '../web')

export interface Gallery {
  address: string
  /** With nothing but modals and news. */
  modals: string
  close: () => Promise<void>
}

/** Builds the gallery, which no build of the app has, and serves it until it is closed. */
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

/** The addresses of everything that the gallery can open, each `#name/what`. */
export const galleryHashes = (page: Page, of: 'Окна' | 'Страницы' = 'Окна'): Promise<string[]> =>
  page
    .getByRole('navigation', { name: of })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))

/** Opens one of them, and waits until it is still. */
export const openInGallery = (page: Page, hash: string): Promise<void> => page.evaluate(openAlone, hash)

/** Runs in the page. The one before leaves first: two of a kind look the same from outside. */
async function openAlone(hash: string): Promise<void> {
  const end = performance.now() + 20_000
  const until = async (isSo: () => boolean) => {
    while (!isSo()) {
      if (performance.now() > end) throw new Error(`${hash} does not open.`)
      await new Promise((drawn) => requestAnimationFrame(drawn))
    }
  }
  window.location.replace('#modals')
  await until(() => !document.querySelector('[role=dialog]'))
  window.location.replace(hash)
  // A frame before the first animation runs there is none yet, only the mark of where it starts.
  const isMoving = () =>
    document.querySelector('[data-closed], [data-transition]') !== null ||
    document
      .getAnimations()
      .some(({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations === 1)
  await until(() => document.querySelectorAll('[role=dialog]').length === 1 && !isMoving())
}

/** What a page that a hash names is doing: loading, empty, failing or broken. */
export const stateOf = (hash: string): string => hash.slice(hash.lastIndexOf('/') + 1)

/** Opens a page of the account in a state that a hash names, `#page/profile/loading`, and waits until it is in it. */
export async function openPageInGallery(page: Page, { address }: Gallery, hash: string): Promise<void> {
  // Another hash alone would be no visit. By way of another site it would need a process of its own.
  await page.goto(`${address}?${encodeURIComponent(hash)}${hash}`)
  const state = stateOf(hash)
  const waiting = page.getByText('Загружаем').first()
  if (state === 'loading') {
    // Its own skeleton, not the one that is shown until the page's chunk has come: what it reads never reaches the network.
    await page.waitForLoadState('networkidle')
    return waiting.waitFor({ state: 'attached' })
  }
  await page
    .locator(state === 'failing' ? '[role=alert], [role=dialog]' : 'h1')
    .first()
    .waitFor()
  await waiting.waitFor({ state: 'detached' })
  await page.evaluate(untilStill)
}
