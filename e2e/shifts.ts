import type { Page } from '@playwright/test'

/** How far what is on the page has been moved by itself since it was opened (the sum of all layout shifts), and what moved. */
export const shiftsOf = (page: Page): Promise<{ score: number; moved: string[] }> => page.evaluate(readShifts)

interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** Runs in the page. */
async function readShifts(): Promise<{ score: number; moved: string[] }> {
  const shifts = await new Promise<Shift[]>((done) => {
    new PerformanceObserver((list) => done(list.getEntries() as Shift[])).observe({
      type: 'layout-shift',
      buffered: true,
    })
    // Without a shift there is no entry to hear of.
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
