import type { CmsOffer, Subscriber } from '@paket/sdk'
import type { ReactNode } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { AccountPage } from '#layout/account-page.tsx'
import { notLoaded, ReadState } from '#layout/read-state.tsx'
import { useServices } from '#services/services.ts'
import { webAddress } from '#domain/web-address.ts'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EmptyIllustration } from '#ui/illustrations.tsx'
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { OfferLogos, OfferPicture } from './offer-picture.tsx'
import { PartnerPromocode } from './partner-promocode.tsx'
import { useOffers } from './use-offers.ts'

/** One offer (O-ROUTE-03). An offer that does not exist, or is not for this subscriber, is shown as unavailable (OO-21). */
export function OfferPage(): ReactNode {
  const { name } = useParams<{ name: string }>()
  const read = useOffers()
  const offer = read !== 'noClientData' && read.data?.offers.find((each) => each.name === name)
  const back = { href: '/offers', label: 'Все предложения' }
  return (
    <AccountPage title={offer ? offer.title : 'Предложение'} back={back}>
      <ReadState read={read} failed={notLoaded} skeleton={<OfferSkeleton />}>
        {({ subscriber }) =>
          offer ? <Offer key={offer.name} offer={offer} subscriber={subscriber} /> : <Unavailable />
        }
      </ReadState>
    </AccountPage>
  )
}

function Unavailable(): ReactNode {
  const [, navigate] = useLocation()
  return (
    <EmptyState
      illustration={<EmptyIllustration />}
      title="Предложение недоступно"
      text="Оно закончилось или не входит в вашу подписку"
      actions={<Button onClick={() => navigate('/offers', { transition: true })}>Смотреть другие предложения</Button>}
    />
  )
}

function Offer({ offer, subscriber }: { offer: CmsOffer; subscriber: Subscriber }): ReactNode {
  const { description, tags, cardData } = offer
  const { subStatus } = subscriber
  return (
    <Card padding="none" as="article" className="overflow-hidden">
      <OfferPicture offer={offer} className="[view-transition-name:offer] lg:aspect-[2/1]" />
      <div className="flex flex-col gap-5 p-5 wrap-anywhere lg:p-8">
        <OfferLogos offer={offer} />
        {cardData?.name && <p className="font-semibold">{`Партнёр: ${cardData.name}`}</p>}
        {description && <p className="whitespace-pre-line">{description}</p>}
        {tags.length > 0 && <p className="text-small text-soft">{tags.map(({ label }) => label).join(' · ')}</p>}
        {(subStatus === 'registered' || subStatus === 'deactivated') && (
          <p>
            Предложение работает с Пакетом.{' '}
            <Link transition href="/profile" asChild>
              <TextLink>Подключить Пакет</TextLink>
            </Link>
          </p>
        )}
        {cardData && <Actions cardData={cardData} subscriberId={subscriber.subscriberId} />}
      </div>
    </Card>
  )
}

/** The buttons of an offer: its promocode, and the link that the editors have set. */
function Actions({
  cardData: { partnerOfferId, buttonText, buttonUrl },
  subscriberId,
}: {
  cardData: NonNullable<CmsOffer['cardData']>
  subscriberId: string
}): ReactNode {
  const { host } = useServices()
  const url = buttonUrl && webAddress(buttonUrl)
  return (
    <>
      {partnerOfferId && (
        <PartnerPromocode
          request={{ partnerOfferId, subscriberId }}
          label={(!url && buttonText) || 'Получить промокод'}
        />
      )}
      {url && (
        <ButtonLink
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          variant={partnerOfferId ? 'secondary' : 'primary'}
          className="self-start"
          onClick={(event) => {
            if (!host.token) return
            event.preventDefault()
            host.openOutside(url)
          }}
        >
          {buttonText ?? 'Подробнее'}
        </ButtonLink>
      )}
    </>
  )
}

function OfferSkeleton(): ReactNode {
  return (
    <Card padding="none" className="overflow-hidden">
      <Skeleton className="aspect-[8/5] rounded-none lg:aspect-[2/1]" />
      <div className="p-5 lg:p-8">
        <SkeletonText lines={3} />
      </div>
    </Card>
  )
}
