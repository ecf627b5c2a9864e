import type { CmsOffer } from '@paket/sdk'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useOfferShown } from '#analytics/use-offer-shown.ts'
import { Card } from '#ui/card.tsx'
import { Heading } from '#ui/heading.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { OfferLogos, OfferPicture } from './offer-picture.tsx'

/** One offer of the list; the whole card links to its page (O-OFFERS-07). */
export function OfferCard({ offer }: { offer: CmsOffer }): ReactNode {
  return (
    <Card
      ref={useOfferShown(offer.name)}
      as="li"
      padding="none"
      className="group relative flex flex-col overflow-hidden transition-shadow hover:shadow-floating"
    >
      {/* The view transition moves the picture to the offer's page. */}
      <OfferPicture offer={offer} className="group-focus-within:[view-transition-name:offer]" />
      <div className="flex flex-1 flex-col gap-3 p-5">
        <div className="flex-1">
          <Heading level={2} size="s">
            <Link
              transition
              href={`/offers/${encodeURIComponent(offer.name)}`}
              className="rounded-s after:absolute after:inset-0 after:rounded-l"
            >
              {offer.title}
            </Link>
          </Heading>
          {offer.description && <p className="mt-2 line-clamp-3 text-soft">{offer.description}</p>}
        </div>
        <OfferLogos offer={offer} />
      </div>
    </Card>
  )
}

export function OfferCardSkeleton(): ReactNode {
  return (
    <Card padding="none" className="overflow-hidden">
      <Skeleton className="aspect-[8/5] rounded-none" />
      <div className="flex flex-col gap-3 p-5">
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-5 w-full" />
      </div>
    </Card>
  )
}
