/** Where the focus goes on a page that is new to the user: its heading, or its content where it has none (WCAG 2.4.3). */
export function contentStart(): HTMLElement | null {
  const start = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  if (start) start.tabIndex = -1
  return start
}
