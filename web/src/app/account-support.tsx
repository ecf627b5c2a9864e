import { toSubscriber } from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { kindOf } from '#features/purchase/choosing.ts'
import { contactsOf } from '#features/support/contacts.ts'
import { SupportModal } from '#features/support/support-modal.tsx'
import type { ModalFrame } from '#modals/catalogue.ts'
import { useAccount, useServices } from './services.ts'
import { chatOpener } from './widgets.ts'

/** Support for whoever is signed in, as far as it is known who that is: it must be reachable when nothing can be read. */
export function AccountSupport(frame: ModalFrame<'support'>): ReactNode {
  const { api } = useAccount()
  const services = useServices()
  const { settings, host } = services
  const { data } = useQuery({ ...query(api, 'getClientData'), enabled: false })
  const subscriber = data ? toSubscriber(data.result) : null
  const isEmployee = subscriber ? kindOf(subscriber) === 'employee' : false
  return (
    <SupportModal
      {...frame}
      contacts={contactsOf(settings.support, isEmployee)}
      openChat={chatOpener(services, { isEmployee, isActivated: subscriber?.subStatus === 'activated' })}
      answersUrl={isEmployee ? settings.legal.faqHr : settings.legal.faq}
      openOutside={host.token && host.openOutside}
    />
  )
}
