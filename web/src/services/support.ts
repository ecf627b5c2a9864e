import { contactsOf } from '#domain/contacts.ts'
import { ask, modalStack } from '#modals/modal-stack.ts'
import { showSnackbar } from '#modals/snackbars.ts'
import { session } from '#session/session.ts'
import { type Services, useServices } from './services.ts'
import { chatOpener, loadChat } from '#analytics/widgets.ts'

type Writer = Parameters<typeof chatOpener>[1]
/** Who is not signed in, or cannot be read: support must be reachable all the same. */
export const anybody: Writer = { isEmployee: false, isActivated: false }
/** Who writes to support; null while that is not known. */
let writer: Writer | null = null
/** Says who is signed in; the answer says that nobody is any more. */
export function noteWriter(known: Writer): () => void {
  writer = known
  return () => {
    writer = null
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
  const known = writer ?? (session.state === 'signedOut' ? anybody : null)
  // Who cannot be read, or is not signed in, has not got it yet. The first chat stays: nobody's is not loaded for who is still being read.
  if (known) loadChat(services, known)
  const { isEmployee } = known ?? anybody
  const answer = await ask(
    'support',
    {
      contacts: contactsOf(settings.support, isEmployee),
      answersUrl: isEmployee ? settings.legal.faqHr : settings.legal.faq,
      hasChat: chatOpener(services, known ?? anybody) !== null,
      answersAddresses: host.token !== null,
    },
    never,
  )
  if (answer === 'dismissed') return
  if (answer !== 'chat') return host.openOutside(answer.url)
  const asking = writer ?? known ?? anybody
  loadChat(services, asking)
  if (!chatOpener(services, asking)?.()) showSnackbar('Чат ещё загружается. Попробуйте через несколько секунд')
}

export function useSupport(): () => void {
  const services = useServices()
  return () => void openSupport(services)
}
