import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAccount } from '#services/services.ts'
import { phoneMask } from '#domain/member-fields.ts'
import { Card } from '#ui/card.tsx'
import { Section } from '#ui/section.tsx'
import { MemberRow } from './member-row.tsx'

/** The family as a member sees it: the organizer and the member, without buttons (OO-14). */
export function SharedFamily({ subscriberId }: { subscriberId: string }): ReactNode {
  const { api } = useAccount()
  // After a failed read the organizer's phone number is not shown (OO-08).
  const { data } = useQuery(query(api, 'getSubscriberMaster', { subscriberId }))
  const phone = data?.result.phoneNumber
  return (
    <Card as="section">
      <Section title="Кто в семье" aside={<span className="text-soft">2 из 2</span>}>
        <ul className="divide-y divide-line">
          <MemberRow
            place={0}
            name={phone ? phoneMask(phone) : 'Организатор'}
            label={phone ? 'Организатор' : undefined}
            isOrganizer
          />
          <MemberRow place={1} name="Вы" />
        </ul>
        <p className="mt-3 text-small text-soft">Опцию оплачивает организатор, он же добавляет и удаляет близких</p>
      </Section>
    </Card>
  )
}
