import { expect, it } from 'vitest'
import { type RouteRow, routes } from '#web/routes.ts'
import { readContract } from '../contract/contract.ts'
import { importsIn, sourcesIn } from './sources.ts'

const rows = Object.values<RouteRow>(routes)

it('every page has a row in routes.ts, or is rendered by one that has', () => {
  const rendering = ['web/src/routes.ts', 'web/src/app/app.tsx', 'web/src/app/account-routes.tsx']
  const rendered = new Set(importsIn('web/src').flatMap(({ from, to }) => (rendering.includes(from) ? [to] : [])))
  const pages = sourcesIn('web/src/pages').map(({ path }) => path)
  const folders = [...new Set(pages.map((path) => path.split('/').slice(0, 4).join('/')))]
  expect(folders.length).toBeGreaterThan(15)
  expect(folders.filter((folder) => ![...rendered].some((path) => path.startsWith(`${folder}/`)))).toEqual([])
  expect(pages.filter((path) => path.endsWith('-page.tsx') && !rendered.has(path))).toEqual([])
})

it('only paths in routes.ts are rendered', () => {
  const pathsInTags = sourcesIn('web/src').flatMap(({ path, text }) =>
    [...text.matchAll(/<Route(?=\s)(?![^>]*\bpath=\{(?:path|pattern)\})[^>]*>/g)].map(([tag]) => `${path}: ${tag}`),
  )
  expect(pathsInTags).toEqual([])
})

it('the visits of a route match it', () => {
  const isAt = (pattern: string, path: string) =>
    new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`).test(path)
  const patterns = rows.flatMap((row, at) => [row.path].flat().map((pattern) => ({ pattern, at })))
  const wrong = rows.flatMap((row, at) =>
    row.visits === 'leadsOn'
      ? []
      : row.visits.filter(({ path }) => patterns.find(({ pattern }) => isAt(pattern, path))?.at !== at),
  )
  expect(wrong).toEqual([])
})

it('an account page is visited by a user, a public one by a visitor', () => {
  const wrong = rows.filter(
    ({ access, visits }) =>
      visits !== 'leadsOn' &&
      ((access === 'account' && visits.some(({ as }) => !as)) ||
        (access === 'anyone' && visits.some(({ as }) => as)) ||
        (access === 'entry' && !visits.some(({ as }) => !as))),
  )
  expect(wrong).toEqual([])
})

it('the states of a page are examples of the contract', async () => {
  const { calls } = await readContract()
  const named = rows.flatMap(({ states }) => Object.entries({ ...states?.with, ...states?.empty }))
  const has = (id: string, example: string) =>
    id === 'content' || calls.some((call) => call.id === id && call.answers.some(({ name }) => name === example))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(([id, example]) => !has(id, example))).toEqual([])
})
