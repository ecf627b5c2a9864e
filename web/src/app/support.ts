import { contactsOf } from '#domain/contacts.ts'
import { ask, modalStack } from '#modals/modal-stack.ts'
import { showSnackbar } from '#modals/snackbars.ts'
import { type Services, useServices } from './services.ts'
import { chatOpener, loadChat } from './widgets.ts'

type Writer = Parameters<typeof chatOpener>[1]
const anybody: Writer = { isEmployee: false, isActivated: false }
/** Who writes to support, as far as it is known: support must be reachable when nothing can be read. */
let writer = anybody
/** Says who is signed in; the answer says that nobody is any more. */
export function noteWriter(known: Writer): () => void {
  writer = known
  return () => {
    writer = anybody
  }
}

/** Who came for support is still being read. */
let isAwaited = false
/** Opens support as soon as it is known who writes, or that this cannot be read: the contacts are the writer's (O-SUPPORT-06, O-SUPPORT-09). */
export const openSupportWhenKnown = (): void => void (isAwaited = true)
/** Says that whatever can be known of the writer is. */
export function writerIsKnown(services: Pick<Services, 'settings' | 'host'>): void {
  if (isAwaited) void openSupport(services)
  isAwaited = false
}

const never = new AbortController().signal

/** Opens the ways to reach support over whatever is shown, once. */
export async function openSupport(services: Pick<Services, 'settings' | 'host'>): Promise<void> {
  if (modalStack.open.some(({ name }) => name === 'support')) return
  const { settings, host } = services
  const openChat = chatOpener(services, writer)
  // Who cannot be read, or is not signed in, has not got it yet.
  loadChat(services, writer)
  const answer = await ask(
    'support',
    {
      contacts: contactsOf(settings.support, writer.isEmployee),
      answersUrl: writer.isEmployee ? settings.legal.faqHr : settings.legal.faq,
      hasChat: openChat !== null,
      answersAddresses: host.token !== null,
    },
    never,
  )
  if (answer === 'dismissed') return
  if (answer !== 'chat') host.openOutside(answer.url)
  else if (!openChat?.()) showSnackbar('Чат ещё загружается. Попробуйте через несколько секунд')
}

export function useSupport(): () => void {
  const services = useServices()
  return () => void openSupport(services)
}
