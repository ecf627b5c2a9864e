import { type ReactNode, useState } from 'react'
import { durationLabel } from '#domain/duration.ts'
import { tightRubles } from '#domain/money.ts'
import type { ModalFrame, Modals } from '#modals/catalogue.ts'
import { Button } from '#ui/button.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { CardIcon, PlusIcon } from '#ui/icons.tsx'
import { RadioList } from '#ui/radio-list.tsx'
import { RenewalDisclaimer } from './renewal-disclaimer.tsx'

type Props = Modals['chooseCard']['given'] & ModalFrame<'chooseCard'>
type Card = 'mainCard' | 'newCard'

/** Asks which card pays: the main one or a new one. */
export function ChooseCardModal({ priceKopecks, days, mainCard, promocode, answer, ...drawer }: Props): ReactNode {
  const [card, setCard] = useState<Card>(mainCard ? 'mainCard' : 'newCard')
  const rows = [
    ...(mainCard
      ? [
          {
            value: 'mainCard' as const,
            title: `Карта •••• ${mainCard.mask?.slice(-4) ?? ''}`,
            hint: ['Основная', mainCard.type, mainCard.expiry && `до ${mainCard.expiry}`].filter(Boolean).join(', '),
            icon: <CardIcon />,
          },
        ]
      : []),
    { value: 'newCard' as const, title: 'Новая карта', hint: 'Данные вводятся на странице банка', icon: <PlusIcon /> },
  ]
  return (
    <Drawer
      {...drawer}
      title={`К оплате ${tightRubles(priceKopecks)} за ${durationLabel(days)}`}
      description={
        <>
          {promocode && <p className="mb-2 font-medium text-ink">С промокодом {promocode}</p>}
          <p>Дальше Пакет продлевается сам, с этой карты. Отключить можно в любой момент</p>
        </>
      }
      dismissLabel="Закрыть"
      onDismiss={() => answer('dismissed')}
      footer={
        <Button size="l" width="full" onClick={() => answer(card)}>
          {card === 'mainCard' ? 'Оплатить' : 'Перейти к оплате'}
        </Button>
      }
    >
      <RadioList<Card> label="Чем оплатить" items={rows} value={card} onChange={setCard} />
      <div className="mt-3">
        <RenewalDisclaimer days={days} />
      </div>
    </Drawer>
  )
}
