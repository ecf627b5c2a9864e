// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { anna, clientDataAnswer } from '../../support/client-data.ts'
import { renderAccount } from '../../support/render-page.tsx'

vi.mock('../../../web/src/app/app-modals.tsx', () => {
  throw new Error('Failed to fetch dynamically imported module')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('modals that do not load ahead of time are no failure: the page stands, nothing is left unhandled', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  window.history.replaceState(null, '', '/profile')
  await renderAccount({ get_client_data: [clientDataAnswer()], get_user_profile: [anna] })
  expect(await screen.findByRole('heading', { level: 1, name: 'Главная' })).toBeTruthy()
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})
