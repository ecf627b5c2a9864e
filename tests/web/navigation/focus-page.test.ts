// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { focusNewPages } from '../../../web/src/navigation/focus-page.ts'

const bar = '<button id="tab">Кешбэк</button>'
const page = (content: string) => `<main id="main" tabindex="-1">${content}</main>`
const skeleton = page('<span data-skeleton></span>')

const focused = () => document.activeElement?.textContent
/** Until observers have run. */
const settled = () => new Promise((done) => setTimeout(done))
let pages = 0
/** As the router: the address changes, and listeners render. */
function follow(content: string, kind = 'pushState'): Promise<void> {
  window.history.pushState(null, '', `/page-${++pages}`)
  window.dispatchEvent(new Event(kind))
  return show(content)
}
async function show(content: string): Promise<void> {
  document.querySelector('main')?.remove()
  document.body.insertAdjacentHTML('beforeend', content)
  await settled()
}

beforeAll(() => void focusNewPages())
beforeEach(async () => {
  document.body.innerHTML = bar + page('<h1>Главная</h1>')
  document.getElementById('tab')?.focus()
  await settled()
})

test('focuses the heading of the page that a link leads to', async () => {
  await follow(page('<h1>Кешбэк</h1><p>0 баллов</p>'))
  expect(document.activeElement?.tagName).toBe('H1')
  expect(focused()).toBe('Кешбэк')
})
test('focuses the content of a page without a heading', async () => {
  await follow(page('<p>Сообщение</p>'))
  expect(document.activeElement?.id).toBe('main')
})
test('focuses the heading of a page that loads lazily, once it is there', async () => {
  await follow(skeleton)
  expect(document.activeElement?.id).toBe('tab')
  await show(page('<h1>Предложения</h1>'))
  expect(focused()).toBe('Предложения')
})
test('does not focus the page that is left, which stays hidden while the next one loads', async () => {
  window.history.pushState(null, '', `/page-${++pages}`)
  window.dispatchEvent(new Event('pushState'))
  document.body.insertAdjacentHTML('beforeend', skeleton)
  await settled()
  expect(document.activeElement?.id).toBe('tab')
})
test('leaves the focus to a user who has moved on while the page loads', async () => {
  document.body.insertAdjacentHTML('afterbegin', '<a id="home" href="/">Пакет</a>')
  await follow(skeleton)
  document.getElementById('home')?.focus()
  await show(page('<h1>Предложения</h1>'))
  expect(document.activeElement?.id).toBe('home')
})
test('leaves the focus to an open modal', async () => {
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog" aria-modal="true" tabindex="-1"></div>')
  await follow(page('<h1>Кешбэк</h1>'))
  expect(document.activeElement?.id).toBe('tab')
})
test('leaves the focus alone where a page has replaced another, or the address changes within a page', async () => {
  await follow(page('<h1>Кешбэк</h1>'), 'replaceState')
  expect(document.activeElement?.id).toBe('tab')
  window.history.pushState(null, '', '?tab=2')
  window.dispatchEvent(new Event('popstate'))
  await show(page('<h1>Кешбэк</h1>'))
  expect(document.activeElement?.id).toBe('tab')
})
test('focuses the heading of the page that the back button leads to', async () => {
  await follow(page('<h1>Кешбэк</h1>'), 'popstate')
  expect(focused()).toBe('Кешбэк')
})
