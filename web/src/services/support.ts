import { contactsOf } from '#domain/contacts.ts'
import { ask, modalStack } from '#modals/modal-stack.ts'
import { showSnackbar } from '#modals/snackbars.ts'
import { session } from '#session/session.ts'
import { type Services, useServices } from './services.ts'
import { chatOpener, loadChat } from '#analytics/widgets.ts'

/** What decides which contacts and which chat support offers. */
type SupportAudience = Parameters<typeof chatOpener>[1]
/** Used for a visitor, and when client data cannot be read: support stays reachable. */
export const visitor: SupportAudience = { isEmployee: false, isActivated: false }
/** Null until client data has been read. */
let audience: SupportAudience | null = null
/** Sets the audience of the signed-in user; returns a function that unsets it. */
export function setSupportAudience(known: SupportAudience): () => void {
  audience = known
  return () => {
    audience = null
  }
}

/** Whether support opens once the audience is known. */
let isAwaited = false
/** Opens support when the audience is known, or cannot be: it decides which contacts are listed (O-SUPPORT-06, O-SUPPORT-09). */
export const openSupportWhenKnown = (): void => void (isAwaited = true)
/** Opens support if it waits for the audience. */
export function supportAudienceIsKnown(services: Pick<Services, 'settings' | 'host'>): void {
  if (isAwaited) void openSupport(services)
  isAwaited = false
}

const never = new AbortController().signal

/** Opens the support drawer over the current page, unless it is open already. */
export async function openSupport(services: Pick<Services, 'settings' | 'host'>): Promise<void> {
  if (modalStack.open.some(({ name }) => name === 'support')) return
  const { settings, host } = services
  const known = audience ?? (session.state === 'signedOut' ? visitor : null)
  // The first chat that is loaded stays for the visit: while the audience is unknown none is loaded.
  if (known) loadChat(services, known)
  const { isEmployee } = known ?? visitor
  const answer = await ask(
    'support',
    {
      contacts: contactsOf(settings.support, isEmployee),
      answersUrl: isEmployee ? settings.legal.faqHr : settings.legal.faq,
      hasChat: chatOpener(services, known ?? visitor) !== null,
      answersAddresses: host.token !== null,
    },
    never,
  )
  if (answer === 'dismissed') return
  if (answer !== 'chat') return host.openOutside(answer.url)
  const asking = audience ?? known ?? visitor
  loadChat(services, asking)
  if (!chatOpener(services, asking)?.()) showSnackbar('Чат ещё загружается. Попробуйте через несколько секунд')
}

export function useSupport(): () => void {
  const services = useServices()
  return () => void openSupport(services)
}
