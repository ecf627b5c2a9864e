// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let useFocusedHeading: () => void
let loaded: (page: { default: () => ReactNode }) => void
let Lazy: ComponentType
function AccountPage({ children }: { children: ReactNode }) {
  useFocusedHeading()
  return (
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  )
}
const pages: Record<string, () => ReactNode> = {
  '/profile': () => <h1>Главная</h1>,
  '/score': () => <h1>Кешбэк</h1>,
  '/offers': () => <Lazy />,
  '/message': () => <p>Оплата идёт</p>,
}
function Account() {
  const { pathname } = window.location
  return (
    <>
      <a href="/score">Кешбэк</a>
      <a href="/offers">Предложения</a>
      <a href="/message">Сообщение</a>
      <button>Меню</button>
      <Suspense fallback={<main data-skeleton />}>
        <AccountPage key={pathname}>{pages[pathname]?.()}</AccountPage>
      </Suspense>
    </>
  )
}
let account: ReturnType<typeof render>
beforeEach(async () => {
  window.history.replaceState(null, '', '/profile')
  Lazy = lazy(() => new Promise<{ default: () => ReactNode }>((done) => (loaded = done)))
  // A visit starts with its first page.
  vi.resetModules()
  ;({ useFocusedHeading } = await import('#web/navigation/focus-heading.ts'))
  account = render(<Account />)
})
afterEach(cleanup)

function goTo(path: string): void {
  window.history.pushState(null, '', path)
  account.rerender(<Account />)
}
function follow(name: string): void {
  const link = screen.getByRole<HTMLAnchorElement>('link', { name })
  link.focus()
  goTo(link.pathname)
}
const focused = () => [document.activeElement?.tagName, document.activeElement?.textContent].join(' ')

test('leaves the focus where a visit begins', () => {
  expect(document.activeElement).toBe(document.body)
})
test('moves the focus to the heading of the page that a link leads to', () => {
  follow('Кешбэк')
  expect(focused()).toBe('H1 Кешбэк')
})
test('moves the focus to the heading of another page when the focus goes with the page that is left', () => {
  follow('Кешбэк')
  goTo('/profile')
  expect(focused()).toBe('H1 Главная')
})
test('moves the focus to the content of a page without a heading', () => {
  follow('Сообщение')
  expect(focused()).toBe('MAIN Оплата идёт')
})
test('moves the focus to the heading of a page that loads, once it is there', async () => {
  follow('Предложения')
  expect(focused()).toBe('A Предложения')
  loaded({ default: () => <h1>Предложения</h1> })
  expect(await screen.findByRole('heading', { name: 'Предложения' })).toBe(document.activeElement)
})
test('leaves the focus to a user who has moved on while the page loads', async () => {
  follow('Предложения')
  screen.getByRole('button', { name: 'Меню' }).focus()
  loaded({ default: () => <h1>Предложения</h1> })
  await screen.findByRole('heading', { name: 'Предложения' })
  expect(focused()).toBe('BUTTON Меню')
})
test('leaves the focus to an open modal', () => {
  const modal = document.body.appendChild(document.createElement('div'))
  modal.setAttribute('aria-modal', 'true')
  follow('Кешбэк')
  modal.remove()
  expect(focused()).toBe('A Кешбэк')
})
test('leaves the focus alone when only the query changes', () => {
  goTo('?order=o1')
  expect(document.activeElement).toBe(document.body)
})
