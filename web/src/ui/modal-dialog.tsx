import { Dialog } from '@headlessui/react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { contentStart } from './content-start.ts'

interface Props {
  /** Of the Transition around it, which says whether it is shown. */
  ref?: RefCallback<HTMLElement>
  onClose: () => void
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined
  'data-locked'?: ''
  children: ReactNode
}

/** How many there are, those that leave among them, and where the focus and the user were before the first of them. */
let drawn = 0
let opener: Element | null = null
let openedAt = ''
/** Whether the focus is still to be given back: a dialog that opens before that is part of the same sequence. */
let isOwed = false

/**
 * What Drawer and FullScreen are drawn in. Headless UI 2.2 learns only by the first drawing which part of the window it makes inert, and
 * does not ask again: a dialog that was open by then left the page behind it to the keys and to screen readers. So it opens when it is there.
 */
export function ModalDialog({ ref, ...props }: Props): ReactNode {
  const [isThere, setThere] = useState(false)
  const dialog = useRef<HTMLElement>(null)
  const attach: RefCallback<HTMLElement> = (element) => {
    dialog.current = element
    if (element) setThere(true)
    return ref?.(element)
  }
  useLayoutEffect(() => {
    if (drawn++ === 0 && !isOwed) {
      opener = document.activeElement
      openedAt = window.location.pathname
    }
    return () => {
      drawn--
      isOwed = true
    }
  }, [])
  useEffect(() => () => void setTimeout(giveFocusBack), [])
  // Nothing in a locked one takes the focus. One that ends as it begins cannot take it itself, of which Headless UI would warn.
  const focus = 'data-locked' in props && { initialFocus: dialog }
  return <Dialog {...props} {...focus} ref={attach} static open={isThere} className="fixed inset-0 z-40" />
}

/**
 * Headless UI remembers the last ten presses: after one dialog that followed another it may not know any more where the first was opened.
 * Nor does it know that another page is shown meanwhile, where the focus belongs into its content.
 */
function giveFocusBack(): void {
  if (drawn > 0) return
  isOwed = false
  if (opener === document.body) return
  const isSamePage = openedAt === window.location.pathname
  const to = isSamePage && opener instanceof HTMLElement && opener.isConnected ? opener : contentStart()
  const { activeElement } = document
  if (activeElement === document.body || (!isSamePage && activeElement === opener)) to?.focus({ preventScroll: true })
  // A page that is about to be replaced cannot take it; the next one does, from where no one is.
  if (!isSamePage && document.activeElement === opener && opener instanceof HTMLElement) opener.blur()
  if (to && document.activeElement === to) followFocus(to)
}

/** What comes of the modal may take away the button that it was opened by, a moment after that has got the focus back. */
function followFocus(focused: HTMLElement): void {
  const watch = new MutationObserver(() => {
    if (focused.isConnected) return
    watch.disconnect()
    if (document.activeElement === document.body) contentStart()?.focus({ preventScroll: true })
  })
  watch.observe(document.body, { childList: true, subtree: true })
  focused.addEventListener('blur', () => focused.isConnected && watch.disconnect(), { once: true })
}
