import { parseNullableDate } from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AccountPage } from '#layout/account-page.tsx'
import { ClientDataAwaited } from '#layout/client-data-awaited.tsx'
import { Sections } from '#layout/section-boundary.tsx'
import { useAccount } from '#services/services.ts'
import { useArticle } from '#services/use-article.ts'
import { monthOf } from '#domain/moscow-date.ts'
import { howToEarnMore } from '#features/points/earn-more.ts'
import { GiftIcon } from '#ui/icons.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { PointsBalance } from './points-balance.tsx'
import { PointsHistory } from './points-history.tsx'

/** The points: the balance, and how many each month has brought (C-ROUTE-10). */
export function ScorePage(): ReactNode {
  const { api } = useAccount()
  const { data } = useQuery(query(api, 'getClientData'))
  return (
    <AccountPage width="page">
      {data ? <Points since={parseNullableDate(data.result.createdDate)} /> : <ClientDataAwaited />}
    </AccountPage>
  )
}

function Points({ since }: { since: Date | null }): ReactNode {
  const showArticle = useArticle()
  return (
    <Sections>
      <PointsBalance />
      <div className="xl:grid xl:grid-cols-2 xl:items-center xl:gap-x-10">
        <Sections>
          <div className="mt-4">
            <ListRow
              icon={<GiftIcon />}
              title="Как получать больше баллов"
              hint="За что их начисляют и сколько"
              onClick={() => showArticle(howToEarnMore)}
            />
          </div>
          <PointsHistory start={since && monthOf(since)} />
        </Sections>
      </div>
    </Sections>
  )
}
