// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { GalleryModals } from '#web/gallery/modals.tsx'
import { galleryModals } from '#web/gallery/gallery-modals.ts'
import { messageOf, outcomes } from '#web/messages/outcome-messages.ts'
import { modalStack } from '#web/modals/modal-stack.ts'

beforeEach(() => {
  Object.assign(modalStack, { open: [], spinner: null })
  window.location.hash = ''
})
afterEach(cleanup)

const links = () =>
  [...screen.getByRole('navigation', { name: 'Окна' }).querySelectorAll('a')].map((link) => link.getAttribute('href'))

test('every example of every modal has a link of its own', () => {
  render(<GalleryModals />)
  const examples = Object.entries(galleryModals).flatMap(([name, all]) => all.map(() => name))
  expect(links().length).toBeGreaterThan(examples.length)
  expect(new Set(links()).size).toBe(links().length)
})

test('every message that an outcome is shown with is among them', () => {
  const shown = outcomes.filter((outcome) => messageOf({ outcome }))
  expect(shown.length).toBeGreaterThan(30)
  expect(galleryModals.message.map(([what]) => what)).toEqual(expect.arrayContaining(shown))
})

test.each(Object.keys(galleryModals))('the address opens %s, with a title', async (name) => {
  render(<GalleryModals />)
  window.location.hash = links().find((link) => link?.startsWith(`#${name}/`)) ?? ''
  act(() => void window.dispatchEvent(new Event('hashchange')))
  await waitFor(() => expect(modalStack.open.map((modal) => modal.name)).toEqual([name]))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.getAttribute('aria-labelledby')).toBeTruthy()
})
