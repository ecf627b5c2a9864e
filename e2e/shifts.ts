import type { Page } from '@playwright/test'

/** Returns the sum of all layout shifts since the page was loaded that no user input caused, and the elements that moved. */
export const shiftsOf = (page: Page): Promise<{ score: number; moved: string[] }> => page.evaluate(readShifts)

/** The maximum sum of layout shifts. Google rates up to 0.1 as good. */
const MOST = 0.02

export async function problemsOfShifts(page: Page): Promise<string[]> {
  const { score, moved } = await shiftsOf(page)
  return score > MOST ? [[`moves by ${score.toFixed(3)}`, ...moved].join('\n  ')] : []
}

/** The delay between two responses, so that each is rendered separately. */
const BETWEEN_MS = 120
const delayed = ['*/bff/api/*', '*/cms/*', '*.woff2'].map((urlPattern) => ({ urlPattern }))
const asFont = [
  { name: 'content-type', value: 'font/woff2' },
  { name: 'cache-control', value: 'no-store' },
]

/**
 * Delays the responses of calls and fonts so that they arrive one after the other. Uses CDP, because `page.route` would
 * intercept all other requests too. Fonts are answered from here with `no-store`, because Chromium would not request a
 * cached font again.
 */
export async function answerOneByOne(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  let free = Date.now()
  const respondLater = async (requestId: string, url: string) => {
    free = Math.max(free, Date.now()) + BETWEEN_MS
    await new Promise((resolve) => setTimeout(resolve, free - Date.now()))
    const font = url.endsWith('.woff2') ? await (await page.request.get(url)).body() : null
    await (font
      ? browser.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: 200,
          responseHeaders: asFont,
          body: font.toString('base64'),
        })
      : browser.send('Fetch.continueRequest', { requestId }))
  }
  browser.on('Fetch.requestPaused', ({ requestId, request }) => {
    // The page may be closed by then.
    respondLater(requestId, request.url).catch(() => undefined)
  })
  await browser.send('Fetch.enable', { patterns: delayed })
}

interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** Runs in the page. Reads the buffered `layout-shift` entries. */
async function readShifts(): Promise<{ score: number; moved: string[] }> {
  const shifts = await new Promise<Shift[]>((done) => {
    new PerformanceObserver((list) => done(list.getEntries() as Shift[])).observe({
      type: 'layout-shift',
      buffered: true,
    })
    // Without any shift the observer is never called.
    requestAnimationFrame(() => setTimeout(() => done([])))
  })
  const unasked = shifts.filter(({ hadRecentInput }) => !hadRecentInput)
  const nameOf = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement
    const text = element?.textContent.trim().replaceAll(/\s+/g, ' ').slice(0, 40) ?? ''
    return element ? `${element.tagName.toLowerCase()} «${text}» .${element.className}` : 'what is gone'
  }
  return {
    score: unasked.reduce((sum, { value }) => sum + value, 0),
    moved: unasked.flatMap(({ value, sources }) =>
      sources.map(
        ({ node, previousRect, currentRect }) =>
          `${value.toFixed(3)}: ${nameOf(node)} from ${Math.round(previousRect.top)}+${Math.round(previousRect.height)} to ${Math.round(currentRect.top)}+${Math.round(currentRect.height)}`,
      ),
    ),
  }
}
