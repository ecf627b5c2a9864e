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
  /** The ref that the surrounding Transition passes. */
  ref?: RefCallback<HTMLElement>
  onClose: () => void
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined
  'data-locked'?: ''
  children: ReactNode
}

/** The number of rendered dialogs, including leaving ones; and before the first of them: the focused element, its section or the content, and the address. */
let drawn = 0
let opener: Element | null = null
let openedOn: Element | null = null
let openedAt = ''
/** Whether the focus must still be restored. A dialog that opens before that belongs to the same sequence. */
let isOwed = false
/** Whether the focus was in a dialog when it went. Headless UI then gives it to the last of ten remembered elements that is still there. */
let isLost = false

/**
 * The base of Drawer and FullScreen. Headless UI 2.2 finds the elements that it makes inert only at the first render: a dialog that was
 * rendered open left the page behind it usable by keyboard and screen readers. So the dialog renders closed first and opens when mounted.
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
      openedOn = opener?.closest('section') ?? document.querySelector('main')
      openedAt = window.location.pathname
    }
    return () => {
      drawn--
      isOwed = true
    }
  }, [])
  useEffect(
    () => () => {
      isLost = document.activeElement === document.body
      setTimeout(giveFocusBack)
    },
    [],
  )
  // A locked dialog has no buttons, so it takes the focus itself, also after Esc, where Headless UI removes it.
  // Others must not: one that closes at once would make Headless UI warn.
  const lock = 'data-locked' in props && { initialFocus: dialog, onClose: () => dialog.current?.focus() }
  return <Dialog {...props} {...lock} ref={attach} static open={isThere} className="fixed inset-0 z-40" />
}

/**
 * Restores the focus to the element that opened the first dialog, or moves it to its section or the content that is shown meanwhile. Headless UI
 * only remembers the last ten focused elements, so after a sequence of dialogs it may not find the first opener, and it does not know of pages.
 * A dialog that stays gets the focus if nothing has it: browsers give it to neither of two dialogs that open at once.
 */
function giveFocusBack(): void {
  const { activeElement, body } = document
  if (drawn > 0) {
    if (activeElement === body) document.querySelector<HTMLElement>('[role=dialog]')?.focus()
    return
  }
  isOwed = false
  const isSamePage = opener !== body && openedAt === window.location.pathname
  const to = isSamePage && opener instanceof HTMLElement && opener.isConnected ? opener : contentStart(openedOn)
  if (!isLost && activeElement !== body) return
  to?.focus({ preventScroll: true })
  if (to && document.activeElement === to) followFocus(to)
  // It is hidden while the next page loads, which takes the focus when nothing has it.
  else if (activeElement instanceof HTMLElement) activeElement.blur()
}

/** The modal's result may remove its opener just after the focus was restored to it: then moves the focus to its section or the page's content. */
function followFocus(focused: HTMLElement): void {
  const watch = new MutationObserver(() => {
    if (focused.isConnected) return
    watch.disconnect()
    if (document.activeElement === document.body) contentStart(openedOn)?.focus({ preventScroll: true })
  })
  watch.observe(document.body, { childList: true, subtree: true })
  // An element that is being removed loses the focus while it is still connected.
  const onBlur = () => queueMicrotask(() => focused.isConnected && watch.disconnect())
  focused.addEventListener('blur', onBlur, { once: true })
}
