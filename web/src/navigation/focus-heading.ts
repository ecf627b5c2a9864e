import { useEffect } from 'react'
import { contentStart } from '#ui/content-start.ts'

let shownPath: string | undefined

/**
 * Moves the focus to the content of a page that a link or the browser's buttons have led to. Leaves it where the visit begins, to an open
 * modal, which gives it back itself, and to a user who has moved on meanwhile.
 */
export function useFocusedHeading(): void {
  useEffect(() => {
    const { pathname } = window.location
    const isNew = shownPath !== undefined && pathname !== shownPath
    shownPath = pathname
    if (!isNew) return
    focusHeading()
  })
  useEffect(() => focusMainPage, [])
}

/** The page before the main page moves the focus there, so that the main page's script stays small. */
function focusMainPage(): void {
  if (window.location.pathname === '/') focusHeading()
}

/** Moves the focus to the content that has replaced what had it, unless a modal or the user has it. */
export function focusHeading(): void {
  const { activeElement } = document
  const isOnLink = activeElement instanceof HTMLAnchorElement && activeElement.pathname === window.location.pathname
  if ((activeElement !== document.body && !isOnLink) || document.querySelector('[aria-modal]')) return
  contentStart()?.focus({ preventScroll: true })
}
