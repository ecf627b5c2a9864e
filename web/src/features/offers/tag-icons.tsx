import type { ReactNode } from 'react'
import { CupIcon, GlobeIcon, ShopIcon, TicketIcon } from '#ui/account-icons.tsx'

const icons = new Map([
  ['ticket', TicketIcon],
  ['globe', GlobeIcon],
  ['cup', CupIcon],
  ['shop', ShopIcon],
])

/** The icon that editors named; one that no one has drawn is left out. */
export function tagIcon(name: string, className = 'size-5'): ReactNode {
  const Icon = icons.get(name)
  return Icon ? <Icon className={className} /> : null
}
