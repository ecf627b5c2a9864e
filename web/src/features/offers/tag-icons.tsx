import type { ReactNode } from 'react'
import { CupIcon, GlobeIcon, ShopIcon, TicketIcon } from '#ui/account-icons.tsx'

const icons: Readonly<Record<string, ReactNode>> = {
  ticket: <TicketIcon className="size-5" />,
  globe: <GlobeIcon className="size-5" />,
  cup: <CupIcon className="size-5" />,
  shop: <ShopIcon className="size-5" />,
}

/** The icon that editors named; one that nobody has drawn is left out. */
export const tagIcon = (name: string): ReactNode => (Object.hasOwn(icons, name) ? icons[name] : null)
