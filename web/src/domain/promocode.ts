import type { StatusInput } from './status-block.ts'

/** How long a successful check of a promocode is valid (O-PROMO-15). */
export const PROMOCODE_VALID_MS = 1_200_000

/** The promocode in a typed text: without surrounding spaces, in the same case (OO-61). */
export const promocodeOf = (typed: string): string => typed.trim()

/** Whether a promocode consists of digits, Russian and Latin letters only (OO-61). */
export const hasPromocodeCharacters = (promocode: string): boolean => /^[0-9A-Za-zА-Яа-яЁё]+$/.test(promocode)

/** Whether a promocode belongs to a campaign with its own conditions, recognized by its first two Latin letters (OO-26). */
export const isOfCampaign = (promocode: string): boolean => /^(FG|AG)/.test(promocode)

/** Whether a user takes part in the promocode experiment: one without an active subscription any more, on the website (options §4). */
export const isInPromoExperiment = (subStatus: StatusInput['subStatus'], isWebview: boolean): boolean =>
  subStatus === 'deactivated' && !isWebview

/** The experiment's group that sees the banner. */
export const PROMO_BANNER_GROUP = 3
