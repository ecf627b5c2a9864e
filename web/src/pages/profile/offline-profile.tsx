import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageFrame } from '#layout/page-frame.tsx'
import { useAccount } from '#services/services.ts'
import { countOfPoints } from '#domain/money.ts'
import { Benefits } from '#features/benefits/benefits.tsx'
import { Card } from '#ui/card.tsx'
import { Heading } from '#ui/heading.tsx'
import { Section } from '#ui/section.tsx'
import { Cashback } from './cashback.tsx'

/** The account without a network: what is stored of it. Where the subscription stands is not, so nothing is offered that depends on it. */
export function OfflineProfile(): ReactNode {
  const { api } = useAccount()
  const { data: scores } = useQuery({ ...query(api, 'getAllLoyaltyScores'), enabled: false })
  return (
    <PageFrame>
      <Heading level={1} className="mb-5 lg:mb-8">
        Главная
      </Heading>
      <Card as="section" padding="l">
        <Heading level={2} size="l">
          Подписка не проверена
        </Heading>
        <p className="mt-2 text-soft">
          Её состояние, покупка и оплата откроются сами, когда появится соединение. Сейчас ничего не отправляется
        </p>
        {scores && <p className="mt-4">Пакет принёс за всё время: {countOfPoints(scores.result.scoresPaket)}</p>}
      </Card>
      <Section title="Кешбэк" className="mt-10">
        <Cashback />
      </Section>
      <Section title="Что даёт Пакет" className="mt-10">
        <Benefits tone="white" hasDeliveries />
      </Section>
    </PageFrame>
  )
}
