import { type PartnerName, partnerPages } from '#domain/entry-pages.ts'

/** What a partner's entry page promises; the words are our own. */
export const wordsOfPartner = (name: PartnerName): { title: string; text: string } => ({
  title: `Пакет с подпиской «${partnerPages[name].partner}»`,
  text: 'Он уже входит в вашу подписку у партнёра. Активируйте, и преимущества начнут работать.',
})
