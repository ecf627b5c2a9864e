import type { ReactElement } from 'react'
import { CupIcon, GlobeIcon, ShopIcon, TicketIcon } from '#ui/account-icons.tsx'

const icons = new Map([
  ['ticket', TicketIcon],
  ['globe', GlobeIcon],
  ['cup', CupIcon],
  ['shop', ShopIcon],
])

/** The icon with the name that the editors chose; null when the app does not have it. */
export function tagIcon(name: string, className = 'size-5'): ReactElement | null {
  const Icon = icons.get(name)
  return Icon ? <Icon className={className} /> : null
}
