import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { MenuItem } from '#domain/menu.ts'
import { Badge } from '#ui/badge.tsx'
import {
  CardIcon,
  ClockIcon,
  ExitIcon,
  LoyaltyIcon,
  OptionsIcon,
  QuestionIcon,
  SmsIcon,
  TicketIcon,
  UserIcon,
} from '#ui/account-icons.tsx'
import { ListRow } from '#ui/list-row.tsx'
import type { Elements } from '#ui/elements.ts'

export interface Identity {
  name: string
  phone: string
}
/** What an item does: leads to a page of the app (`to`), opens an outside address (`out`; `open` does it where the host must), or runs `act`. */
export type MenuAction = { to: string } | { out: string; open: (() => void) | null } | { act: () => void }

interface Props {
  identity: Identity | null
  /** The link to the family, above the items. */
  family?: Elements
  items: readonly { item: MenuItem; action: MenuAction }[]
  /** Whether the subscriber has the bundle x5card (O-MENU-14). */
  hasX5Card: boolean
  /** Called when an item is chosen, so that the menu closes. */
  onChosen: () => void
}

const rows: Record<MenuItem, { icon: ReactNode; title: string; isNew?: true }> = {
  options: { icon: <OptionsIcon />, title: 'Опции', isNew: true },
  promocode: { icon: <TicketIcon />, title: 'Ввод промокода' },
  paymentMethods: { icon: <CardIcon />, title: 'Способы оплаты' },
  loyaltyCards: { icon: <LoyaltyIcon />, title: 'Карты лояльности' },
  paymentHistory: { icon: <ClockIcon />, title: 'История платежей' },
  support: { icon: <SmsIcon />, title: 'Написать в поддержку' },
  answers: { icon: <QuestionIcon />, title: 'Ответы на вопросы' },
  exit: { icon: <ExitIcon />, title: 'Выход' },
}

/** The menu of the account: the user, the family, and the items. */
export function Menu({ identity, family, items, hasX5Card, onChosen }: Props): ReactNode {
  const titleOf = (item: MenuItem) => (item === 'loyaltyCards' && hasX5Card ? 'Ваша X5 Карта' : rows[item].title)
  return (
    <>
      {identity && <IdentityBlock {...identity} />}
      {family}
      <ul className="-my-2">
        {items.map(({ item, action }) => (
          <li key={item}>
            <MenuRow
              icon={rows[item].icon}
              title={titleOf(item)}
              end={rows[item].isNew && <Badge>Новое</Badge>}
              action={action}
              onChosen={onChosen}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Name and phone; either may be empty. */
function IdentityBlock({ name, phone }: Identity): ReactNode {
  return (
    <div className="mb-5 flex items-center gap-3 lg:gap-4">
      <span className="flex size-12 shrink-0 items-center justify-center on-dark rounded-xl bg-brand-deep text-paper">
        <UserIcon />
      </span>
      <div className="min-w-0">
        {name && <p className="text-lead font-semibold break-words">{name}</p>}
        {phone && <p className={name ? 'text-small text-soft tabular-nums' : 'font-semibold tabular-nums'}>{phone}</p>}
      </div>
    </div>
  )
}

interface RowProps {
  icon: ReactNode
  title: string
  end: Elements
  action: MenuAction
  onChosen: () => void
}
function MenuRow({ action, onChosen, ...row }: RowProps): ReactNode {
  if ('to' in action)
    return (
      <Link transition href={action.to} onClick={onChosen} asChild>
        <ListRow {...row} />
      </Link>
    )
  // The menu stays open below the new tab, and the link keeps the focus.
  if ('out' in action)
    return (
      <ListRow
        {...row}
        href={action.out}
        external
        onClick={(event) => {
          if (action.open) event.preventDefault()
          action.open?.()
        }}
      />
    )
  return (
    <ListRow
      {...row}
      onClick={() => {
        onChosen()
        action.act()
      }}
    />
  )
}
