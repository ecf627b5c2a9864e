import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { UserIcon } from '#ui/account-icons.tsx'
import { phoneMask } from '#domain/member-fields.ts'
import { useAccount } from '#services/services.ts'

/** The user's name; on a phone only the first name, truncated, or the last digits of the phone number, on a line of its own where the text is large. Hidden at widths where the header's tabs need the space. */
export function UserName(): ReactNode {
  const { api } = useAccount()
  const { data } = useQuery(query(api, 'getUserProfile'))
  if (!data) return null
  const { name, surname, phoneNumber } = data.result
  const phone = phoneNumber ? phoneMask(phoneNumber) : ''
  const full = [name, surname].filter(Boolean).join(' ') || phone
  return (
    <span
      className="flex w-14 grow items-center justify-end gap-2 overflow-hidden text-small text-soft lg:hidden xl:mr-3 xl:flex xl:w-auto xl:grow-0"
      title={full}
    >
      <UserIcon className="size-5 shrink-0" />
      <span className="hidden max-w-64 truncate xl:inline">{full}</span>
      <span className="max-w-28 truncate lg:hidden">{name || surname || (phone && `•• ${phone.slice(-5)}`)}</span>
    </span>
  )
}
