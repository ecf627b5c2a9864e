// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ArticleModal } from '#web/features/articles/article-modal.tsx'
import type { Article } from '#web/domain/article.ts'

afterEach(cleanup)
const article: Article = {
  title: 'Как получить карту',
  text: 'За пару минут',
  points: [{ title: 'Откройте', text: 'приложение' }, { text: 'Выпустите карту' }],
}
function show(own: Partial<Article> = {}) {
  const answer = vi.fn()
  render(<ArticleModal {...article} {...own} open onLeft={() => undefined} answer={answer} />)
  return answer
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('is read point by point and closed', () => {
  const answer = show()
  expect(screen.getByRole('dialog', { name: 'Как получить карту' }).textContent).toContain('За пару минут')
  expect(screen.getByRole('list').tagName).toBe('UL')
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Откройтеприложение',
    'Выпустите карту',
  ])
  expect(screen.queryByRole('button', { name: 'Написать в поддержку' })).toBeNull()
  press('Понятно')
  press('Закрыть')
  expect(answer.mock.calls).toEqual([['dismissed'], ['dismissed']])
})
test('steps are a numbered list, and support is asked where it is offered', () => {
  const answer = show({ isOrdered: true, offersSupport: true })
  expect(screen.getByRole('list').tagName).toBe('OL')
  press('Написать в поддержку')
  expect(answer.mock.calls).toEqual([['support']])
})
