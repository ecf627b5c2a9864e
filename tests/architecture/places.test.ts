import { expect, it } from 'vitest'
import { accountPlaces, visitorPlaces } from '../../e2e/places.ts'
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
