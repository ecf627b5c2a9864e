import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Card } from '#ui/card.tsx'
import { CardIcon, ClockIcon } from '#ui/account-icons.tsx'
import { CashbackIcon } from '#ui/icons.tsx'
import { ListRow } from '#ui/list-row.tsx'

const links = [
  { href: '/score', icon: <CashbackIcon />, title: 'Кешбэк', hint: 'Баллы: сколько есть и сколько пришло' },
  { href: '/payment_methods', icon: <CardIcon />, title: 'Способы оплаты', hint: 'Карты, которыми вы платите' },
  { href: '/payment_history', icon: <ClockIcon />, title: 'История платежей', hint: 'Когда и сколько списали' },
]

/** Links to other pages of the account. */
export function AccountLinks(): ReactNode {
  return (
    <Card>
      <ul className="-my-3 divide-y divide-line">
        {links.map(({ href, ...row }) => (
          <li key={href}>
            <Link transition href={href} asChild>
              <ListRow {...row} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
