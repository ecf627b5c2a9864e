/** Where support is reached; an empty address is left out (OO-64). */
export interface SupportSettings {
  /** A page of its own that /support leads to. */
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

/** The ways to write that are known for this kind of subscriber: employees have an e-mail of their own and no VKontakte. */
export function contactsOf({ telegram, vk, email, emailHr }: SupportSettings, isEmployee: boolean): Contact[] {
  const address = isEmployee ? emailHr : email
  const all: Contact[] = [
    { kind: 'telegram', url: telegram },
    { kind: 'vk', url: isEmployee ? '' : vk },
    { kind: 'email', url: address && `mailto:${address}` },
  ]
  return all.filter(({ url }) => url)
}
