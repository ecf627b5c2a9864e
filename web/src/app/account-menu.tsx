import { type Subscriber, toSubscriber } from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { isMenuItemLater, type MenuItem, menuItems, type MenuReader } from '#domain/menu.ts'
import { phoneMask } from '#domain/member-fields.ts'
import { Menu, type MenuAction } from '#features/menu/menu.tsx'
import { kindOf } from '#features/purchase/subscriber-kind.ts'
import { standOver } from '#modals/modal-stack.ts'
import { showSnackbar } from '#modals/snackbars.ts'
import { MenuFamily } from './menu-family.tsx'
import { useAccount, useServices } from './services.ts'
import { useSupport } from './support.ts'
import { usePromocode } from './use-promocode.ts'

const MenuDrawer = lazy(async () => ({ default: (await import('#ui/drawer.tsx')).Drawer }))

/** The menu of a phone; its drawer comes with its library when it is opened first. */
export function MenuSheet({ title, open, onClose }: { title: string; open: boolean; onClose: () => void }): ReactNode {
  const [wasNeeded, setWasNeeded] = useState(open)
  if (open && !wasNeeded) setWasNeeded(true)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => (open ? standOver(() => close.current()) : undefined), [open])
  if (!wasNeeded) return null
  return (
    <Suspense>
      <MenuDrawer open={open} title={title} dismissLabel="Закрыть" onDismiss={onClose}>
        <AccountMenu onChosen={onClose} />
      </MenuDrawer>
    </Suspense>
  )
}

/** The menu of whoever is signed in. */
export function AccountMenu({ onChosen }: { onChosen: () => void }): ReactNode {
  const { api } = useAccount()
  const { data: clientData } = useQuery(query(api, 'getClientData'))
  const { data: profile } = useQuery(query(api, 'getUserProfile'))
  const subscriber = clientData ? toSubscriber(clientData.result) : null
  const reader = subscriber && {
    subStatus: subscriber.subStatus,
    kind: kindOf(subscriber),
    hasLastPeriod: subscriber.lastPeriod?.bundle != null,
  }
  const { name, surname, phoneNumber } = profile?.result ?? {}
  const identity = profile && {
    name: [name, surname].filter(Boolean).join(' '),
    phone: phoneNumber ? phoneMask(phoneNumber) : '',
  }
  return (
    <Menu
      identity={identity ?? null}
      family={subscriber && <MenuFamily subscriber={subscriber} onChosen={onChosen} />}
      items={useItems(reader, subscriber)}
      hasX5Card={subscriber?.currentPeriod.bundle === 'x5card'}
      onChosen={onChosen}
    />
  )
}

const tellLater = () => showSnackbar('Сервис ещё активируется\nПопробуйте после уведомления')

/** The reader's items with what each does. */
function useItems(reader: MenuReader | null, subscriber: Subscriber | null): { item: MenuItem; action: MenuAction }[] {
  const { settings, host, signOut } = useServices()
  const enterPromocode = usePromocode()
  const openSupport = useSupport()
  const answers = reader?.kind === 'employee' ? settings.legal.faqHr : settings.legal.faq
  const actions: Record<MenuItem, MenuAction | null> = {
    options: { to: '/options' },
    promocode: subscriber && { act: () => void enterPromocode(subscriber) },
    paymentMethods: { to: '/payment_methods' },
    loyaltyCards: { to: '/loyalty_cards' },
    paymentHistory: { to: '/payment_history' },
    support: { act: openSupport },
    answers: answers ? { out: answers, open: host.token && (() => host.openOutside(answers)) } : null,
    exit: { act: signOut },
  }
  return menuItems(reader).flatMap((item) => {
    const action = actions[item]
    return action ? [{ item, action: isMenuItemLater(item, reader) ? { act: tellLater } : action }] : []
  })
}
