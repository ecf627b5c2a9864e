// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RadioList } from '#web/ui/radio-list.tsx'
import { Toggle } from '#web/ui/toggle.tsx'

afterEach(cleanup)

const plans = [
  { value: 'one', title: '1 месяц', price: '199 ₽' },
  { value: 'six', title: '6 месяцев', price: '8 990 баллов', disabledReason: 'Не хватает 100 баллов' },
  { value: 'year', title: '12 месяцев', hint: 'Выгода 789 рублей', price: '1 599 ₽', badge: 'выгодно' },
] as const

function Plans({ onChoice }: { onChoice: (value: string) => void }) {
  const [value, setValue] = useState<(typeof plans)[number]['value']>('one')
  const choose = (next: typeof value): void => {
    setValue(next)
    onChoice(next)
  }
  return <RadioList label="Срок" items={plans} value={value} onChange={choose} />
}

describe('RadioList', () => {
  it('is named by its label, each row by its title and price, described by its hint', () => {
    render(<Plans onChoice={() => {}} />)
    expect(screen.getByRole('radiogroup', { name: 'Срок' })).toBeTruthy()
    const row = screen.getByRole('radio', { name: '12 месяцев выгодно 1 599 ₽' })
    expect(document.getElementById(row.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Выгода 789 рублей')
  })

  it('does not choose a disabled row, which says why', () => {
    const choice = vi.fn()
    render(<Plans onChoice={choice} />)
    const row = screen.getByRole('radio', { name: /6 месяцев/ })
    fireEvent.click(row)
    expect(choice).not.toHaveBeenCalled()
    expect(row.getAttribute('aria-disabled')).toBe('true')
    expect(row.textContent).toContain('Не хватает 100 баллов')
  })

  it('moves the choice by arrows, past the disabled row and round', () => {
    const choice = vi.fn()
    render(<Plans onChoice={choice} />)
    screen.getByRole('radio', { name: /^1 месяц/ }).focus()
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown' })
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown' })
    expect(choice.mock.calls).toEqual([['year'], ['one']])
  })
})

describe('Toggle', () => {
  it('asks for the other state and is described by its hint', () => {
    const change = vi.fn()
    render(<Toggle label="Оплатить баллами" hint="На счёте 500 баллов" checked={false} onChange={change} />)
    const toggle = screen.getByRole('switch', { name: 'Оплатить баллами' })
    expect(toggle.getAttribute('aria-checked')).toBe('false')
    fireEvent.click(toggle)
    expect(change.mock.calls).toEqual([[true]])
    expect(document.getElementById(toggle.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'На счёте 500 баллов',
    )
  })

  it('does not turn while disabled', () => {
    const change = vi.fn()
    render(<Toggle label="Оплатить баллами" checked={false} disabled onChange={change} />)
    fireEvent.click(screen.getByRole('switch'))
    expect(change).not.toHaveBeenCalled()
  })
})
