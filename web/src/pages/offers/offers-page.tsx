import type { CmsOffer } from '@paket/sdk'
import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { AccountPage } from '#layout/account-page.tsx'
import { notLoaded, ReadState } from '#layout/read-state.tsx'
import { useAccount } from '#services/services.ts'
import { offersInWords, tagGroups, withTags } from '#domain/offers.ts'
import { filterOffersFlow } from '#features/offers/filter-offers.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterIcon } from '#ui/account-icons.tsx'
import { EmptyIllustration } from '#ui/illustrations.tsx'
import { OfferCard, OfferCardSkeleton } from './offer-card.tsx'
import { useOffers } from './use-offers.ts'

const grid = 'grid gap-4 lg:grid-cols-2 xl:grid-cols-3 xl:gap-6'

/** Partners' offers for this subscriber (C-ROUTE-29, O-OFFERS-01). */
export function OffersPage(): ReactNode {
  const read = useOffers()
  return (
    <AccountPage width="page">
      <ReadState read={read} failed={notLoaded} skeleton={<OffersSkeleton />}>
        {({ offers }) => <Offers offers={offers} />}
      </ReadState>
    </AccountPage>
  )
}

function Offers({ offers }: { offers: CmsOffer[] }): ReactNode {
  const [, navigate] = useLocation()
  const [chosen, choose] = useChosenTags(offers)
  if (offers.length === 0)
    return (
      <EmptyState
        illustration={<EmptyIllustration />}
        title="Предложений пока нет"
        text="Новые появляются часто, загляните сюда позже"
        actions={<Button onClick={() => navigate('/profile', { transition: true })}>На главную</Button>}
      />
    )
  const shown = withTags(offers, chosen)
  return (
    <>
      <Filter offers={offers} chosen={chosen} count={shown.length} onChoose={choose} />
      {shown.length === 0 ? (
        <EmptyState
          illustration={<EmptyIllustration />}
          title="С такими фильтрами ничего нет"
          text="Уберите фильтры, и предложения вернутся"
          actions={<Button onClick={() => choose([])}>Сбросить фильтры</Button>}
        />
      ) : (
        <ul className={grid}>
          {shown.map((offer) => (
            <OfferCard key={offer.name} offer={offer} />
          ))}
        </ul>
      )}
    </>
  )
}

interface FilterProps {
  offers: CmsOffer[]
  chosen: readonly string[]
  count: number
  onChoose: (tags: readonly string[]) => void
}
/** The button of the filter, and the number of matching offers. Not shown when no offer has a tag. */
function Filter({ offers, chosen, count, onChoose }: FilterProps): ReactNode {
  const { startFlow } = useAccount()
  if (tagGroups(offers).length === 0) return null
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        size="s"
        variant="secondary"
        icon={<FilterIcon className="size-5" />}
        onClick={() => void startFlow(filterOffersFlow(offers, chosen, onChoose))}
      >
        {chosen.length > 0 ? `Фильтры: ${chosen.length}` : 'Фильтры'}
      </Button>
      <output className="text-small text-soft">{chosen.length > 0 && offersInWords(count)}</output>
    </div>
  )
}

/** The tags of the filter. They are in the address, so that going back from an offer restores them. Tags that no offer has are ignored. */
function useChosenTags(offers: CmsOffer[]): [string[], (tags: readonly string[]) => void] {
  const [search, setSearch] = useSearchParams()
  const known = tagGroups(offers).flatMap(({ tags }) => tags.map(({ name }) => name))
  const chosen = search.getAll('tag').filter((name) => known.includes(name))
  const choose = (tags: readonly string[]) =>
    setSearch(
      (before) => {
        before.delete('tag')
        for (const tag of tags) before.append('tag', tag)
        return before
      },
      { replace: true },
    )
  return [chosen, choose]
}

const OffersSkeleton = (): ReactNode => (
  <div className={grid}>
    {[1, 2, 3].map((place) => (
      <OfferCardSkeleton key={place} />
    ))}
  </div>
)
