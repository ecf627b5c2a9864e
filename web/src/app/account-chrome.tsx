import type { Subscriber } from '@paket/sdk'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { kindOf } from '#features/purchase/subscriber-kind.ts'
import { Button } from '#ui/button.tsx'
import { ArrowLeftIcon, BagIcon, HomeIcon, MenuIcon } from '#ui/account-icons.tsx'
import { CashbackIcon, CrossIcon } from '#ui/icons.tsx'
import type { Elements } from '#ui/elements.ts'
import { Popover } from '#ui/popover.tsx'
import { TabBar, tabBarItem, TabLabel } from '#ui/tab-bar.tsx'
import { routes } from '#routes.ts'
import { AccountMenu, MenuSheet, preloadOverlays } from './account-menu.tsx'
import { AccountPartsProvider } from '#layout/account-parts.ts'
import { useBundleOptions } from '#cache/bundle-options.ts'
import { hasPreviousPage } from '#navigation/scroll-memory.ts'
import { SectionBoundary } from '#layout/section-boundary.tsx'
import { useServices } from '#services/services.ts'
import { visitor, setSupportAudience, onSupportAudienceKnown } from '#services/support.ts'
import { useSubscriber } from '#cache/use-view.ts'
import { UserName } from '#layout/user-name.tsx'
import { deferUntilIdle, loadChatWhenIdle } from '#analytics/widgets.ts'

const MENU = 'Управление'
const pages = [
  { ...routes.profile, icon: <HomeIcon /> },
  { ...routes.offers, icon: <BagIcon /> },
  { ...routes.score, icon: <CashbackIcon /> },
]

/** The frame of every account page: its parts of the header, and the tab bar on phones. Renders before client data has loaded. */
export function AccountChrome({ children }: { children: Elements }): ReactNode {
  const services = useServices()
  const { data: subscriber = null, error, failureReason } = useSubscriber()
  const isRead = Boolean(subscriber ?? error ?? failureReason)
  const kind = subscriber && kindOf(subscriber)
  const isEmployee = kind === 'employee'
  const subStatus = subscriber?.subStatus
  useEffect(() => {
    if (!isRead) return
    if (!subStatus) return setSupportAudience(visitor)
    const audience = { isEmployee, isActivated: subStatus === 'activated' }
    loadChatWhenIdle(services, audience)
    return setSupportAudience(audience)
  }, [services, isRead, isEmployee, subStatus])
  useEffect(() => {
    if (!isRead) return
    onSupportAudienceKnown(services)
    // After the page's first read, because loading modals would compete with it for network and processor.
    deferUntilIdle(preloadOverlays)
  }, [services, isRead])
  const isInWebview = services.host.token !== null
  const headerEnd = (
    <>
      <SectionBoundary renderBroken={nothing}>
        <UserName />
      </SectionBoundary>
      {/* On a phone the tab bar has no menu here: its place has the tab that leaves the webview (OO-43). */}
      {isInWebview && (
        <div className="lg:hidden">
          <MenuButton />
        </div>
      )}
      <div className="hidden lg:block">
        <Popover label={MENU} icon={<MenuIcon className="size-5" />}>
          {(close) => <AccountMenu onChosen={close} />}
        </Popover>
      </div>
    </>
  )
  return (
    <AccountPartsProvider
      value={{
        tabs: <HeaderTabs />,
        headerEnd,
        hasHeaderOnPhone: isInWebview || kind !== 'partner',
        isEmployee,
      }}
    >
      {children}
      <Tabs subscriber={subscriber} />
    </AccountPartsProvider>
  )
}

const nothing = () => null

function HeaderTabs(): ReactNode {
  const current = useCurrentPage()
  return (
    <nav aria-label="Разделы">
      <ul className="flex gap-5 xl:gap-8">
        {pages.map(({ path, title }) => (
          <li key={path}>
            <Link
              transition
              href={path}
              aria-current={current === path ? 'page' : undefined}
              className="inline-flex min-h-11 items-center rounded-s font-medium whitespace-nowrap hover:text-brand aria-[current=page]:text-brand"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The path of the tab that the current address belongs to. */
function useCurrentPage(): string | undefined {
  const [address] = useLocation()
  return pages.find(({ path }) => address === path || address.startsWith(`${path}/`))?.path
}

function Tabs({ subscriber }: { subscriber: Subscriber | null }): ReactNode {
  const { host } = useServices()
  const current = useCurrentPage()
  return (
    <TabBar label="Разделы">
      {pages.map(({ path, title, icon }) => (
        <li key={path}>
          <Link transition href={path} aria-current={current === path ? 'page' : undefined} className={tabBarItem}>
            <TabLabel icon={icon} title={title} />
          </Link>
        </li>
      ))}
      <li>{host.token ? <LeaveTab /> : <MenuTab subscriber={subscriber} />}</li>
    </TabBar>
  )
}

function MenuTab({ subscriber }: { subscriber: Subscriber | null }): ReactNode {
  // Whether an option can still be bought (O-TAB-07).
  const hasMore = useBundleOptions(subscriber)?.some(({ status }) => status === 'inactive')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className={tabBarItem}
        onClick={() => setIsOpen(true)}
      >
        <TabLabel
          icon={<MenuIcon />}
          title={MENU}
          mark={hasMore ? 'есть опции, которые можно подключить' : undefined}
        />
      </button>
      <MenuSheet title={MENU} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

function MenuButton(): ReactNode {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        size="s"
        variant="secondary"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        {MENU}
      </Button>
      <MenuSheet title={MENU} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

/** In a webview: goes back to the app's previous page, or closes the webview when there is none (O-TAB-06). */
function LeaveTab(): ReactNode {
  const { host } = useServices()
  useLocation()
  const canGoBack = hasPreviousPage(window.history.state)
  return (
    <button type="button" className={tabBarItem} onClick={() => (canGoBack ? window.history.back() : host.close())}>
      {canGoBack ? (
        <TabLabel icon={<ArrowLeftIcon />} title="Назад" />
      ) : (
        <TabLabel icon={<CrossIcon />} title="Закрыть" />
      )}
    </button>
  )
}
