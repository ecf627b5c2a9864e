import { query } from '@paket/sdk/react-query'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Sections } from '#layout/section-boundary.tsx'
import { useAccount } from '#services/services.ts'
import { countOfPoints } from '#domain/money.ts'
import { readKnownStatus } from '#cache/known-status.ts'
import { Benefits } from '#features/benefits/benefits.tsx'
import { StatusText } from '#features/purchase/status-card.tsx'
import { Card } from '#ui/card.tsx'
import { Cashback } from './cashback.tsx'

const unknown = {
  chip: null,
  title: 'Подписка не проверена',
  text: 'Её состояние покажем, когда появится соединение',
  until: null,
}

/** The account without a network: stored points and the stored texts of the status, without buttons that need the network. */
export function OfflineProfile(): ReactNode {
  const { api } = useAccount()
  const { data: scores } = useQuery({ ...query(api, 'getAllLoyaltyScores'), enabled: false })
  const status = readKnownStatus(useQueryClient()) ?? unknown
  return (
    <Sections>
      <Card as="section" padding="l">
        <StatusText words={status} />
        <p className="mt-4 text-small text-soft">
          Покупка, оплата и управление откроются сами, когда появится соединение. Сейчас ничего не отправляется
        </p>
        {scores && <p className="mt-4">{`Пакет принёс за всё время: ${countOfPoints(scores.result.scoresPaket)}`}</p>}
      </Card>
      <Cashback />
      <Benefits tone="white" />
    </Sections>
  )
}
