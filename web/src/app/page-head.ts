import type { Settings } from '#config/settings.ts'
import { partnerNames, partnerPages } from '#domain/entry-pages.ts'
import { durationLabel } from '#domain/duration.ts'
import { plans } from '#features/purchase/plans.ts'
import { questions } from '#pages/landing/questions.ts'
import { partnerTexts } from '#pages/partner/partner-texts.ts'

const main = {
  title: 'Больше кешбэка за каждую покупку',
  description:
    'Подписка «Пакет»: повышенный кешбэк баллами, бесплатные доставки, любимые категории и предложения партнёров.',
}
/** The picture of link previews, 1200 × 630 px, in `web/public`. */
const picture = '/share.png'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const meta = (properties: Readonly<Record<string, string>>) =>
  Object.entries(properties)
    .map(([property, content]) => `<meta property="${property}" content="${escaped(content)}">`)
    .join('')

interface Described {
  title: string
  description: string
}
/** A page that is prerendered and listed for search engines. */
export interface PublicPage extends Described {
  path: string
  /** Whether the page sells a subscription; a partner's subscription is sold by the partner. */
  isSale: boolean
}

/** Pages besides the main one that search engines index and messengers preview: those that need no sign-in. */
export const publicPages = ({ sales }: Pick<Settings, 'sales'>): PublicPage[] => [
  ...partnerNames
    .filter((name) => !partnerPages[name].loginOnLoad)
    .map((name) => {
      const { title, text } = partnerTexts(name)
      return { path: `/${name}`, title, description: text, isSale: false }
    }),
  ...Object.entries(sales).map(([shop, { title, text }]) => ({
    path: `/sale/${shop}`,
    title,
    description: text,
    isSale: true,
  })),
]
const openGraph = (site: string, url: string, { title, description }: Described) => ({
  'og:title': title,
  ...(url && { 'og:url': url }),
  'og:type': 'website',
  'og:site_name': 'Пакет',
  'og:locale': 'ru_RU',
  'og:description': description,
  'og:image': site + picture,
  'og:image:width': '1200',
  'og:image:height': '630',
  'og:image:alt': 'Пакет с покупками и баллами кешбэка',
})

const product = (site: string, url: string) => ({
  '@type': 'Product',
  name: 'Подписка «Пакет»',
  description: main.description,
  image: site + picture,
  brand: { '@type': 'Brand', name: 'Пакет' },
  offers: plans.map(({ durationDays, priceKopecks }) => ({
    '@type': 'Offer',
    name: durationLabel(durationDays),
    price: (priceKopecks / 100).toFixed(2),
    priceCurrency: 'RUB',
    availability: 'https://schema.org/InStock',
    url,
  })),
})
const faq = {
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
}

/** Structured data (schema.org) as JSON-LD. The CSP does not apply to it, because it is data and no script. `<` is escaped, since it could end the element. */
const structured = (...graph: readonly object[]) =>
  graph.length === 0
    ? ''
    : `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', String.raw`\u003c`)}</script>`
const canonical = (url: string) => `<link rel="canonical" href="${escaped(url)}">`

/** The main page's head elements for search engines and messengers. `site`: the public origin, `https://…`. */
export const headOfMain = (site: string): string =>
  canonical(`${site}/`) + meta(openGraph(site, `${site}/`, main)) + structured(product(site, `${site}/#bundles`), faq)

/** The same for another public page, with its title and description. */
export function headOfPage(site: string, page: PublicPage): string {
  const url = site + page.path
  return (
    `<title>${escaped(page.title)} — Пакет</title><meta name="description" content="${escaped(page.description)}">` +
    canonical(url) +
    meta(openGraph(site, url, page)) +
    structured(...(page.isSale ? [product(site, url)] : []))
  )
}

/** The same for all other pages: the site's name and `noindex`. Their subject is unknown until they render. */
export const headOfShell = (site: string): string =>
  `<title>Пакет</title><meta name="robots" content="noindex">` +
  meta(openGraph(site, '', { title: 'Пакет', description: main.description }))

/** The sitemap of the indexed pages (sitemaps.org). */
export const sitemap = (site: string, pages: readonly PublicPage[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n` +
  ['/', ...pages.map(({ path }) => path)].map((path) => `<url><loc>${escaped(site + path)}</loc></url>\n`).join('') +
  '</urlset>\n'
