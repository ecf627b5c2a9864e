import type { Page } from '@playwright/test'

/** Records on all pages that are loaded from now on what a screen reader announces without being asked. */
export async function noteAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(note)
}

/** Returns the announcements since the page was loaded, in order: `dialog: <name>` when a dialog received the focus, `polite: <text>`, `assertive: <text>`. */
export const announcements = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { announced: string[] }).announced)

/**
 * Runs in the page, so it must not refer to anything outside. Screen readers do not announce the initial text of a new
 * polite region, so only changes in existing regions are recorded.
 */
function note(): void {
  const announced: string[] = []
  Object.assign(window, { announced })
  const textOf = (node: Node | null) => (node?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  const politeness = (region: Element) =>
    region.getAttribute('aria-live') ?? (region.getAttribute('role') === 'alert' ? 'assertive' : 'polite')
  const say = (region: Element | null | undefined, text: string) => {
    if (!region || !text || region.closest('[inert]') || politeness(region) === 'off') return
    announced.push(`${politeness(region)}: ${text}`)
  }
  const LIVE = 'output, [role=status], [role=alert], [aria-live]'
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || !target.matches('[role=dialog]')) return
    const name =
      target.getAttribute('aria-label') ?? textOf(document.getElementById(target.getAttribute('aria-labelledby') ?? ''))
    announced.push(`dialog: ${name}`)
  })
  new MutationObserver((changes) => {
    const added = new Set(changes.flatMap(({ addedNodes }) => [...addedNodes]))
    for (const { type, target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement
      if (type === 'characterData') say(element?.closest(LIVE), textOf(target))
      for (const node of addedNodes) {
        const region = element?.closest(LIVE)
        const isNew = region && [...added].some((other) => other.contains(region))
        if (!isNew) say(region, textOf(node))
        if (!(node instanceof Element)) continue
        for (const alert of [node, ...node.querySelectorAll('[role=alert]')])
          if (alert.matches('[role=alert]')) say(alert, textOf(alert))
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}
