// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { App } from '#web/app/app.tsx'
import { fakeServices } from '#support/fake-services.ts'

const { promise: answered, resolve: answer } = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('#web/layout/top-strip.tsx', async () => {
  await answered
  throw new Error('Failed to fetch dynamically imported module')
})
afterEach(cleanup)

test('renders the page while the advertisement loads, and when a blocker refuses it [C-LAYOUT-01]', async () => {
  window.history.replaceState(null, '', '/')
  const services = fakeServices()
  const banner = { script: 'https://ads.example/loader.js', loader: 'showBanners', ids: ['b1'] }
  render(<App services={{ ...services, settings: { ...services.settings, widgets: { banner } } }} />)
  const title = screen.getByRole('heading', { level: 1 })
  await act(async () => {
    answer()
    await import('#web/layout/top-strip.tsx').catch(() => undefined)
  })
  await act(() => new Promise((turn) => setImmediate(turn)))
  expect(title.isConnected).toBe(true)
  expect({ alert: screen.queryByRole('alert'), complementary: screen.queryByRole('complementary') }).toEqual({
    alert: null,
    complementary: null,
  })
})
