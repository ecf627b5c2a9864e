// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ReleaseOffer } from '../../../web/src/app/release-offer.tsx'
import { runFlow, type FlowDependencies } from '../../../web/src/flow/run-flow.ts'
import { ask } from '../../../web/src/modals/modal-stack.ts'

const server = vi.fn<() => Response>()
const reload = vi.fn<() => void>()
const OFFER = 'Пакет обновился'

beforeEach(() => {
  document.head.innerHTML = '<meta name="release" content="1">'
  vi.stubGlobal('fetch', async () => server())
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  server.mockReset()
  reload.mockReset()
})
const serve = (release: string) => server.mockImplementation(() => Response.json({ release }))
const lookAgain = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')))

it('offers nothing while the server has the same release, is gone or says something else', async () => {
  serve('1')
  render(<ReleaseOffer />)
  await waitFor(() => expect(server).toHaveBeenCalledTimes(1))
  server.mockImplementation(() => new Response('<!doctype html>'))
  await lookAgain()
  server.mockImplementation(() => {
    throw new TypeError('Failed to fetch')
  })
  await lookAgain()
  expect(server).toHaveBeenCalledTimes(3)
  expect(screen.queryByText(OFFER)).toBeNull()
})

it('offers to reload when the tab is shown again and the server has another release', async () => {
  serve('1')
  render(<ReleaseOffer />)
  await waitFor(() => expect(server).toHaveBeenCalledTimes(1))
  serve('2')
  await lookAgain()
  expect(await screen.findByText(OFFER)).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Обновить' }))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  await lookAgain()
  expect(server).toHaveBeenCalledTimes(2)
})

it('hides while something is asked over the page', async () => {
  serve('2')
  render(<ReleaseOffer />)
  await screen.findByText(OFFER)
  const over = new AbortController()
  let asked: Promise<unknown> = Promise.resolve()
  act(() => {
    asked = ask('message', {} as never, over.signal).catch(() => undefined)
  })
  await waitFor(() => expect(screen.queryByText(OFFER)).toBeNull())
  await act(async () => {
    over.abort()
    await asked
  })
  expect(await screen.findByText(OFFER)).toBeTruthy()
})

it('reloads only when the running flow is over', async () => {
  serve('2')
  render(<ReleaseOffer />)
  await screen.findByText(OFFER)
  let end = () => {}
  const paid = new Promise<void>((done) => (end = done))
  const running = runFlow(() => paid, { api: {} } as FlowDependencies)
  fireEvent.click(screen.getByRole('button', { name: 'Обновить' }))
  await new Promise((done) => setTimeout(done, 20))
  expect(reload).not.toHaveBeenCalled()
  end()
  await running
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})
