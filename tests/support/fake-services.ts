import { vi } from 'vitest'
import type { Services } from '#web/services/services.ts'
import type { Settings } from '#web/config/settings.ts'
import { createSession, type Identity } from '#web/session/session.ts'

export const settings: Settings = {
  api: 'http://backend/bff/api',
  content: 'http://backend/cms',
  identity: { authority: '/oidc', clientId: 'paket-web', scope: 'openid', clients: { megafon: 'paket-megafon' } },
  paymentOrigins: ['https://pay.example'],
  support: {
    page: '',
    telegram: 'https://t.me/paket',
    vk: 'https://vk.com/paket',
    email: 'support@paket.example',
    emailHr: 'hr@paket.example',
  },
  legal: {
    terms: 'https://paket.example/terms.pdf',
    privacy: 'https://paket.example/privacy.pdf',
    faq: 'https://paket.example/faq.pdf',
    faqHr: 'https://paket.example/faq-hr.pdf',
  },
  fridge: 'https://fridge.example/',
  promo: {
    trial: { promocodeValue: 'TRIAL' },
    litres: {
      promocodeValue: 'LITRES',
      gift: 'https://litres.example/',
      promocodes: 'https://litres.example/promocodes',
    },
    shoko24: { promocodeValue: 'SHOKO24', gift: 'https://shoko24.example/' },
  },
  hosts: {},
  widgets: {},
  stores: [
    { name: 'Один', url: 'https://one.example/card' },
    { name: 'Другой', url: 'https://two.example/card' },
  ],
  chains: { tcx: 'Большой', tc5: 'Ближний' },
  sales: { shop: { title: 'Пакет для магазина', text: 'Скидки' } },
  stories: [],
}

/** An identity provider's client that returns the token 'opaque', unless a test overrides it. */
export function fakeIdentity(overrides: Partial<Identity> = {}) {
  const identity: Identity = {
    signIn: async () => undefined,
    completeSignIn: async () => ({ token: 'opaque', returnTo: '/profile' }),
    silentToken: async () => 'opaque',
    signOut: async () => undefined,
    forget: async () => undefined,
    ...overrides,
  }
  return {
    signIn: vi.fn((returnTo: string, again: boolean) => identity.signIn(returnTo, again)),
    completeSignIn: vi.fn(() => identity.completeSignIn()),
    silentToken: vi.fn(() => identity.silentToken()),
    signOut: vi.fn(() => identity.signOut()),
    forget: vi.fn(() => identity.forget()),
  }
}

/** The services of every page; calls that would leave the page are recorded instead. */
export function fakeServices(identity: Identity = fakeIdentity()) {
  return {
    settings,
    session: createSession(async () => identity),
    host: {
      name: 'web' as const,
      token: null,
      openPayment: vi.fn<Services['host']['openPayment']>(async () => 'back'),
      openOutside: vi.fn<Services['host']['openOutside']>(),
      close: vi.fn<Services['host']['close']>(),
      copy: vi.fn<Services['host']['copy']>(async () => true),
    },
    signIn: vi.fn<Services['signIn']>(),
    signInAgain: vi.fn<NonNullable<Services['signInAgain']>>(),
    signOut: vi.fn<Services['signOut']>(),
  } satisfies Services
}
