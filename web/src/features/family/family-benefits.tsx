import type { ReactNode } from 'react'
import { favourites } from '#domain/cashback.ts'
import { UserIcon } from '#ui/account-icons.tsx'
import { CashbackIcon, GiftIcon, HeartIcon } from '#ui/icons.tsx'
import { ListRow } from '#ui/list-row.tsx'

const benefits = [
  { icon: <CashbackIcon />, title: 'Повышенный кешбэк', hint: 'Баллы приходят каждому на его карту лояльности' },
  {
    icon: <HeartIcon />,
    title: 'Любимые категории',
    hint: `Каждый выбирает свои, до ${favourites.categories} категорий`,
  },
  { icon: <GiftIcon />, title: 'Предложения партнёров', hint: 'Промокоды и скидки на кино, книги и поездки' },
  { icon: <UserIcon />, title: 'Отдельный аккаунт', hint: 'Покупки и баллы близких никто не видит' },
]

/** The benefits of members of the family: all but the free deliveries, which only the organizer has (O-FAMILY-03..05). */
export const FamilyBenefits = (): ReactNode => (
  <>
    <ul className="divide-y divide-line">
      {benefits.map((benefit) => (
        <li key={benefit.title}>
          <ListRow {...benefit} />
        </li>
      ))}
    </ul>
    <p className="mt-4 text-small text-soft">Бесплатные доставки остаются только у организатора</p>
  </>
)
