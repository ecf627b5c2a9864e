import { beforeEach, describe, expect, test } from 'vitest'
import type { Message } from '#web/messages/message.ts'
import { ask, modalStack, withSpinner } from '#web/modals/modal-stack.ts'

const message = (title: string): Message => ({ id: 'error', title, image: 'error', buttons: [] })
const { signal } = new AbortController()
const titles = () => modalStack.open.map(({ given }) => 'title' in given && given.title)
/** Answers the modal with this title. */
const answer = (title: string, value: 'retry' | 'dismissed') =>
  modalStack.open.find(({ given }) => 'title' in given && given.title === title)?.answer(value)

beforeEach(() => Object.assign(modalStack, { open: [], spinner: null }))

describe('ask', () => {
  test('opens the question and closes it with its answer', async () => {
    const asked = ask('message', message('Первый'), signal)
    expect(modalStack.open).toMatchObject([{ name: 'message', given: { title: 'Первый' } }])
    answer('Первый', 'retry')
    expect(await asked).toBe('retry')
    expect(titles()).toEqual([])
  })
  test('gives each question its own answer, in whatever order they are answered', async () => {
    const first = ask('message', message('Первый'), signal)
    const second = ask('message', message('Второй'), signal)
    expect(titles()).toEqual(['Первый', 'Второй'])
    answer('Второй', 'retry')
    expect(await second).toBe('retry')
    expect(titles()).toEqual(['Первый'])
    answer('Первый', 'dismissed')
    expect(await first).toBe('dismissed')
  })
  test('takes the first answer when there are two', async () => {
    const asked = ask('message', message('Первый'), signal)
    answer('Первый', 'dismissed')
    answer('Первый', 'retry')
    expect(await asked).toBe('dismissed')
  })
  test('closes the question and rejects when the signal is aborted', async () => {
    const controller = new AbortController()
    const asked = ask('message', message('Первый'), controller.signal)
    controller.abort(new Error('left'))
    await expect(asked).rejects.toThrow('left')
    expect(titles()).toEqual([])
  })
  test('opens nothing when the signal was aborted before', () => {
    expect(() => ask('message', message('Первый'), AbortSignal.abort(new Error('left')))).toThrow('left')
    expect(titles()).toEqual([])
  })
})

describe('withSpinner', () => {
  test('shows the text while the work runs', async () => {
    const work = Promise.withResolvers<number>()
    const done = withSpinner('Заказ создаётся', () => work.promise)
    expect(modalStack.spinner).toBe('Заказ создаётся')
    work.resolve(7)
    expect(await done).toBe(7)
    expect(modalStack.spinner).toBeNull()
  })
  test.each([
    ['a rejection', () => Promise.reject(new Error('work'))],
    [
      'a throw',
      () => {
        throw new Error('work')
      },
    ],
  ])('closes after %s', async (_, work) => {
    await expect(withSpinner('Заказ создаётся', work)).rejects.toThrow('work')
    expect(modalStack.spinner).toBeNull()
  })
})
