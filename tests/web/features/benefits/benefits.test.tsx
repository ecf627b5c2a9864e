// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Benefits } from '#web/features/benefits/benefits.tsx'

afterEach(cleanup)

test('names the four things that the subscription gives [C-LAYOUT-15]', () => {
  render(<Benefits tone="white" />)
  expect(screen.getAllByRole('listitem')).toHaveLength(4)
  expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'Повышенный кешбэк',
    'Бесплатные доставки',
    'Любимые категории',
    'Предложения партнёров',
  ])
})
