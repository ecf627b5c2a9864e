import type { MouseEvent, ReactNode } from 'react'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { ModalDrawer } from '#modals/modal-drawer.tsx'
import { ListRow } from '#ui/list-row.tsx'

declare module '#modals/define-modal.ts' {
  interface Modals {
    /** With `answersAddresses` the host must open the address, so that it is the answer. */
    chooseStore: {
      given: { stores: readonly { name: string; url: string }[]; answersAddresses: boolean }
      answers: { url: string } | 'dismissed'
    }
  }
}

type Props = ModalProps<'chooseStore'>

/** Asks which store's card the user has, and leads to that store's page (C-MODAL-34, C-MODAL-35). The title's Х is Cyrillic, as in the source (OP-10). */
export function ChooseStoreModal({ stores, answersAddresses, answer, ...drawer }: Props): ReactNode {
  function choose(event: MouseEvent<HTMLElement>, url: string): void {
    if (answersAddresses) event.preventDefault()
    answer(answersAddresses ? { url } : 'dismissed')
  }
  return (
    <ModalDrawer {...drawer} form="dialog" title="Какого магазина ваша Х5 Карта?" answer={answer}>
      <ul className="divide-y divide-line">
        {stores.map(({ name, url }) => (
          <li key={url}>
            <ListRow external title={name} href={url} onClick={(event) => choose(event, url)} />
          </li>
        ))}
      </ul>
    </ModalDrawer>
  )
}

export default defineModal('chooseStore', ChooseStoreModal)
