// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { CheckboxList } from '#web/ui/checkbox-list.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

afterEach(cleanup)

describe('CheckboxList', () => {
  const items = [
    { value: 'one', title: 'Дорого' },
    { value: 'two', title: 'Далеко' },
  ]
  it('is a group named by its label, each box named by its title', () => {
    render(<CheckboxList label="Почему" items={items} values={['two']} onChange={() => {}} />)
    expect(screen.getByRole('group', { name: 'Почему' })).toBeTruthy()
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([false, true])
    expect(screen.getByRole('checkbox', { name: 'Далеко' })).toBeTruthy()
  })
  it('adds checked values and removes unchecked ones', () => {
    const change = vi.fn<(values: string[]) => void>()
    render(<CheckboxList label="Почему" items={items} values={['two']} onChange={change} />)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Дорого' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Далеко' }))
    expect(change.mock.calls).toEqual([[['two', 'one']], [[]]])
  })
})

describe('TextArea', () => {
  function Comment() {
    const [value, setValue] = useState('')
    return <TextArea label="Комментарий" limit={4} value={value} onChange={setValue} />
  }
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Комментарий' })
  const write = (value: string) => fireEvent.change(field(), { target: { value } })

  it('counts characters, aloud too', () => {
    render(<Comment />)
    write('аб')
    const counter = document.getElementById(field().getAttribute('aria-describedby') ?? '')
    expect(counter?.textContent).toBe('2/4Символов: 2 из 4')
  })
  it('cuts what is pasted, never in the middle of a character', () => {
    render(<Comment />)
    write('абвгд')
    expect(field().value).toBe('абвг')
    write('абв😀')
    expect(field().value).toBe('абв')
    write('аб😀')
    expect(field().value).toBe('аб😀')
  })
})

describe('BarChart', () => {
  const bars = (count: number, value = (place: number) => place) =>
    Array.from({ length: count }, (_, place) => ({
      key: String(place),
      label: `м${place}`,
      value: value(place),
      text: `${value(place)} б`,
    }))
  const heights = () =>
    [...document.querySelectorAll('rect')].map((bar) => parseFloat(bar.getAttribute('height') ?? ''))

  it('is a picture with a name, its columns as high as their numbers', () => {
    render(<BarChart label="Баллы" bars={bars(3, (place) => [0, 50, 100][place] ?? 0)} />)
    expect(screen.getByRole('img', { name: 'Баллы' })).toBeTruthy()
    const [none = 0, half = 0, whole = 0] = heights()
    expect(half * 2).toBe(whole)
    expect(none).toBeGreaterThan(0)
    expect(none).toBeLessThan(half)
  })
  it('draws only low bars when all values are 0', () => {
    render(<BarChart label="Баллы" bars={bars(4, () => 0)} />)
    expect(new Set(heights()).size).toBe(1)
    expect(heights()[0]).toBeLessThan(5)
  })
  it('shows numbers while there is room for them, names always', () => {
    render(<BarChart label="Баллы" bars={bars(6)} />)
    expect(screen.getByText('5 б')).toBeTruthy()
    cleanup()
    render(<BarChart label="Баллы" bars={bars(12)} />)
    expect(screen.queryByText('5 б')).toBeNull()
    expect(screen.getByText('м11')).toBeTruthy()
  })
})
