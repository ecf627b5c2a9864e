// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { inRubles } from '#web/domain/sum.ts'
import { CounterOfferModal } from '#web/features/autopay/counter-offer-modal.tsx'
import { RejectReasonsModal } from '#web/features/autopay/reject-reasons-modal.tsx'
import type { Feedback } from '#web/features/autopay/feedback.ts'
import type { ModalProps, Modals } from '#web/modals/define-modal.ts'

afterEach(cleanup)
const text = (element: HTMLElement) => (element.textContent ?? '').replaceAll('\u00a0', ' ')
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

describe('the counter-offer', () => {
  const open = async (...offers: Modals['counterOffer']['given']['offers']) => {
    const answer = vi.fn<ModalProps<'counterOffer'>['answer']>()
    render(<CounterOfferModal open offers={offers} answer={answer} onLeft={() => undefined} />)
    return { answer, dialog: await screen.findByRole('dialog') }
  }
  test.each<['freeMonth' | 'discount1_90', number, RegExp]>([
    ['freeMonth', 0, /0 ₽.*199 ₽.*за 1 месяц/],
    ['discount1_90', 1900, /19 ₽.*199 ₽.*за 1 месяц.*−90%/],
  ])('%s of %i kopecks shows its price beside the usual one, accepts and declines', async (name, kopecks, shown) => {
    const { answer, dialog } = await open(name)
    expect(text(dialog)).toMatch(shown)
    press(/^Взять месяц/)
    press('Нет, продолжить отключение')
    expect(answer.mock.calls).toEqual([[{ offer: name, sum: inRubles(kopecks) }], ['declined']])
  })
  test('lets the user choose between two offers of the same discount', async () => {
    const { answer } = await open('discount6_40', 'discount12_40')
    const [six, twelve] = screen.getAllByRole('radio')
    expect([six, twelve].map((row) => row && text(row))).toEqual([
      expect.stringMatching(/6 месяцев−40%539,40 ₽Вместо 899 ₽/),
      expect.stringMatching(/12 месяцев−40%959,40 ₽Вместо 1 599 ₽/),
    ])
    press('Взять полгода')
    if (twelve) fireEvent.click(twelve)
    press('Взять год')
    expect(answer.mock.calls).toEqual([
      [{ offer: 'discount6_40', sum: inRubles(53_940) }],
      [{ offer: 'discount12_40', sum: inRubles(95_940) }],
    ])
  })
  test('answers dismissed when it is closed', async () => {
    const { answer } = await open('freeMonth')
    press('Закрыть')
    expect(answer.mock.calls).toEqual([['dismissed']])
  })
})

describe('the reject reasons', () => {
  const reasons = [
    { id: 'r1', value: 'Дорого' },
    { id: 'r2', value: 'Переезжаю' },
  ]
  const open = async (
    save: (feedback: Feedback) => Promise<boolean>,
    own: Partial<Modals['rejectReasons']['given']> = {},
  ) => {
    const answer = vi.fn<ModalProps<'rejectReasons'>['answer']>()
    const given = { type: 'CANCEL_SUBSCRIPTION' as const, reasons, worksUntil: 'Пакет работает до 2 декабря', ...own }
    render(<RejectReasonsModal open {...given} save={save} answer={answer} onLeft={() => undefined} />)
    await screen.findByRole('dialog', { name: 'Автопродление выключено' })
    return answer
  }
  const send = () => screen.getByRole('button', { name: 'Отправить' })
  const comment = () => screen.getByRole<HTMLTextAreaElement>('textbox')
  const write = (value: string) => fireEvent.change(comment(), { target: { value } })
  const canSend = () => send().getAttribute('aria-disabled') === null

  test('can be sent with a reason or a comment that is not blank only [O-VALID-13]', async () => {
    const save = vi.fn<(feedback: Feedback) => Promise<boolean>>(async () => true)
    await open(save)
    expect(canSend()).toBe(false)
    fireEvent.click(send())
    expect(save).not.toHaveBeenCalled()
    write('   ')
    expect(canSend()).toBe(false)
    write(' а')
    expect(canSend()).toBe(true)
    write('')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Дорого' }))
    expect(canSend()).toBe(true)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Дорого' }))
    expect(canSend()).toBe(false)
  })
  test('sends the reasons and the comment once, and is over when they are saved', async () => {
    const saved = Promise.withResolvers<boolean>()
    const save = vi.fn<(feedback: Feedback) => Promise<boolean>>(() => saved.promise)
    const answer = await open(save)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Дорого' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Переезжаю' }))
    write('Далеко')
    fireEvent.click(send())
    fireEvent.click(send())
    expect(send().getAttribute('aria-busy')).toBe('true')
    expect(save.mock.calls).toEqual([[{ reasonIds: ['r1', 'r2'], comment: 'Далеко' }]])
    expect(answer).not.toHaveBeenCalled()
    saved.resolve(true)
    await vi.waitFor(() => expect(answer.mock.calls).toEqual([['sent']]))
  })
  test.each([
    ['was not saved', async () => false],
    ['was interrupted', async () => Promise.reject(new Error('interrupted'))],
  ])('an answer that %s stays in the form, which says so and sends again', async (_, first) => {
    const save = vi.fn<(feedback: Feedback) => Promise<boolean>>(async () => true).mockImplementationOnce(first)
    const answer = await open(save)
    write('Дорого')
    fireEvent.click(send())
    expect((await screen.findByRole('alert')).textContent).toContain('не сохранился')
    expect(comment().value).toBe('Дорого')
    expect(answer).not.toHaveBeenCalled()
    fireEvent.click(send())
    await vi.waitFor(() => expect(answer.mock.calls).toEqual([['sent']]))
  })
  test('the comment ends at 150 characters [O-VALID-14]', async () => {
    await open(async () => true)
    expect(comment().maxLength).toBe(150)
    write('а'.repeat(150))
    expect(comment().value).toHaveLength(150)
    write('а'.repeat(151))
    expect(comment().value).toHaveLength(150)
  })
  test('the comment says how many characters it has [O-VALID-15]', async () => {
    await open(async () => true)
    const counter = () => document.getElementById(comment().getAttribute('aria-describedby') ?? '')?.textContent
    expect(counter()).toContain('0/150')
    write('Дорого')
    expect(counter()).toContain('6/150')
  })
  test('without reasons there is the comment only, and closing sends nothing', async () => {
    const save = vi.fn<(feedback: Feedback) => Promise<boolean>>(async () => true)
    const answer = await open(save, { reasons: [] })
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.getByRole('textbox', { name: 'Почему уходите' })).toBeTruthy()
    press('Не сейчас')
    press('Закрыть')
    expect(answer.mock.calls).toEqual([['dismissed'], ['dismissed']])
    expect(save).not.toHaveBeenCalled()
  })
})
