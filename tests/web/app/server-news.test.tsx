// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ServerNews } from '#web/app/server-news.tsx'
import { applySwitches, switches } from '#web/config/switches.ts'
import { runFlow } from '#web/flow/run-flow.ts'
import { ask } from '#web/modals/modal-stack.ts'
import { flowDependencies } from '#support/flow-dependencies.ts'

/** Answers `/release.json`. */
const server = vi.fn<() => Response>()
const settings = vi.fn<() => object>()
const built = JSON.parse(readFileSync('web/public/config.json', 'utf8')) as object
const reload = vi.fn<() => void>()
const OFFER = 'Пакет обновился'

beforeEach(() => {
  document.head.innerHTML = '<meta name="release" content="1">'
  settings.mockReturnValue(built)
  vi.stubGlobal('fetch', async (path: string) => (path === '/config.json' ? Response.json(settings()) : server()))
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  server.mockReset()
  applySwitches({})
  window.history.replaceState(null, '', '/')
  reload.mockReset()
})
const serve = (release: string) => server.mockImplementation(() => Response.json({ release }))
const lookAgain = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')))

it('offers no reload while the server has the same release, does not answer or answers something else', async () => {
  serve('1')
  render(<ServerNews />)
  await waitFor(() => expect(server).toHaveBeenCalledTimes(1))
  server.mockImplementation(() => new Response('<!doctype html>'))
  await lookAgain()
  await waitFor(() => expect(server).toHaveBeenCalledTimes(2))
  server.mockImplementation(() => {
    throw new TypeError('Failed to fetch')
  })
  await lookAgain()
  await waitFor(() => expect(server).toHaveBeenCalledTimes(3))
  expect(screen.queryByText(OFFER)).toBeNull()
})

it('offers to reload when the tab is shown again and the server has another release', async () => {
  serve('1')
  render(<ServerNews />)
  await waitFor(() => expect(server).toHaveBeenCalledTimes(1))
  serve('2')
  await lookAgain()
  expect(await screen.findByText(OFFER)).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Обновить' }))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

it('is hidden while a modal is open', async () => {
  serve('2')
  render(<ServerNews />)
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
  render(<ServerNews />)
  await screen.findByText(OFFER)
  let end = () => {}
  const paid = new Promise<void>((done) => (end = done))
  const running = runFlow(() => paid, flowDependencies())
  fireEvent.click(screen.getByRole('button', { name: 'Обновить' }))
  await new Promise((done) => setTimeout(done, 20))
  expect(reload).not.toHaveBeenCalled()
  end()
  await running
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

it('reads the switches again when the tab is shown; wrong settings change nothing', async () => {
  serve('1')
  render(<ServerNews />)
  await waitFor(() => expect(server).toHaveBeenCalledTimes(1))
  settings.mockReturnValue({ ...built, closed: { buying: 'Покупка вернётся в 18:00' } })
  await lookAgain()
  await waitFor(() => expect(switches.closed).toEqual({ buying: 'Покупка вернётся в 18:00' }))
  settings.mockReturnValue({ ...built, closed: { bying: 'опечатка' } })
  await lookAgain()
  await waitFor(() => expect(server).toHaveBeenCalledTimes(3))
  expect(switches.closed).toEqual({ buying: 'Покупка вернётся в 18:00' })
})

it('covers the page during maintenance, until it is over', async () => {
  serve('1')
  settings.mockReturnValue({ ...built, maintenance: 'Вернёмся к 18:00' })
  render(<ServerNews />)
  expect(await screen.findByText('Вернёмся к 18:00')).toBeTruthy()
  settings.mockReturnValue(built)
  fireEvent.click(screen.getByRole('button', { name: 'Проверить снова' }))
  await waitFor(() => expect(screen.queryByText('Вернёмся к 18:00')).toBeNull())
})

it.each([
  ['2', ['1'], 1],
  // After a rollback the own release is the later one.
  ['0', ['1'], 1],
  ['0', ['1', '2'], 1],
  ['1', ['1'], 0],
  ['2', ['0'], 0],
  ['2', ['1', '2'], 0],
  ['2', [], 0],
])(
  'in a page of release 1, with release %s on the server and %j refused, a page change reloads %i times',
  async (served, refusedReleases, times) => {
    serve(served)
    settings.mockReturnValue({ ...built, refusedReleases })
    render(<ServerNews />)
    await waitFor(() => expect(server).toHaveBeenCalledTimes(1))
    await act(() => new Promise((done) => setTimeout(done, 20)))
    await act(async () => {
      window.history.pushState(null, '', '/manage')
      window.dispatchEvent(new Event('pushState'))
      await new Promise((done) => setTimeout(done, 20))
    })
    expect(reload).toHaveBeenCalledTimes(times)
  },
)
