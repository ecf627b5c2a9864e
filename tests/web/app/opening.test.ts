// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { isOfAccount } from '../../../web/src/app/opening.ts'
import { type RouteRow, routes } from '../../../web/src/routes.ts'

const visits = Object.values<RouteRow>(routes).flatMap(({ access, visits: all }) =>
  Array.isArray(all) ? all.map(({ path }: { path: string }) => [path, access === 'account'] as const) : [],
)

test.each([...visits, ['/offers/books/more', false], ['/profiles', false], ['/auth/callback', false]] as const)(
  'whether %s is of the account: %s, as its row says',
  (path, isAccount) => {
    expect(isOfAccount(path)).toBe(isAccount)
  },
)
