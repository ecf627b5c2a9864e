import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hideSnackbar, showSnackbar, snackbars } from '#web/modals/snackbars.ts'

beforeEach(() => {
  vi.useFakeTimers()
  snackbars.items = []
})
afterEach(() => vi.useRealTimers())

const texts = () => snackbars.items.map(({ text }) => text)

test('hides by itself after 3 s [C-CONST-08]', () => {
  showSnackbar('Скопировано')
  vi.advanceTimersByTime(2999)
  expect(texts()).toEqual(['Скопировано'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})
test('does not show the same text twice at once [C-CONST-09]', () => {
  showSnackbar('Скопировано')
  showSnackbar('Скопировано', 'error')
  showSnackbar('Подписка активна', 'success')
  expect(snackbars.items).toMatchObject([
    { text: 'Скопировано', tone: undefined },
    { text: 'Подписка активна', tone: 'success' },
  ])
})
test('shows a text for its full time again when it was hidden by hand', () => {
  showSnackbar('Скопировано')
  vi.advanceTimersByTime(2000)
  hideSnackbar(snackbars.items[0]?.id ?? '')
  expect(texts()).toEqual([])
  showSnackbar('Скопировано')
  vi.advanceTimersByTime(2999)
  expect(texts()).toEqual(['Скопировано'])
})
