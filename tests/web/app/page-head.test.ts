import { fullBundles } from '@paket/sdk'
import { expect, test } from 'vitest'
import { headOfMain, headOfShell } from '../../../web/src/app/page-head.ts'
import { questions } from '../../../web/src/pages/landing/questions.ts'

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
test('and the questions of the page with their answers', () => {
  const asked = questions.map(({ question, answer }) => ({ name: question, acceptedAnswer: { text: answer } }))
  expect(dataIn(headOfMain(site))).toMatchObject({ '@graph': [{}, { '@type': 'FAQPage', mainEntity: asked }] })
})
test('an address is text in an attribute and in the data', () => {
  const html = headOfMain('https://a.example/"></script><b>')
  expect(html).not.toContain('<b>')
  expect(dataIn(html)).toMatchObject({ '@graph': [{ image: 'https://a.example/"></script><b>/share.png' }, {}] })
})
test('a page that is not known yet has the picture and no canonical address', () => {
  expect(headOfShell(site)).toContain(`content="${site}/share.png"`)
  expect(headOfShell(site)).not.toContain('canonical')
})
