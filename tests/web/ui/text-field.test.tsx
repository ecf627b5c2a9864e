// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { TextField } from '#web/ui/text-field.tsx'

afterEach(cleanup)

function Field({ error }: { error?: string }) {
  const [value, setValue] = useState('ABC')
  return (
    <TextField
      label="Промокод"
      hint="Буквы и цифры"
      value={value}
      onChange={setValue}
      error={error}
      clearLabel="Очистить"
    />
  )
}

it('is named by its label and described by its hint', () => {
  render(<Field />)
  const field = screen.getByRole('textbox', { name: 'Промокод' })
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Буквы и цифры')
  expect(field.getAttribute('aria-invalid')).toBeNull()
})
it('says what is wrong in place of the hint, in a live region that was there before', () => {
  const { rerender } = render(<Field />)
  const news = screen.getByRole('alert')
  rerender(<Field error="Такого нет" />)
  const field = screen.getByRole('textbox', { name: 'Промокод' })
  expect({ textContent: news.textContent, ariaInvalid: field.getAttribute('aria-invalid') }).toEqual({
    textContent: 'Такого нет',
    ariaInvalid: 'true',
  })
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Такого нет')
})
it('is emptied by its button, which keeps the focus in the field and goes away', () => {
  render(<Field />)
  fireEvent.click(screen.getByRole('button', { name: 'Очистить' }))
  const field = screen.getByRole<HTMLInputElement>('textbox')
  expect({ value: field.value, activeElement: document.activeElement }).toEqual({ value: '', activeElement: field })
  expect(screen.queryByRole('button')).toBeNull()
})
