import type { StatusInput } from './status-block.ts'

/** How long a good check holds (O-PROMO-15). */
export const PROMOCODE_HOLDS_MS = 1_200_000

/** What is checked of what was typed: no spaces around it; its case is preserved (OO-61). */
export const promocodeOf = (typed: string): string => typed.trim()

/** Whether a promocode has only digits, Russian and Latin letters (OO-61). */
export const hasPromocodeCharacters = (promocode: string): boolean => /^[0-9A-Za-zА-Яа-яЁё]+$/.test(promocode)

/** Promocodes whose conditions are their own, recognized by their Latin first letters (OO-26). */
export const isOfCampaign = (promocode: string): boolean => /^(FG|AG)/.test(promocode)

/** Whom the experiment with promocodes is for: who left, on the website (options §4). */
export const isInPromoExperiment = (subStatus: StatusInput['subStatus'], isWebview: boolean): boolean =>
  subStatus === 'deactivated' && !isWebview

/** The group of the experiment that is shown the banner. */
export const PROMO_BANNER_GROUP = 3
