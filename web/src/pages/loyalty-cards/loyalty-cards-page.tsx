import { type LoyaltyCard, type LoyaltyCardType, toLoyaltyCards } from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { AccountPage } from '#layout/account-page.tsx'
import { ReadState } from '#layout/read-state.tsx'
import { useAccount, useServices } from '#services/services.ts'
import { useArticle } from '#services/use-article.ts'
import { useSubscriber } from '#cache/use-view.ts'
import type { DeliveryChain } from '#domain/deliveries.ts'
import { howToGetCard, wrongCard } from '#features/loyalty/card-help.ts'
import { showSnackbar } from '#modals/snackbars.ts'
import { session } from '#session/session.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Heading } from '#ui/heading.tsx'
import { CardIcon, CopyIcon } from '#ui/account-icons.tsx'
import { CardIllustration } from '#ui/illustrations.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

/** The subscriber's loyalty cards, refetched every 30 minutes (C-ROUTE-09). A failed read also opens a modal (O-ERR-32). */
export function LoyaltyCardsPage(): ReactNode {
  const { api } = useAccount()
  const { data: subscriber } = useSubscriber()
  const { state } = useSnapshot(session)
  const cards = useQuery({
    ...query(api, 'getLoyaltyCards'),
    enabled: state === 'signedIn',
  })
  // The title's X is Latin, as in the source (O-MENU-14, OO-65).
  const isX5Card = subscriber?.currentPeriod.bundle === 'x5card'
  return (
    <AccountPage title={isX5Card ? 'Ваша X5 Карта' : undefined}>
      <ReadState
        read={cards}
        failed={{ title: 'Карты не загрузились', text: 'Они на месте, просто сейчас их не видно' }}
        skeleton={<CardsSkeleton />}
      >
        {({ result }) => <Cards cards={toLoyaltyCards(result)} />}
      </ReadState>
    </AccountPage>
  )
}

function Cards({ cards }: { cards: LoyaltyCard[] }): ReactNode {
  const showArticle = useArticle()
  if (cards.length === 0)
    return (
      <EmptyState
        illustration={<CardIllustration />}
        title="Карт пока нет"
        text={newCards}
        actions={
          <>
            <Button onClick={() => showArticle(howToGetCard)}>Как получить карту</Button>
            <Button variant="secondary" onClick={() => showArticle(wrongCard)}>
              Не нашли свою карту?
            </Button>
          </>
        }
      />
    )
  return (
    <>
      <ul className="flex flex-col gap-3">
        {cards.map((card) => (
          <LoyaltyCardRow key={`${card.type} ${card.number}`} card={card} />
        ))}
      </ul>
      <p className="mt-5 text-small text-soft">{newCards}</p>
      <p className="mt-1 text-small text-soft">{'Кешбэк за покупку появится на карте в течение\u00a0дня'}</p>
      <Card className="mt-6">
        <ul className="-my-3 divide-y divide-line">
          <li>
            <ListRow title="Не нашли свою карту?" onClick={() => showArticle(wrongCard)} />
          </li>
          <li>
            <ListRow title="Как получить карту" onClick={() => showArticle(howToGetCard)} />
          </li>
        </ul>
      </Card>
    </>
  )
}
const newCards = 'Новая карта появится здесь в течение 30 минут после активации Пакета'

/** The issuer and the title of each kind of card; a chain's name is in the settings. The source has no titles: these are ours. */
const kinds = {
  X5BN: { of: 'club', title: 'Карта' },
  X5BX: { of: 'club', title: 'Бонусная карта' },
  X5BU: { of: 'club', title: 'Единая карта' },
  X5VC: { of: 'club', title: 'Виртуальная карта' },
  PRVC: { of: 'tcx', title: 'Виртуальная карта' },
  GREEN: { of: 'tcx', title: 'Зелёная карта' },
  PRKR: { of: 'tcx', title: 'Карта' },
  TC5: { of: 'tc5', title: 'Карта' },
  VC5: { of: 'tc5', title: 'Виртуальная карта' },
} as const satisfies Record<LoyaltyCardType, { of: DeliveryChain | 'club'; title: string }>

function LoyaltyCardRow({ card: { type, number } }: { card: LoyaltyCard }): ReactNode {
  const { host, settings } = useServices()
  const { of, title } = kinds[type]
  async function copy(): Promise<void> {
    if (await host.copy(number)) showSnackbar('Номер карты скопирован', 'success')
    else showSnackbar('Не получилось скопировать. Выделите номер и скопируйте его сами', 'error')
  }
  return (
    <Card as="li" className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <span className="flex size-12 shrink-0 items-center justify-center rounded-m bg-mint text-brand">
        <CardIcon />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <Heading level={2} size="s">
          {`${title} «${of === 'club' ? 'X5 Клуб' : settings.chains[of]}»`}
        </Heading>
        <p className="mt-1 text-soft tabular-nums select-all">{groupedByFour(number)}</p>
      </div>
      <Button
        size="s"
        variant="ghost"
        className="-mx-4 -mb-3 lg:mb-0"
        icon={<CopyIcon className="size-5" />}
        onClick={() => void copy()}
      >
        Скопировать
        <VisuallyHidden>{` номер карты, кончается на ${number.slice(-4)}`}</VisuallyHidden>
      </Button>
    </Card>
  )
}
/** Groups digits by four; any other text is returned as it is. */
const groupedByFour = (number: string) => (/^\d+$/.test(number) ? number.replace(/\d{4}(?=\d)/g, '$& ') : number)

function CardsSkeleton(): ReactNode {
  return (
    <div className="flex flex-col gap-3">
      {[1, 2].map((row) => (
        <Skeleton key={row} className="h-24 w-full rounded-l" />
      ))}
    </div>
  )
}
