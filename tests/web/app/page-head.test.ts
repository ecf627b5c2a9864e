import { fullBundles } from '@paket/sdk'
import { describe, expect, test } from 'vitest'
import { headOfMain, headOfPage, headOfShell, publicPages, sitemap } from '#web/app/page-head.ts'
import { questions } from '#web/pages/landing/questions.ts'

const site = 'https://paket.example'
const dataIn = (html: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html)?.[1] ?? '')

test('search engines read the price of each bundle that is sold, in rubles', () => {
  const prices = fullBundles().map(({ priceKopecks }) => ({
    '@type': 'Offer',
    price: `${priceKopecks / 100}.00`,
    priceCurrency: 'RUB',
    url: `${site}/#bundles`,
  }))
  const data = dataIn(headOfMain(site))
  for (const offer of prices)
    expect(data).toMatchObject({
      '@graph': [{ '@type': 'Product', offers: expect.arrayContaining([expect.objectContaining(offer)]) }, {}],
    })
})
test('the head has the questions of the page with their answers', () => {
  const asked = questions.map(({ question, answer }) => ({ name: question, acceptedAnswer: { text: answer } }))
  expect(dataIn(headOfMain(site))).toMatchObject({ '@graph': [{}, { '@type': 'FAQPage', mainEntity: asked }] })
})
test('an address is text in an attribute and in the data', () => {
  const html = headOfMain('https://a.example/"></script><b>')
  expect(html).not.toContain('<b>')
  expect(dataIn(html)).toMatchObject({ '@graph': [{ image: 'https://a.example/"></script><b>/share.png' }, {}] })
})
test('a page that is not known yet has the picture, no canonical address, and is not listed', () => {
  expect(headOfShell(site)).toContain(`content="${site}/share.png"`)
  expect(headOfShell(site)).toContain('<meta name="robots" content="noindex">')
  expect(headOfShell(site)).not.toContain('canonical')
})

describe('a public page', () => {
  const pages = publicPages({ sales: { shop: { title: 'Пакет & <магазин>', text: 'Кешбэк "баллами"' } } })

  test('is a partner page without a login on load, or a sale page', () => {
    expect(pages.map(({ path }) => path)).toEqual(['/yandex', '/ogon', '/x5card', '/sale/shop'])
  })
  test('has its own title, description and address, as text', () => {
    const head = headOfPage(site, pages[3]!)
    expect(head).toContain('<title>Пакет &amp; &lt;магазин> — Пакет</title>')
    expect(head).toContain('<meta name="description" content="Кешбэк &quot;баллами&quot;">')
    expect(head).toContain(`<link rel="canonical" href="${site}/sale/shop">`)
    expect(head).toContain(`<meta property="og:url" content="${site}/sale/shop">`)
    expect(head).toContain('<meta property="og:title" content="Пакет &amp; &lt;магазин>">')
  })
  test('gives prices where the subscription is bought, and none where a partner has it paid', () => {
    const url = `${site}/sale/shop`
    expect(dataIn(headOfPage(site, pages[3]!))).toMatchObject({
      '@graph': [{ '@type': 'Product', offers: fullBundles().map(() => expect.objectContaining({ url })) }],
    })
    expect(headOfPage(site, pages[0]!)).not.toContain('ld+json')
  })
  test('is in the sitemap, beside the main page', () => {
    const addresses = [...sitemap(site, pages).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)
    expect(addresses).toEqual(['/', '/yandex', '/ogon', '/x5card', '/sale/shop'].map((path) => site + path))
  })
})
