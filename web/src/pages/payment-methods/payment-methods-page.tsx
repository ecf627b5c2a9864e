import { type BankCard, toBankCard } from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { AccountPage } from '#layout/account-page.tsx'
import { showSnackbar } from '#modals/snackbars.ts'
import { takeBindingEnd } from '#navigation/address.ts'
import { ReadState } from '#layout/read-state.tsx'
import { useAccount, useServices } from '#services/services.ts'
import { useSubscriber } from '#cache/use-view.ts'
import { type RenewalPayer, renewalPayer } from '#domain/renewal.ts'
import { addCardFlow, type KnownRenewal, removeCardFlow, cardNotAddedFlow } from '#features/cards/cards.ts'
import { statusInput } from '#features/purchase/subscriber-kind.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PlusIcon } from '#ui/account-icons.tsx'
import { CardIllustration } from '#ui/illustrations.tsx'
import { BankCardRow, CardsSkeleton } from './bank-card-row.tsx'
import { useAfterCards } from './use-after-cards.ts'

/** The user's bank cards, which can be added and removed (C-ROUTE-07, C-PROFILE-06, C-PROFILE-07). */
export function PaymentMethodsPage(): ReactNode {
  const { api, startFlow } = useAccount()
  const { host } = useServices()
  const after = useAfterCards()
  const cards = useQuery(query(api, 'getBankCards'))
  const { data: subscriber } = useSubscriber()
  const renewal = subscriber && renewalPayer(statusInput(subscriber))
  const add = () => void startFlow(addCardFlow(host.name, after))

  useEffect(() => {
    const end = takeBindingEnd()
    if (!end) return
    after.refresh()
    if (end === 'failed') void startFlow(cardNotAddedFlow(host.name, after))
    else showSnackbar('Карта добавлена', 'success')
    // Once, because `takeBindingEnd` removes the result from the address.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  return (
    <AccountPage>
      <ReadState
        read={cards}
        failed={{ title: 'Карты не загрузились', text: 'Они на месте, просто сейчас их не видно' }}
        skeleton={<CardsSkeleton />}
      >
        {(data) => (
          <Cards
            cards={data.cards.map(toBankCard)}
            renewal={renewal}
            onAdd={add}
            onRemove={(card) => void startFlow(removeCardFlow(card, renewal, host.name, after))}
          />
        )}
      </ReadState>
    </AccountPage>
  )
}

const emptyTexts = {
  'main-card': 'Добавьте карту, и Пакет будет продлеваться сам',
  partner: 'Для продления она не нужна: за Пакет платит партнёр',
  none: 'Добавьте карту, чтобы не вводить её при оплате',
} satisfies Record<RenewalPayer | 'none', string>

interface CardsProps {
  cards: BankCard[]
  renewal: KnownRenewal
  onAdd: () => void
  onRemove: (card: BankCard) => void
}
function Cards({ cards, renewal, onAdd, onRemove }: CardsProps): ReactNode {
  if (cards.length === 0)
    return (
      <EmptyState
        illustration={<CardIllustration />}
        title="Карт пока нет"
        text={emptyTexts[renewal ?? 'none']}
        actions={
          <Button icon={<PlusIcon className="size-5" />} onClick={onAdd}>
            Добавить карту
          </Button>
        }
      />
    )
  const sorted = cards.toSorted((a, b) => Number(b.isMainCard) - Number(a.isMainCard))
  return (
    <>
      <ul className="flex flex-col gap-3">
        {sorted.map((card) => (
          <BankCardRow key={card.id} card={card} renews={renewal === 'main-card'} onRemove={() => onRemove(card)} />
        ))}
      </ul>
      <Button className="mt-6" variant="secondary" icon={<PlusIcon className="size-5" />} onClick={onAdd}>
        Добавить карту
      </Button>
      <p className="mt-4 text-small text-soft">Данные карты вводятся на странице банка, мы&nbsp;их не видим</p>
    </>
  )
}
