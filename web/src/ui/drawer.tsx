import { Description, DialogBackdrop, DialogPanel, DialogTitle, Transition } from '@headlessui/react'
import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { classes } from './classes.ts'
import { CrossIcon } from './icons.tsx'
import { ModalDialog } from './modal-dialog.tsx'
import { useLeft } from './use-left.ts'

export type DrawerForm = 'drawer' | 'full' | 'dialog'

export interface DrawerButton extends Omit<ButtonProps, 'size' | 'width' | 'children'> {
  label: string
}

export interface DrawerProps {
  open: boolean
  /** Called by Esc, the backdrop and the close button. */
  onDismiss: () => void
  /** Called when the leaving animation is over and the drawer may be unmounted. */
  onLeft?: (() => void) | undefined
  title: string
  description?: ReactNode
  image?: ReactNode
  /** The accessible name of the close button. */
  dismissLabel: string
  /** Below lg: `drawer` and `dialog` are a bottom sheet, `full` fills the window. From lg on: `dialog` is centred. */
  form?: DrawerForm | undefined
  /** Cannot be dismissed: has no close button and ignores Esc and the backdrop. */
  locked?: boolean | undefined
  /** The primary one first. They stay visible while the body scrolls. */
  buttons?: readonly DrawerButton[]
  children?: ReactNode
}

const places: Record<DrawerForm, string> = {
  drawer: 'items-end lg:items-stretch lg:justify-end',
  full: 'items-stretch lg:justify-end',
  dialog: 'items-end lg:items-center lg:justify-center lg:p-8',
}

const sheet = 'max-h-[92dvh] rounded-t-l data-closed:translate-y-full'
const side =
  'lg:h-dvh lg:max-h-none lg:w-drawer lg:rounded-none lg:data-closed:translate-x-full lg:data-closed:translate-y-0'

const forms: Record<DrawerForm, string> = {
  drawer: classes(sheet, side),
  full: classes('h-dvh data-closed:translate-y-full', side),
  dialog: classes(
    sheet,
    'lg:max-h-full lg:max-w-dialog lg:rounded-l lg:data-closed:translate-y-6 lg:data-closed:opacity-0',
  ),
}

/** A modal question or message over the page. Traps the focus while open and restores it afterwards. */
export function Drawer(props: DrawerProps): ReactNode {
  const { open, onDismiss, onLeft, form = 'drawer', locked = false } = props
  const [isLeft, leave] = useLeft(open, onLeft)
  if (isLeft) return null
  return (
    <Transition appear show={open} afterLeave={leave}>
      <ModalDialog onClose={onDismiss} {...(locked && { 'data-locked': '' })}>
        <DialogBackdrop
          transition
          className="fixed inset-0 bg-veil transition-opacity duration-240 data-closed:opacity-0"
        />
        <div className={classes('fixed inset-0 flex', places[form])}>
          <DialogPanel
            transition
            className={classes(
              'relative flex w-full flex-col overflow-hidden low:overflow-y-auto bg-paper shadow-floating forced-colors:border transition duration-240 ease-calm',
              forms[form],
            )}
          >
            <DrawerContent {...props} />
          </DialogPanel>
        </div>
      </ModalDialog>
    </Transition>
  )
}

/** Whether an element overflows, and a ref that observes it. */
function useScrolls(): [boolean, (element: HTMLElement | null) => (() => void) | undefined] {
  const [scrolls, setScrolls] = useState(false)
  const [watch] = useState(() => (element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(() => setScrolls(element.scrollHeight > element.clientHeight))
    for (const each of [element, ...element.children]) observer.observe(each)
    return () => observer.disconnect()
  })
  return [scrolls, watch]
}

const body =
  'relative flex min-h-0 flex-1 flex-col overflow-y-auto low:flex-auto low:shrink-0 low:overflow-visible overscroll-contain -outline-offset-4 px-5 pt-6 pb-6 lg:px-8 lg:pt-8'

const foot = 'safe-bottom flex shrink-0 flex-col gap-2 bg-paper px-5 pt-4 lg:px-8 lg:pb-8'

function DrawerContent(props: DrawerProps): ReactNode {
  const { onDismiss, title, description, image, dismissLabel, locked = false, buttons = [], children } = props
  const [scrolls, watch] = useScrolls()
  return (
    <>
      {/* A scrollable area must be focusable, so that the keyboard can scroll it; a locked one, so that Tab stays in it. */}
      <div
        ref={watch}
        {...((scrolls || locked) && { tabIndex: 0 })}
        className={classes(body, image ? 'justify-center-safe text-center' : '')}
      >
        {image && <div className="my-6 flex justify-center md:low:hidden">{image}</div>}
        <DialogTitle
          className={classes('text-title-m font-semibold text-balance', image ? 'md:low:px-12' : !locked && 'pr-12')}
        >
          {title}
        </DialogTitle>
        {description && (
          <Description as="div" className={classes('mt-3 text-soft', Boolean(image) && 'text-balance')}>
            {description}
          </Description>
        )}
        {children && <div className="mt-6">{children}</div>}
      </div>
      {buttons.length > 0 && (
        <div className={classes(foot, !image && 'border-t border-line')}>
          {buttons.map(({ label, ...button }, place) => (
            <Button key={place} size={place ? 'm' : 'l'} variant={place ? 'ghost' : 'primary'} {...button} width="full">
              {label}
            </Button>
          ))}
        </div>
      )}
      {!locked && (
        <button
          type="button"
          aria-label={dismissLabel}
          onClick={onDismiss}
          className="absolute top-4 right-3 flex size-11 items-center justify-center rounded-xl bg-grey text-ink transition-colors hover:bg-sunken lg:top-6 lg:right-6"
        >
          <CrossIcon className="size-5" />
        </button>
      )}
    </>
  )
}
