import { type PartnerName, partnerPages } from '#domain/entry-pages.ts'

/** The source has no texts for partners' entry pages: these are ours. */
export const partnerTexts = (name: PartnerName): { title: string; text: string } => ({
  title: `Пакет с подпиской «${partnerPages[name].partner}»`,
  text: 'Он уже входит в вашу подписку у партнёра. Активируйте, и преимущества начнут работать.',
})
