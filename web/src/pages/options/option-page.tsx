import type { Option, Subscriber } from '@paket/sdk'
import { type ReactNode, useState } from 'react'
import { Redirect, useLocation, useParams } from 'wouter'
import { AccountPage } from '#layout/account-page.tsx'
import { notLoaded, ReadState } from '#layout/read-state.tsx'
import { Sections } from '#layout/section-boundary.tsx'
import { isFamily } from '#domain/family.ts'
import { rubles } from '#domain/money.ts'
import { optionBadge } from '#domain/option-badge.ts'
import { FamilyBenefits } from '#features/family/family-benefits.tsx'
import { isInFamily } from '#features/purchase/subscriber-kind.ts'
import { optionNotFound } from '#messages/option-words.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Heading } from '#ui/heading.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StatusChip } from '#ui/status-chip.tsx'
import { OwnFamily } from './own-family.tsx'
import { SharedFamily } from './shared-family.tsx'
import { OptionTariff } from './option-tariff.tsx'
import { type OptionFlows, useOptionFlows } from './use-option-flows.ts'
import { useOptions } from './use-options.ts'

const back = { href: '/options', label: 'Опции' }

/** One option: its description, its members and its tariff (C-ROUTE-28, T11). */
export function OptionPage(): ReactNode {
  const { name } = useParams<{ name: string }>()
  const read = useOptions()
  if (read !== 'noClientData' && !read.data && read.hasFailed) return <Redirect to="/profile" replace />
  return (
    <AccountPage width="page" back={back}>
      <ReadState read={read} failed={{ ...notLoaded, level: 1 }} skeleton={<OptionSkeleton />}>
        {({ options, subscriber }) => {
          const option = options.find((each) => each.name === name)
          return option ? <OptionContent option={option} subscriber={subscriber} /> : <OptionNotFound />
        }}
      </ReadState>
    </AccountPage>
  )
}

function OptionContent({ option, subscriber }: { option: Option; subscriber: Subscriber }): ReactNode {
  const flows = useOptionFlows(option, subscriber)
  const isShared = isInFamily(subscriber)
  const isActive = option.status === 'active'
  return (
    <Sections>
      <Banner option={option} {...(option.status === 'inactive' && !isShared && { onBuy: flows.buy })} />
      <div className="mt-4 grid gap-4 xl:grid-cols-2 xl:*:only:col-span-2">
        <Sections>
          {isFamily(option) &&
            isActive &&
            (isShared ? (
              <SharedFamily subscriberId={subscriber.subscriberId} />
            ) : (
              <OwnFamily option={option} flows={flows} />
            ))}
          {isActive && !isShared && <OptionTariff option={option} onSwitch={flows.switchRenewal} />}
          {isFamily(option) && <AboutFamily flows={flows} isOpen={option.status === 'inactive'} />}
        </Sections>
      </div>
    </Sections>
  )
}

/** Title and status of the option, and the button that buys it. */
function Banner({ option, onBuy }: { option: Option; onBuy?: () => void }): ReactNode {
  const [now] = useState(() => new Date())
  const { tone, text } = optionBadge(option, now)
  return (
    <Card tone="deep" padding="l">
      <StatusChip tone={tone}>{text}</StatusChip>
      <Heading level={1} className="mt-4">
        {option.title}
      </Heading>
      {isFamily(option) && (
        <p className="mt-2 max-w-text text-mint">
          Делитесь преимуществами Пакета с близкими: платит только организатор
        </p>
      )}
      {option.status === 'new' && <p className="mt-4 text-mint">Обычно подключается за 5 минут, мы пришлём СМС</p>}
      {onBuy && (
        <div className="mt-6">
          <Button size="l" onDark onClick={onBuy}>
            {`Подключить за ${rubles(option.priceKopecks)}`}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** The benefits of members: shown on wide screens and while the option is not connected, otherwise behind a link. */
function AboutFamily({ flows, isOpen }: { flows: OptionFlows; isOpen: boolean }): ReactNode {
  return (
    <>
      <Card as="section" className={isOpen ? '' : 'hidden lg:block'}>
        <Section title="Близким доступно">
          <FamilyBenefits />
        </Section>
      </Card>
      <Card className="self-start">
        <div className="-my-3">
          {!isOpen && (
            <div className="lg:hidden">
              <ListRow title="Что доступно близким" onClick={flows.explainBenefits} />
            </div>
          )}
          <ListRow title="Подробнее про опцию" onClick={flows.explainOption} />
        </div>
      </Card>
    </>
  )
}

function OptionNotFound(): ReactNode {
  const [, navigate] = useLocation()
  return (
    <ErrorState
      level={1}
      title={optionNotFound.title}
      text={optionNotFound.text}
      actions={<Button onClick={() => navigate('/options', { transition: true })}>{optionNotFound.back}</Button>}
    />
  )
}

const OptionSkeleton = (): ReactNode => (
  <div>
    <Skeleton className="h-48 w-full rounded-l" />
    <Skeleton className="mt-4 h-64 w-full rounded-l" />
  </div>
)
