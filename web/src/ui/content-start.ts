/**
 * Returns the element that gets the focus, and makes it focusable: the heading of a part of the page that is still there, or else of the
 * page, or else the main content (WCAG 2.4.3).
 */
export function contentStart(part?: Element | null): HTMLElement | null {
  const heading = part?.isConnected && part.querySelector<HTMLElement>('h1, h2')
  const start = heading || document.querySelector<HTMLElement>('main h1') || document.querySelector('main')
  if (start) start.tabIndex = -1
  return start
}
