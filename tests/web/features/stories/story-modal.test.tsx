// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { StoryModal } from '#web/features/stories/story-modal.tsx'
import { Stories } from '#web/features/stories/stories.tsx'

const slides = ['Первый', 'Второй', 'Третий'].map((title) => ({ title, text: 'Текст', image: `/${title}.svg` }))
const story = { title: 'Кешбэк', slides }
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const shown = () => screen.getByRole('heading', { level: 2 }).textContent
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const key = (name: string) => fireEvent.keyDown(screen.getByRole('dialog'), { key: name })
const bars = () => [...document.querySelectorAll('[data-bar]')].map((bar) => bar.getAttribute('data-bar'))

/** The touch area of the slide, 400 px wide. */
function surface(): Element {
  const found = document.querySelector('[data-surface]') ?? document.body
  vi.spyOn(found, 'getBoundingClientRect').mockReturnValue({ left: 0, width: 400 } as DOMRect)
  Object.assign(found, { setPointerCapture: () => undefined })
  return found
}
const pointerEvent = (type: 'Down' | 'Move' | 'Up' | 'Cancel', clientX: number, clientY = 300, pointerId = 1) =>
  fireEvent[`pointer${type}`](surface(), { clientX, clientY, isPrimary: pointerId === 1, button: 0, pointerId })

async function open() {
  const answer = vi.fn()
  render(<StoryModal {...story} open answer={answer} onLeft={() => undefined} />)
  await pass(0)
  return answer
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a story is a dialog of slides, one bar for each, and can be closed [O-STORY-01] [O-STORY-02] [O-STORY-03]', async () => {
  const answer = await open()
  const dialog = screen.getByRole('dialog', { name: 'Кешбэк' })
  const headings = within(dialog).getAllByRole('heading', { level: 2, hidden: true })
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Первый', 'Второй', 'Третий'])
  expect(shown()).toBe('Первый')
  expect(document.querySelectorAll('ol > li')).toHaveLength(3)
  expect(within(dialog).getByText('Слайд 1 из 3')).toBeTruthy()
  press('Закрыть')
  expect(answer.mock.calls).toEqual([['dismissed']])
})
test('its controls lead to the next slide and back; forward on the last closes [O-STORY-04]', async () => {
  const answer = await open()
  press('Следующий слайд')
  expect({ shown: shown(), bars: bars() }).toEqual({ shown: 'Второй', bars: ['seen', 'waiting'] })
  press('Предыдущий слайд')
  expect(shown()).toBe('Первый')
  press('Предыдущий слайд')
  expect({ shown: shown(), answerCalls: answer.mock.calls.length }).toEqual({ shown: 'Первый', answerCalls: 0 })
  for (let step = 0; step < 3; step++) press('Следующий слайд')
  expect(answer.mock.calls).toEqual([['dismissed']])
})
test('it goes on by itself after 5000 ms, each slide after its arrival of 500 ms [O-STORY-05] [O-STORY-10] [C-CONST-10]', async () => {
  const answer = await open()
  await pass(4999)
  expect(shown()).toBe('Первый')
  await pass(1)
  expect({ shown: shown(), bars: bars() }).toEqual({ shown: 'Второй', bars: ['seen', 'waiting'] })
  expect(screen.getByRole('heading', { level: 2 }).closest('.duration-500')).toBeTruthy()
  await pass(499)
  expect(bars()).toEqual(['seen', 'waiting'])
  await pass(1)
  expect(bars()).toEqual(['seen', 'running'])
  await pass(4999)
  expect(shown()).toBe('Второй')
  await pass(1)
  expect(shown()).toBe('Третий')
  await pass(500)
  await pass(5000)
  expect(answer.mock.calls).toEqual([['dismissed']])
})

