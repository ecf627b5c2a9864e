// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { App } from '#web/app/app.tsx'
import { type RouteRow, routes } from '#web/routes.ts'
import { session } from '#web/session/session.ts'
import { codeOf, isRejected, readContract } from '../../contract/contract.ts'
import { type Answers, fetchThatAnswers } from '#support/fake-api.ts'
import { fakeIdentity, fakeServices } from '#support/fake-services.ts'
import { leavePage } from '#support/render-page.tsx'

const { calls } = await readContract()
const answersFor = (scenario: string): Answers =>
  Object.fromEntries(
    calls.flatMap((call) => {
      const good = call.answers.filter(({ status, value }) => status === 200 && !isRejected(call, codeOf(value)))
      const example = good.find(({ name }) => name === scenario) ?? good[0]
      return example ? [[call.path.split('/').at(-1) ?? '', [{ body: example.value }]]] : []
    }),
  )
const settings = { sales: { perekrestok: { title: 'Пакет для магазина', text: 'Скидки' } } }

async function open({ path, as }: { path: string; as?: string | undefined }): Promise<void> {
  window.history.replaceState(null, '', path)
  vi.stubGlobal('fetch', vi.fn(fetchThatAnswers(as === undefined ? {} : answersFor(as)).fetch))
  const services = fakeServices(fakeIdentity({ silentToken: async () => (as === undefined ? null : 'opaque') }))
  render(<App services={{ ...services, settings: { ...services.settings, ...settings } }} />)
  await act(() => services.session.start())
}
const background = () =>
  document.querySelector('main')?.parentElement?.classList.contains('bg-paper') ? 'white' : 'grey'

beforeEach(() => {
  session.state = 'checking'
})
afterEach(async () => {
  await leavePage()
  vi.unstubAllGlobals()
})

const looks = Object.entries<RouteRow>(routes).flatMap(([route, { title, tone, visits }]) =>
  visits === 'leadsOn' ? [] : visits.map(({ path, as }) => ({ route, title, tone, path, as, by: as ?? 'a visitor' })),
)

test.each(looks)('$route shows its heading on its background at $path to $by', async ({ title, tone, path, as }) => {
  await open({ path, as })
  const heading = await screen.findByRole('heading', { level: 1, ...(title !== null && { name: title }) })
  expect(heading.textContent).not.toBe('')
  expect({ tone: background(), at: window.location.pathname }).toEqual({ tone, at: path })
  if (title !== null) expect(document.title).toBe(`${title} — Пакет`)
})
test('the background is white on five pages, and grey on all others [C-LAYOUT-03] [C-LAYOUT-04]', () => {
  const white = Object.values<RouteRow>(routes).filter(({ tone }) => tone === 'white')
  expect(white.map(({ path }) => path)).toEqual(['/', '/manage', '/payment_methods', '/payment_history', '/score'])
})
test('every route has a visit, except redirects', () => {
  const others = Object.keys(routes).filter((name) => !looks.some(({ route }) => route === name))
  expect(others).toEqual(['paymentGateway', 'lk', 'oldOffer', 'support'])
})
