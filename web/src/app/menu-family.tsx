import type { Data, Option, Subscriber } from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isFamily, placesTaken } from '#domain/family.ts'
import { phoneMask } from '#domain/member-fields.ts'
import { optionBadge } from '#domain/option-badge.ts'
import { FamilyCard } from '#features/menu/family-card.tsx'
import { isInFamily } from '#features/purchase/subscriber-kind.ts'
import { optionAddress } from '#navigation/address.ts'
import { useBundleOptions } from '#cache/bundle-options.ts'
import { useAccount } from '#services/services.ts'
import { useView } from '#cache/use-view.ts'

interface Props {
  subscriber: Subscriber
  onChosen: () => void
}

/** The family in the menu: for a member the one they are in, for an organizer the option that is not inactive (OO-46). */
export function MenuFamily({ subscriber, onChosen }: Props): ReactNode {
  const options = useBundleOptions(subscriber)
  const families = options?.filter(isFamily)
  const family = families?.find(({ status }) => status !== 'inactive')
  if (isInFamily(subscriber)) {
    const { name } = family ?? families?.[0] ?? { name: 'family_1_month' }
    return <Membership subscriberId={subscriber.subscriberId} path={optionAddress(name)} onChosen={onChosen} />
  }
  if (!family) return null
  return <Organized family={family} onChosen={onChosen} />
}

function Membership(props: { subscriberId: string; path: string; onChosen: () => void }): ReactNode {
  const { subscriberId, path, onChosen } = props
  const { api } = useAccount()
  // Without an answer the phone is left out (OO-08).
  const { data } = useQuery(query(api, 'getSubscriberMaster', { subscriberId }))
  const phone = data?.result.phoneNumber
  return (
    <FamilyCard
      title="Вы в Семье"
      hint={
        phone ? (
          <span>
            Организатор <span className="whitespace-nowrap">{phoneMask(phone)}</span>
          </span>
        ) : (
          'За Пакет платит организатор'
        )
      }
      path={path}
      onChosen={onChosen}
    />
  )
}

const takenOf = ({ result }: Data<'getSubscriberRelations'>) => placesTaken(result.relations)

function Organized({ family, onChosen }: { family: Option; onChosen: () => void }): ReactNode {
  const { api } = useAccount()
  const [now] = useState(() => new Date())
  const { data: taken } = useView(query(api, 'getSubscriberRelations', { optionId: family.optionId }), takenOf)
  return (
    <FamilyCard
      title={family.title}
      badge={optionBadge(family, now).text}
      hint={taken === undefined ? 'Преимущества Пакета для близких' : `Близких: ${taken} из ${family.maxRelations}`}
      path={optionAddress(family.name)}
      onChosen={onChosen}
    />
  )
}
