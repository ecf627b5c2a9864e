import { expect, test } from 'vitest'
import { contactsOf } from '#web/domain/contacts.ts'

const settings = {
  page: '/help',
  telegram: 'https://t.me/paket',
  vk: 'https://vk.com/paket',
  email: 'help@paket.example',
  emailHr: 'hr@paket.example',
}

test('a subscriber writes by Telegram, VKontakte or e-mail', () => {
  expect(contactsOf(settings, false)).toEqual([
    { kind: 'telegram', url: 'https://t.me/paket' },
    { kind: 'vk', url: 'https://vk.com/paket' },
    { kind: 'email', url: 'mailto:help@paket.example' },
  ])
})
test('an employee writes by Telegram or to an e-mail for employees', () => {
  expect(contactsOf(settings, true)).toEqual([
    { kind: 'telegram', url: 'https://t.me/paket' },
    { kind: 'email', url: 'mailto:hr@paket.example' },
  ])
})
test('an empty address is left out (OO-64)', () => {
  const known = (isEmployee: boolean) =>
    contactsOf({ ...settings, telegram: '', email: '', emailHr: '' }, isEmployee).map(({ kind }) => kind)
  expect({ subscriber: known(false), employee: known(true) }).toEqual({ subscriber: ['vk'], employee: [] })
})
