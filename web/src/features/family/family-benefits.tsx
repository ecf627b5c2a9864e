import type { ReactNode } from 'react'
import { UserIcon } from '#ui/account-icons.tsx'
import { CashbackIcon, GiftIcon, HeartIcon } from '#ui/icons.tsx'
import { ListRow } from '#ui/list-row.tsx'

const benefits = [
  { icon: <CashbackIcon />, title: 'Повышенный кешбэк', hint: 'Баллы приходят каждому на его карту лояльности' },
  { icon: <HeartIcon />, title: 'Любимые категории', hint: 'Каждый выбирает свои, до 10 категорий' },
  { icon: <GiftIcon />, title: 'Предложения партнёров', hint: 'Промокоды и скидки на кино, книги и поездки' },
  { icon: <UserIcon />, title: 'Отдельный аккаунт', hint: 'Покупки и баллы близких никто не видит' },
]

/** What close people get: not the free deliveries, those stay with the organizer (O-FAMILY-03..05). */
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
