import { useEffect } from 'react'

let shownPath: string | undefined

/**
 * Moves the focus to the heading of a page that a link or the browser's buttons have led to, or to its content where it has none: a screen
 * reader says where one is (WCAG 2.4.3). Leaves it where the visit begins, to an open modal, which gives it back itself, and to a user who
 * has moved on meanwhile.
 */
export function useFocusedHeading(): void {
  useEffect(() => {
    const { pathname } = window.location
    const isNew = shownPath !== undefined && pathname !== shownPath
    shownPath = pathname
    if (!isNew) return
    const { activeElement } = document
    const isOnLink = activeElement instanceof HTMLAnchorElement && activeElement.pathname === pathname
    if ((activeElement !== document.body && !isOnLink) || document.querySelector('[aria-modal]')) return
    const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
    if (!target) return
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  })
}
