// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button } from '#web/ui/button.tsx'

afterEach(cleanup)

describe('Button', () => {
  it('calls onClick when clicked', () => {
    const press = vi.fn()
    render(<Button onClick={press}>Купить</Button>)
    fireEvent.click(screen.getByRole('button', { name: 'Купить' }))
    expect(press).toHaveBeenCalledOnce()
  })

  it('keeps its name and the focus while busy, and does not act', () => {
    const press = vi.fn()
    const view = (busy: boolean) => (
      <Button busy={busy} onClick={press}>
        Купить
      </Button>
    )
    const { rerender } = render(view(false))
    const button = screen.getByRole('button', { name: 'Купить' })
    button.focus()
    rerender(view(true))
    fireEvent.click(button)
    expect(press).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('button', { name: 'Купить' })).toBe(button)
  })

  it.each([
    ['primary', true],
    ['secondary', true],
    ['ghost', false],
  ] as const)('%s has a background of its own when disabled: %s', (variant, has) => {
    render(
      <Button disabled variant={variant}>
        Сбросить
      </Button>,
    )
    expect(screen.getByRole('button', { name: 'Сбросить' }).classList.contains('bg-sunken')).toBe(has)
  })

  it.each([{ busy: true }, { disabled: true }])('does not send a form: %o', (state) => {
    const send = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    render(
      <form onSubmit={send}>
        <Button type="submit" {...state}>
          Отправить
        </Button>
      </form>,
    )
    fireEvent.click(screen.getByRole('button'))
    expect(send).not.toHaveBeenCalled()
  })
})
