import { expect, it } from 'vitest'
import { accountPlaces, visitorPlaces } from '../../e2e/places.ts'
import { galleryPages, pagesThatReadNothing } from '../../web/src/gallery/gallery-pages.ts'
import { readContract } from '../contract/contract.ts'
import { sourcesIn } from './sources.ts'

/** They lead on at once. */
const withoutAPage = ['/lk', '/offer/:name', '/support', '/payment_gateway']

const routes = sourcesIn('web/src/app').flatMap(({ text }) =>
  [...text.matchAll(/<Route path="([^"]+)"/g)].map(([, path = '']) => path),
)
const isLookedAt = (route: string) => {
  const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`)
  return [...visitorPlaces, ...accountPlaces.map(({ path }) => path)].some((path) => pattern.test(path))
}

it('every page is among those that the pictures and the look at every page go to', () => {
  expect(routes.length).toBeGreaterThan(8)
  expect(routes.filter((route) => !isLookedAt(route) && !withoutAPage.includes(route))).toEqual([])
})

it('every page of the account is in the gallery, in each of its states', () => {
  const account = sourcesIn('web/src/app')
    .filter(({ path }) => path.endsWith('/account-routes.tsx'))
    .flatMap(({ text }) => [...text.matchAll(/<Route path="([^"]+)"/g)].map(([, path = '']) => path))
  expect(account.length).toBeGreaterThan(8)
  const shown = [...Object.keys(galleryPages), ...pagesThatReadNothing]
  expect(account.filter((route) => !shown.includes(route))).toEqual([])
  expect(shown.filter((route) => !account.includes(route))).toEqual([])
})

it('the states of a page are told by examples that the contract has', async () => {
  const { calls } = await readContract()
  const named = Object.values(galleryPages).flatMap((page) => Object.entries({ ...page.with, ...page.empty }))
  const has = (id: string, example: string) =>
    id === 'content' || calls.some((call) => call.id === id && call.answers.some(({ name }) => name === example))
  expect(named.filter(([id, example]) => !has(id, example))).toEqual([])
})
