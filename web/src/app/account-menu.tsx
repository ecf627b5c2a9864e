import type { Subscriber } from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { isMenuItemPending, type MenuItem, menuItems, type MenuReader } from '#domain/menu.ts'
import { phoneMask } from '#domain/member-fields.ts'
import { type Identity, Menu, type MenuAction } from '#features/menu/menu.tsx'
import { kindOf } from '#features/purchase/subscriber-kind.ts'
import { registerOverlay } from '#modals/modal-stack.ts'
import { showSnackbar } from '#modals/snackbars.ts'
import { routes } from '#routes.ts'
import { MenuFamily } from './menu-family.tsx'
import { ModalSuspense, preloadModals } from './modals.tsx'
import { SectionBoundary } from '#layout/section-boundary.tsx'
import { useAccount, useServices } from '#services/services.ts'
import { useSupport } from '#services/support.ts'
import { usePromocode } from '#checkout/use-promocode.ts'
import { useSubscriber } from '#cache/use-view.ts'
import type { Drawer } from '#ui/drawer.tsx'

let drawer: typeof Drawer | undefined
const load = async () => (drawer ??= (await import('#ui/drawer.tsx')).Drawer)
const LazyDrawer = lazy(async () => ({ default: await load() }))

/** Preloads the menu's drawer and the modals. A failure is ignored, because what is opened first loads them again. */
export const preloadOverlays = (): void => void load().then(preloadModals, () => undefined)

/** The menu on phones; its drawer and the modal library are loaded when it is first opened. */
export function MenuSheet({ title, open, onClose }: { title: string; open: boolean; onClose: () => void }): ReactNode {
  const [Shown, setShown] = useState<typeof Drawer>()
  if (open && !Shown) setShown(() => drawer ?? LazyDrawer)
  const close = useEffectEvent(onClose)
  useEffect(() => (open ? registerOverlay(() => close()) : undefined), [open])
  if (!Shown) return null
  return (
    <ModalSuspense open={open} onNotLoaded={onClose} onLeft={() => setShown(undefined)}>
      <Shown open={open} title={title} dismissLabel="Закрыть" onDismiss={onClose}>
        <AccountMenu onChosen={onClose} />
      </Shown>
    </ModalSuspense>
  )
}

/** The menu of a signed-in user. Help and sign-out work without client data. */
export const AccountMenu = ({ onChosen }: { onChosen: () => void }): ReactNode => (
  <SectionBoundary renderBroken={() => <KnownMenu subscriber={null} onChosen={onChosen} />}>
    <ReadMenu onChosen={onChosen} />
  </SectionBoundary>
)

function ReadMenu({ onChosen }: { onChosen: () => void }): ReactNode {
  const { api } = useAccount()
  const { data: subscriber = null } = useSubscriber()
  const { data: profile } = useQuery(query(api, 'getUserProfile'))
  const { name, surname, phoneNumber } = profile?.result ?? {}
  const identity = profile && {
    name: [name, surname].filter(Boolean).join(' '),
    phone: phoneNumber ? phoneMask(phoneNumber) : '',
  }
  return <KnownMenu subscriber={subscriber} identity={identity} onChosen={onChosen} />
}

interface KnownMenuProps {
  subscriber: Subscriber | null
  identity?: Identity | undefined
  onChosen: () => void
}
function KnownMenu({ subscriber, identity, onChosen }: KnownMenuProps): ReactNode {
  const reader = subscriber && {
    subStatus: subscriber.subStatus,
    kind: kindOf(subscriber),
    hasLastPeriod: subscriber.lastPeriod?.bundle != null,
  }
  return (
    <Menu
      identity={identity ?? null}
      family={
        subscriber && (
          <SectionBoundary renderBroken={() => null}>
            <MenuFamily subscriber={subscriber} onChosen={onChosen} />
          </SectionBoundary>
        )
      }
      items={useItems(reader, subscriber)}
      hasX5Card={subscriber?.currentPeriod.bundle === 'x5card'}
      onChosen={onChosen}
    />
  )
}

const showNotYet = () => showSnackbar('Сервис ещё активируется\nПопробуйте после уведомления')

/** The menu items of a user, each with its action. */
function useItems(reader: MenuReader | null, subscriber: Subscriber | null): { item: MenuItem; action: MenuAction }[] {
  const { settings, host, signOut } = useServices()
  const enterPromocode = usePromocode()
  const openSupport = useSupport()
  const answers = reader?.kind === 'employee' ? settings.legal.faqHr : settings.legal.faq
  const actions: Record<MenuItem, MenuAction | null> = {
    options: { to: routes.options.path },
    promocode: subscriber && { act: () => void enterPromocode(subscriber) },
    paymentMethods: { to: routes.paymentMethods.path },
    loyaltyCards: { to: routes.loyaltyCards.path },
    paymentHistory: { to: routes.paymentHistory.path },
    support: { act: openSupport },
    answers: answers ? { out: answers, open: host.token && (() => host.openOutside(answers)) } : null,
    exit: { act: signOut },
  }
  return menuItems(reader).flatMap((item) => {
    const action = actions[item]
    return action ? [{ item, action: isMenuItemPending(item, reader) ? { act: showNotYet } : action }] : []
  })
}
