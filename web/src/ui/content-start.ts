/** Returns the element that gets the focus on a new page, and makes it focusable: the heading, or else the main content (WCAG 2.4.3). */
export function contentStart(): HTMLElement | null {
  const start = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  if (start) start.tabIndex = -1
  return start
}
