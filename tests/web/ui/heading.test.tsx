// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Heading } from '#web/ui/heading.tsx'

afterEach(cleanup)

test('the first heading sets the window’s title, also when it changes; a lower one does not', () => {
  const { rerender } = render(<Heading level={1}>Опции</Heading>)
  expect(document.title).toBe('Опции — Пакет')
  rerender(
    <>
      <Heading level={1}>{'Семья'}</Heading>
      <Heading level={2}>Тариф</Heading>
    </>,
  )
  expect(document.title).toBe('Семья — Пакет')
})
