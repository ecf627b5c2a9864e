import { type Subscriber, toSubscriber } from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { session } from '#session/session.ts'
import { type ReactNode, useDeferredValue } from 'react'
import { ClientDataAwaited } from '#layout/client-data-awaited.tsx'
import { Columns } from '#layout/columns.tsx'
import { PageFrame } from '#layout/page-frame.tsx'
import { Sections } from '#layout/section-boundary.tsx'
import { useAccount, useServices } from '#services/services.ts'
import { usePaying } from '#checkout/use-buying.ts'
import { usePromocode } from '#checkout/use-promocode.ts'
import { useMainCard } from '#cache/use-view.ts'
import { renewalPayer } from '#domain/renewal.ts'
import { Benefits } from '#features/benefits/benefits.tsx'
import { PromoBanner } from '#features/promocode/promo-banner.tsx'
import { Stories } from '#features/stories/stories.tsx'
import { isInFamily, statusInput } from '#features/purchase/subscriber-kind.ts'
import { CardExpiryNotice } from '#features/cards/card-expiry-notice.tsx'
import { StatusCard } from '#features/purchase/status-card.tsx'
import { Heading } from '#ui/heading.tsx'
import { Section } from '#ui/section.tsx'
import { Cashback } from './cashback.tsx'
import { Deliveries } from './deliveries.tsx'
import { OfflineProfile } from './offline-profile.tsx'
import { AccountLinks } from './account-links.tsx'
import { useOnboarding } from './use-onboarding.ts'
import { usePromoExperiment } from './use-promo-experiment.ts'
import { usePurchase } from './use-purchase.ts'

/** The main page of the account, with the subscription's status (C-ROUTE-04). */
export function ProfilePage(): ReactNode {
  const { api } = useAccount()
  const { data } = useQuery(query(api, 'getClientData'))
  // Deferred, so that React renders in time slices and a slow phone can still scroll.
  const isDue = useDeferredValue(data !== undefined)
  const { state } = useSnapshot(session)
  const subscriber = data && toSubscriber(data.result)
  const awaited = state === 'offline' ? <OfflineProfile /> : <ClientDataAwaited />
  return (
    <PageFrame>
      <Heading level={1} className="mb-5 lg:mb-8">
        Главная
      </Heading>
      {subscriber && isDue ? <Profile subscriber={subscriber} /> : awaited}
    </PageFrame>
  )
}

function Profile({ subscriber }: { subscriber: Subscriber }): ReactNode {
  usePurchase(subscriber)
  const pay = usePaying(subscriber)
  const renews = renewalPayer(statusInput(subscriber)) === 'main-card'
  const { data: mainCard } = useMainCard({ enabled: renews, isOptional: true })
  const enterPromocode = usePromocode()
  const experiment = usePromoExperiment(subscriber)
  useOnboarding(subscriber)
  const { startFlow } = useAccount()
  const { stories } = useServices().settings
  return (
    <Sections>
      {stories.length > 0 && (
        <div className="mb-5 lg:mb-8">
          <Stories
            stories={stories}
            onOpen={(story) => void startFlow(async (io) => void (await io.ask('story', story)))}
          />
        </div>
      )}
      <StatusCard subscriber={subscriber} onBuy={pay} />
      {renews && <CardExpiryNotice card={mainCard} subscriber={subscriber} />}
      {experiment && (
        <PromoBanner
          onChoose={(value) =>
            void enterPromocode(subscriber, { first: { from: 'banner', value }, experimentId: experiment })
          }
        />
      )}
      <Columns>
        <Deliveries subscriber={subscriber} />
        {subscriber.subStatus !== 'registered' && (
          <Section title="Баллы и оплата">
            <AccountLinks />
          </Section>
        )}
      </Columns>
      <Benefits tone="white" hasDeliveries={!isInFamily(subscriber)} />
      <Cashback />
    </Sections>
  )
}
