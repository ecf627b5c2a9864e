import { expect, test } from 'vitest'
import { withoutExamples } from '../../../web/build/route-facts.ts'

test('what only the gallery reads of a route is not in the build, and the rest keeps its place', () => {
  const code = `const row = (own) => ({ states: null, visits: 'leadsOn', ...own })
export const routes = { score: { path: '/score', states: { reads: ['content'],
  empty: { visits: 1 } }, title: 'Кешбэк', visits: [{ path: '/score' }] } }`
  const built = withoutExamples(code)
  expect(built).toHaveLength(code.length)
  expect(built.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trimEnd())).toEqual([
    'const row = (own) => ({ ...own })',
    `export const routes = { score: { path: '/score',`,
    ` title: 'Кешбэк', } }`,
  ])
})
