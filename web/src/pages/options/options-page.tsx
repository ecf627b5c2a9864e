import type { Option } from '@paket/sdk'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { AccountPage } from '#layout/account-page.tsx'
import { optionAddress } from '#navigation/address.ts'
import { ReadState } from '#layout/read-state.tsx'
import { isFamily } from '#domain/family.ts'
import { optionBadge } from '#domain/option-badge.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FamilyIcon, PlusIcon } from '#ui/account-icons.tsx'
import { EmptyIllustration } from '#ui/illustrations.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StatusChip } from '#ui/status-chip.tsx'
import { useOptions } from './use-options.ts'

/** The options of the current bundle (C-ROUTE-28, O-OPTION-12..15). */
export function OptionsPage(): ReactNode {
  const read = useOptions()
  return (
    <AccountPage>
      <ReadState
        read={read}
        failed={{
          title: 'Опции не загрузились',
          text: 'С подключёнными ничего не случилось, просто сейчас их не видно',
        }}
        skeleton={<Skeleton className="h-24 w-full rounded-l" />}
      >
        {({ options, subscriber }) =>
          options.length > 0 ? (
            <Options options={options} />
          ) : (
            <NoOptions hasBundle={subscriber.currentPeriod.bundle !== null} />
          )
        }
      </ReadState>
    </AccountPage>
  )
}

function Options({ options }: { options: readonly Option[] }): ReactNode {
  const [now] = useState(() => new Date())
  return (
    <ul className="flex flex-col gap-3">
      {options.map((option) => {
        const { tone, text } = optionBadge(option, now)
        return (
          <Card key={option.optionId} as="li">
            <Link transition href={optionAddress(option.name)} asChild>
              <ListRow
                icon={isFamily(option) ? <FamilyIcon /> : <PlusIcon />}
                title={option.title}
                hint={
                  <>
                    {isFamily(option) && <span className="block">Преимущества Пакета для близких</span>}
                    <span className="mt-2 block">
                      <StatusChip tone={tone}>{text}</StatusChip>
                    </span>
                  </>
                }
              />
            </Link>
          </Card>
        )
      })}
    </ul>
  )
}

function NoOptions({ hasBundle }: { hasBundle: boolean }): ReactNode {
  const [, navigate] = useLocation()
  return (
    <EmptyState
      illustration={<EmptyIllustration />}
      title="Опций пока нет"
      text={
        hasBundle
          ? 'Когда для вашего Пакета появятся опции, они будут здесь'
          : 'Опции подключаются к Пакету: начните с него'
      }
      actions={<Button onClick={() => navigate('/profile', { transition: true })}>На главную</Button>}
    />
  )
}
