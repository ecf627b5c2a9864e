/** Partners' entry pages (core §2): the partner's name, and whether the page starts the sign-in when it loads (OP-28). */
export const partnerPages = {
  yandex: { partner: 'Яндекс', loginOnLoad: false },
  ogon: { partner: 'Огонь', loginOnLoad: false },
  megafon: { partner: 'МегаФон', loginOnLoad: true },
  t2: { partner: 'T2', loginOnLoad: true },
  wink: { partner: 'Wink', loginOnLoad: true },
  tbank: { partner: 'Т-Банк', loginOnLoad: true },
  beeline: { partner: 'Билайн', loginOnLoad: true },
  x5card: { partner: 'X5 Карта', loginOnLoad: false },
} as const
export type PartnerName = keyof typeof partnerPages
export const partnerNames = Object.keys(partnerPages) as PartnerName[]
export const isPartnerName = (name: string): name is PartnerName => Object.hasOwn(partnerPages, name)

/** What a fast purchase page sells (OP-35). */
export type FastBuy =
  | { kind: 'bundle' }
  | { kind: 'tariff'; months: readonly number[] }
  | { kind: 'counter-offer' }
  | { kind: 'promocode' }
  | { kind: 'partner'; partner: PartnerName | null }

const allTerms = [1, 12, 6]
const fastBuyPages: Readonly<Record<string, FastBuy>> = {
  '/fastbuy': { kind: 'bundle' },
  '/fastbuy_bally': { kind: 'tariff', months: allTerms },
  '/fastbuy_bally_long_subs': { kind: 'tariff', months: [12, 6] },
  '/fastbuy_bally_tariff': { kind: 'tariff', months: allTerms },
  '/fastbuy_special': { kind: 'counter-offer' },
  '/fastbuy_partner': { kind: 'partner', partner: null },
  '/fastbuy_promo': { kind: 'promocode' },
}
export const fastBuyPaths = Object.keys(fastBuyPages)

/** What a fast purchase page sells, by its path; null for any other path. */
export function fastBuyOf(path: string): FastBuy | null {
  const own = Object.hasOwn(fastBuyPages, path) ? fastBuyPages[path] : undefined
  if (own) return own
  const partner = /^\/fastbuy\/([^/]+)$/.exec(path)?.[1]
  return partner && isPartnerName(partner) ? { kind: 'partner', partner } : null
}

/** Paths that links in SMS lead to (OP-36, OO-31). */
export const activationPaths = ['/x5card/activation', '/auto_activation_offline', '/offline-activation']
