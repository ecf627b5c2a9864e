import type { ReactNode } from 'react'
import type { Elements } from './elements.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

/** The navigation bar at the bottom of a phone's window. Other fixed elements are above it. */
export function TabBar({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <nav
      aria-label={label}
      className="tab-bar fixed inset-x-0 bottom-0 z-20 border-t border-line bg-paper lg:hidden print:hidden"
    >
      <ul className="mx-auto flex max-w-dialog *:flex-1">{children}</ul>
    </nav>
  )
}
/** The classes of its links and buttons. The current one has `aria-current`, or is expanded. */
export const tabBarItem =
  'flex min-h-16 w-full flex-col items-center justify-center gap-1 px-0.5 py-1 text-center font-medium text-soft ' +
  'aria-[current=page]:text-brand aria-expanded:text-brand'

interface TabProps {
  icon: Elements
  title: string
  /** The meaning of the mark at the icon, for screen readers; without it there is no mark. */
  mark?: string | undefined
}
export function TabLabel({ icon, title, mark }: TabProps): ReactNode {
  return (
    <>
      <span className="relative">
        {icon}
        {mark && (
          <span
            aria-hidden="true"
            className="absolute -top-0.5 -right-1 size-2.5 rounded-xl border-2 border-paper bg-red-bright forced-colors:bg-system-chosen"
          />
        )}
      </span>
      <span>{title}</span>
      {mark && <VisuallyHidden>{`, ${mark}`}</VisuallyHidden>}
    </>
  )
}
