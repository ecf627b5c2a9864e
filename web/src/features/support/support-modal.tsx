import { type ReactNode, useState } from 'react'
import type { ModalFrame } from '#modals/catalogue.ts'
import { Drawer } from '#ui/drawer.tsx'
import { ChatIcon, MailIcon, TelegramIcon, VkIcon } from '#ui/icons.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { TextLink } from '#ui/text-link.tsx'
import type { Contact } from './contacts.ts'

interface Props extends ModalFrame<'support'> {
  contacts: readonly Contact[]
  /** Opens the chat, if it has loaded; null where there is none. */
  openChat: (() => boolean) | null
  answersUrl: string
  /** How the app around the page opens an address; null on the website, where a link does it. */
  openOutside: ((url: string) => void) | null
}

const looks: Record<Contact['kind'], { icon: ReactNode; title: string }> = {
  telegram: { icon: <TelegramIcon />, title: 'Telegram' },
  vk: { icon: <VkIcon />, title: 'ВКонтакте' },
  email: { icon: <MailIcon />, title: 'Электронная почта' },
}

/** The ways to reach support (O-SUPPORT-01..10). */
export function SupportModal({ contacts, openChat, answersUrl, openOutside, answer, ...drawer }: Props): ReactNode {
  const [isChatLoading, setIsChatLoading] = useState(false)
  const linkTo = (url: string) => ({
    href: url,
    onClick(event: { preventDefault(): void }) {
      if (openOutside) event.preventDefault()
      openOutside?.(url)
    },
  })
  function chat(): void {
    if (openChat?.()) answer('dismissed')
    else setIsChatLoading(true)
  }
  return (
    <Drawer {...drawer} title="Как связаться?" dismissLabel="Закрыть" onDismiss={() => answer('dismissed')}>
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
        {openChat && (
          <li>
            <ListRow icon={<ChatIcon />} title="Онлайн-чат" onClick={chat} />
          </li>
        )}
      </ul>
      <output className="block text-small text-soft">
        {isChatLoading && 'Чат ещё загружается. Попробуйте через несколько секунд'}
      </output>
      <TextLink
        {...linkTo(answersUrl)}
        target="_blank"
        rel="noopener noreferrer"
        className="mt-4 inline-flex min-h-11 items-center"
      >
        Ответы на частые вопросы
      </TextLink>
    </Drawer>
  )
}
