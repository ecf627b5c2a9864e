import type { MouseEvent, ReactNode } from 'react'
import type { Contact } from '#domain/contacts.ts'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { ModalDrawer } from '#modals/modal-drawer.tsx'
import { ChatIcon, MailIcon, TelegramIcon, VkIcon } from '#ui/account-icons.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { TextLink } from '#ui/text-link.tsx'

declare module '#modals/define-modal.ts' {
  interface Modals {
    support: {
      given: {
        contacts: readonly Contact[]
        answersUrl: string
        hasChat: boolean
        /** Whether a chosen address is the modal's answer, because the host must open it. Otherwise its link opens it. */
        answersAddresses: boolean
      }
      answers: 'chat' | { url: string } | 'dismissed'
    }
  }
}

type Props = ModalProps<'support'>

const looks: Record<Contact['kind'], { icon: ReactNode; title: string }> = {
  telegram: { icon: <TelegramIcon />, title: 'Telegram' },
  vk: { icon: <VkIcon />, title: 'ВКонтакте' },
  email: { icon: <MailIcon />, title: 'Электронная почта' },
}

/** Shows how to contact support (O-SUPPORT-01..10). */
export function SupportModal({ contacts, answersUrl, hasChat, answersAddresses, answer, ...drawer }: Props): ReactNode {
  const linkTo = (url: string) => ({
    href: url,
    onClick(event: MouseEvent<HTMLElement>) {
      if (!answersAddresses) return
      event.preventDefault()
      answer({ url })
    },
  })
  return (
    <ModalDrawer {...drawer} title="Как связаться?" answer={answer}>
      <ul className="-my-2">
        {contacts.map(({ kind, url }) => (
          <li key={kind}>
            <ListRow
              {...looks[kind]}
              hint={kind === 'email' && url.slice('mailto:'.length)}
              external={kind !== 'email'}
              {...linkTo(url)}
            />
          </li>
        ))}
        {hasChat && (
          <li>
            <ListRow icon={<ChatIcon />} title="Онлайн-чат" onClick={() => answer('chat')} />
          </li>
        )}
      </ul>
      {answersUrl && (
        <TextLink
          {...linkTo(answersUrl)}
          target="_blank"
          rel="noopener noreferrer"
          className="mt-4 inline-flex min-h-11 items-center"
        >
          Ответы на частые вопросы
        </TextLink>
      )}
    </ModalDrawer>
  )
}

export default defineModal('support', SupportModal)
