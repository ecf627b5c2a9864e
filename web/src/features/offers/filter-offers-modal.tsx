import { type ReactNode, useState } from 'react'
import { offersInWords, tagGroups, withTags } from '#domain/offers.ts'
import type { OfferRules } from '#domain/offers.ts'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { ModalDrawer } from '#modals/modal-drawer.tsx'
import { ChipList } from '#ui/chip-list.tsx'
import { tagIcon } from './tag-icons.tsx'

declare module '#modals/define-modal.ts' {
  interface Modals {
    /** `chosen` are the tags of the current filter; the answer is the new filter, which may be empty. */
    filterOffers: {
      given: { offers: readonly OfferRules[]; chosen: readonly string[] }
      answers: readonly string[] | 'dismissed'
    }
  }
}

type Props = ModalProps<'filterOffers'>

/** Asks for the filter's tags by group, and shows how many offers match (O-OFFERS-03, O-OFFERS-04). */
export function FilterOffersModal({ offers, chosen, answer, ...drawer }: Props): ReactNode {
  const [tags, setTags] = useState(chosen)
  const count = withTags(offers, tags).length
  return (
    <ModalDrawer
      {...drawer}
      title="Фильтры"
      answer={answer}
      buttons={[
        { label: `Показать ${offersInWords(count)}`, disabled: count === 0, onClick: () => answer(tags) },
        { label: 'Сбросить', disabled: tags.length === 0, onClick: () => setTags([]) },
      ]}
    >
      <div className="flex flex-col gap-6">
        <output className="sr-only">{`Найдено ${offersInWords(count)}`}</output>
        {tagGroups(offers).map((group) => (
          <ChipList
            key={group.title}
            label={group.title}
            items={group.tags.map(({ name, label, icon }) => ({ value: name, label, icon: tagIcon(icon) }))}
            chosen={tags}
            onChange={setTags}
          />
        ))}
      </div>
    </ModalDrawer>
  )
}

export default defineModal('filterOffers', FilterOffersModal)
