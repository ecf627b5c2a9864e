import { contactsOf } from '#domain/contacts.ts'
import { ask, modalStack } from '#modals/modal-stack.ts'
import { showSnackbar } from '#modals/snackbars.ts'
import { session } from '#session/session.ts'
import { type Services, useServices } from './services.ts'
import { chatOpener, loadChat } from '#analytics/widgets.ts'

/** What decides which contacts and which chat the support drawer offers. */
type SupportAudience = Parameters<typeof chatOpener>[1]
/** The audience of visitors, and of users whose client data cannot be read. */
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

/** Whether support opens as soon as the audience is known. */
let isWaiting = false
/** Requests that support opens as soon as the audience is known, or cannot be known: it decides which contacts are listed (O-SUPPORT-06, O-SUPPORT-09). */
export const openSupportWhenKnown = (): void => void (isWaiting = true)
/** Opens support if that was requested before the audience was known. */
export function onSupportAudienceKnown(services: Pick<Services, 'settings' | 'host'>): void {
  if (isWaiting) void openSupport(services)
  isWaiting = false
}

const never = new AbortController().signal

/** Opens the support drawer over the current page, unless it is open already. */
export async function openSupport(services: Pick<Services, 'settings' | 'host'>): Promise<void> {
  if (modalStack.open.some(({ name }) => name === 'support')) return
  const { settings, host } = services
  const known = audience ?? (session.state === 'signedOut' ? visitor : null)
  // The first chat that is loaded stays for the visit, so none is loaded while the audience is unknown.
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
  const current = audience ?? known ?? visitor
  loadChat(services, current)
  if (!chatOpener(services, current)?.()) showSnackbar('Чат ещё загружается. Попробуйте через несколько секунд')
}

export function useSupport(): () => void {
  const services = useServices()
  return () => void openSupport(services)
}
