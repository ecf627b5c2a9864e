/** Every page of the app as a visitor meets it. A test on the app's routes holds this list and the next complete. */
export const visitorPlaces = [
  '/',
  '/error',
  '/no-such-page',
  '/yandex',
  '/x5card',
  '/sale/perekrestok',
  '/fastbuy',
  '/fastbuy_bally',
  '/fastbuy_promo',
  '/fastbuy_special',
  '/fastbuy_partner',
] as const

/** Every page of the account, with the scenario that has the most to show on it. */
export const accountPlaces: readonly { path: string; as: string }[] = [
  { path: '/profile', as: 'activated' },
  { path: '/manage', as: 'activated' },
  { path: '/payment_methods', as: 'activated' },
  { path: '/payment_history', as: 'activated' },
  { path: '/offers', as: 'activated' },
  { path: '/offers/books', as: 'activated' },
  { path: '/loyalty_cards', as: 'activated' },
  { path: '/score', as: 'activated' },
  { path: '/options', as: 'option-active' },
  { path: '/options/family_1_month', as: 'option-active' },
  { path: '/oplata', as: 'grace' },
  { path: '/profile', as: 'registered' },
  { path: '/profile', as: 'grace' },
  { path: '/manage', as: 'registered' },
  { path: '/payment_methods', as: 'no-cards' },
  { path: '/payment_history', as: 'registered' },
  { path: '/fastbuy_bally', as: 'registered' },
  { path: '/megafon', as: 'registered' },
]