describe('a finger', () => {
  test('goes back by a tap on the left half, forward on the right [O-STORY-06] [O-STORY-07]', async () => {
    await open()
    pointerEvent('Down', 300)
    await pass(199)
    pointerEvent('Up', 300)
    expect(shown()).toBe('Второй')
    pointerEvent('Down', 100)
    pointerEvent('Up', 100)
    expect(shown()).toBe('Первый')
  })
  test('pauses after 200 ms of holding; letting go continues from the same place without navigating [O-STORY-08]', async () => {
    await open()
    await pass(4000)
    pointerEvent('Down', 300)
    await pass(199)
    expect(bars()).toEqual(['running'])
    await pass(1)
    expect(bars()).toEqual(['waiting'])
    await pass(60_000)
    pointerEvent('Up', 300)
    expect({ shown: shown(), bars: bars() }).toEqual({ shown: 'Первый', bars: ['running'] })
    await pass(799)
    expect(shown()).toBe('Первый')
    await pass(1)
    expect(shown()).toBe('Второй')
  })
  test.each([
    [10, 'Первый'],
    [-11, 'Второй'],
  ])('coming down on the left and moving by %d px shows «%s» [O-STORY-09]', async (dx, title) => {
    await open()
    pointerEvent('Down', 100)
    pointerEvent('Move', 100 + dx)
    pointerEvent('Up', 100 + dx)
    expect(shown()).toBe(title)
  })
  test('pauses although it trembles by 10 px [O-STORY-08] [O-STORY-09]', async () => {
    await open()
    pointerEvent('Down', 300)
    pointerEvent('Move', 310, 290)
    await pass(200)
    expect(bars()).toEqual(['waiting'])
    pointerEvent('Up', 310, 290)
    expect({ shown: shown(), bars: bars() }).toEqual({ shown: 'Первый', bars: ['running'] })
  })
  test('keeps its press while a second finger touches, moves and lifts [O-STORY-06] [O-STORY-07] [O-STORY-08]', async () => {
    await open()
    pointerEvent('Down', 300)
    pointerEvent('Down', 100, 300, 2)
    pointerEvent('Move', 20, 300, 2)
    pointerEvent('Up', 20, 300, 2)
    expect({ shown: shown(), bars: bars() }).toEqual({ shown: 'Первый', bars: ['running'] })
    await pass(200)
    expect(bars()).toEqual(['waiting'])
    pointerEvent('Cancel', 20, 300, 2)
    expect(bars()).toEqual(['waiting'])
    pointerEvent('Up', 300)
    expect({ shown: shown(), bars: bars() }).toEqual({ shown: 'Первый', bars: ['running'] })
  })
  test('swipes and holds nothing when it moves slowly', async () => {
    await open()
    pointerEvent('Down', 300)
    pointerEvent('Move', 280)
    await pass(400)
    expect(bars()).toEqual(['running'])
    pointerEvent('Up', 200)
    expect(shown()).toBe('Второй')
  })
  test('changes nothing when the browser cancels the pointer', async () => {
    await open()
    pointerEvent('Down', 300)
    await pass(300)
    pointerEvent('Cancel', 300)
    expect({ shown: shown(), bars: bars() }).toEqual({ shown: 'Первый', bars: ['running'] })
  })
})

test('the keyboard does the same: arrows, space, Esc [O-STORY-04]', async () => {
  const answer = await open()
  key('ArrowRight')
  expect(shown()).toBe('Второй')
  key('ArrowLeft')
  expect(shown()).toBe('Первый')
  key(' ')
  await pass(60_000)
  expect(shown()).toBe('Первый')
  press('Продолжить показ')
  await pass(5500)
  expect(shown()).toBe('Второй')
  key('Escape')
  expect(answer.mock.calls).toEqual([['dismissed']])
})
test('time is stopped while the tab is hidden [O-STORY-05]', async () => {
  await open()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await pass(60_000)
  expect({ shown: shown(), bars: bars() }).toEqual({ shown: 'Первый', bars: ['waiting'] })
  hidden.mockReturnValue(false)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await pass(5000)
  expect(shown()).toBe('Второй')
})
test('with reduced motion a slide changes only by a press, and nothing arrives', async () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(new EventTarget(), { matches: true }) as MediaQueryList)
  await open()
  await pass(60_000)
  expect(shown()).toBe('Первый')
  press('Продолжить показ')
  press('Следующий слайд')
  expect(bars()).toEqual(['seen', 'running'])
})
test('the page loads the first picture of each story with itself', () => {
  const opened = vi.fn()
  render(<Stories stories={[story]} onOpen={opened} />)
  const button = screen.getByRole('button', { name: 'Кешбэк' })
  const image = button.querySelector('img')
  expect({ src: image?.getAttribute('src'), loading: image?.getAttribute('loading') }).toEqual({
    src: '/Первый.svg',
    loading: null,
  })
  fireEvent.click(button)
  expect(opened.mock.calls).toEqual([[story]])
})
