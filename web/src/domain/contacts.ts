/** Addresses of support; an empty one is not shown (OO-64). */
export interface SupportSettings {
  /** The page that /support leads to. */
  page: string
  telegram: string
  vk: string
  email: string
  emailHr: string
}
export interface Contact {
  kind: 'telegram' | 'vk' | 'email'
  url: string
}

/** The contacts of support for a subscriber. Employees have their own e-mail address and no VKontakte. */
export function contactsOf({ telegram, vk, email, emailHr }: SupportSettings, isEmployee: boolean): Contact[] {
  const address = isEmployee ? emailHr : email
  const all: Contact[] = [
    { kind: 'telegram', url: telegram },
    { kind: 'vk', url: isEmployee ? '' : vk },
    { kind: 'email', url: address && `mailto:${address}` },
  ]
  return all.filter(({ url }) => url)
}
