import { durationLabel } from '#domain/duration.ts'
import { plans } from '#pages/landing/plans.ts'
import { questions } from '#pages/landing/questions.ts'

const title = 'Больше кешбэка за каждую покупку'
const description =
  'Подписка «Пакет»: повышенный кешбэк баллами, бесплатные доставки, любимые категории и предложения партнёров.'
/** 1200 × 630, in `public`. */
const picture = '/share.png'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const meta = (properties: Readonly<Record<string, string>>) =>
  Object.entries(properties)
    .map(([property, content]) => `<meta property="${property}" content="${escaped(content)}">`)
    .join('')

const openGraph = (site: string) => ({
  'og:type': 'website',
  'og:site_name': 'Пакет',
  'og:locale': 'ru_RU',
  'og:description': description,
  'og:image': site + picture,
  'og:image:width': '1200',
  'og:image:height': '630',
  'og:image:alt': 'Пакет с покупками и баллами кешбэка',
})

/** What is sold and asked, for search engines: schema.org. */
const structured = (site: string) => ({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Product',
      name: 'Подписка «Пакет»',
      description,
      image: site + picture,
      brand: { '@type': 'Brand', name: 'Пакет' },
      offers: plans.map(({ durationDays, priceKopecks }) => ({
        '@type': 'Offer',
        name: durationLabel(durationDays),
        price: (priceKopecks / 100).toFixed(2),
        priceCurrency: 'RUB',
        availability: 'https://schema.org/InStock',
        url: `${site}/#bundles`,
      })),
    },
    {
      '@type': 'FAQPage',
      mainEntity: questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ],
})

/** What search engines and messengers read of the main page. `site`: the public origin, `https://…`. */
export const headOfMain = (site: string): string =>
  `<link rel="canonical" href="${escaped(site)}/">` +
  meta({ 'og:title': title, 'og:url': `${site}/`, ...openGraph(site) }) +
  // A data block: no policy of scripts asks about it. `<` would end it.
  `<script type="application/ld+json">${JSON.stringify(structured(site)).replaceAll('<', String.raw`\u003c`)}</script>`

/** Of any other page: whose it is. What it is about nobody knows before it is drawn. */
export const headOfShell = (site: string): string => meta({ 'og:title': 'Пакет', ...openGraph(site) })
