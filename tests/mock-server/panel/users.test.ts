import { expect, it } from 'vitest'
import { mockOfFile } from '../support.ts'
import { openPanel, openPanelOf } from './panel.ts'

const mock = mockOfFile()

it('says that no test user has the typed text, and Enter selects the only match', async () => {
  const panel = await openPanel(mock.origin, '')
  const search = await panel.find.findByRole('searchbox', { name: 'Find a test user' })
  panel.fill(search, 'nobody like this')
  panel.find.getByText('No test user has this in its name or title.')
  panel.fill(search, 'hr')
  panel.pressKey(search, 'Enter')
  await panel.shows('hr')
  await panel.find.findByText(/an order is refused, the best terms are there already/)
})

it('shows a user who is chosen before the first responses arrive', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const panel = await openPanel(mock.origin, '', async ({ path }) => {
    if (path === '/__mock/users') await released
    return undefined
  })
  panel.fill(await panel.find.findByRole('searchbox', { name: 'Find a test user' }), 'employee')
  panel.find.getByRole('link', { name: /^hr/ }).click()
  release()
  await panel.find.findByRole('region', { name: 'hr' })
})

it('a button creates a subscriber for an unknown login, and the focus moves to its link', async () => {
  const panel = await openPanel(mock.origin, 'new-subscriber')
  await panel.says('no one has signed in as')
  const create = await panel.find.findByRole('button', { name: 'Create a new subscriber new-subscriber' })
  create.focus()
  create.click()
  await panel.shows('new-subscriber')
  const link = panel.find.getByRole('link', { name: /^new-subscriber/ })
  await panel.until(() => expect(panel.page.document.activeElement).toBe(link))
})

it('the visitor is not offered as a new subscriber', async () => {
  const panel = await openPanelOf(mock.origin, 'anonymous')
  expect(panel.find.queryByRole('button', { name: /^Create a new subscriber/ })).toBeNull()
})

it('malformed percent-encoding in the hash shows an error, and another hash works', async () => {
  const panel = await openPanel(mock.origin, '%')
  await panel.says('A login has')
  const { login } = await mock.user()
  panel.select(login)
  await panel.shows(login)
})

it('an error that each refresh repeats is announced once', async () => {
  const panel = await openPanel(mock.origin, 'unknown-login')
  await panel.says('no one has signed in as')
  const refreshes = () => panel.requests.filter((request) => request === 'GET /__mock/users/unknown-login').length
  const before = refreshes()
  const text = panel.status.firstChild
  await panel.until(() => expect(refreshes()).toBeGreaterThan(before + 1))
  expect(panel.status.firstChild).toBe(text)
})

it('an outage of the mock, also at the start, is an error until the mock answers again', async () => {
  let isDown = false
  let isFirst = true
  const { login } = await mock.user()
  const panel = await openPanelOf(mock.origin, login, ({ path }) => {
    if (path !== '/__mock/cards') return isDown && path.startsWith('/__mock/') ? 'down' : undefined
    const answer = isFirst ? 'down' : undefined
    isFirst = false
    return answer
  })
  isDown = true
  await panel.says('The mock does not answer')
  isDown = false
  await panel.says(/^$/)
})

it('an answer of the app’s proxy without JSON is an error that names the mock', async () => {
  let isDown = false
  const panel = await openPanelOf(mock.origin, (await mock.user()).login, ({ path }) =>
    isDown && path.startsWith('/__mock/') ? { status: 500, body: '' } : undefined,
  )
  isDown = true
  await panel.says('The mock does not answer')
})

it('the test cards and the lifecycle are read once', async () => {
  const panel = await openPanelOf(mock.origin, (await mock.user()).login)
  const times = (path: string) => panel.requests.filter((request) => request === `GET /__mock/${path}`).length
  await panel.until(() => expect(times('users')).toBeGreaterThan(3))
  expect({ cards: times('cards'), lifecycle: times('lifecycle') }).toEqual({ cards: 1, lifecycle: 1 })
})

it.each(['Content system', 'Break a call'])('the link to «%s» focuses its heading', async (name) => {
  const panel = await openPanelOf(mock.origin, (await mock.user()).login)
  await panel.press(name)
  const heading = panel.find.getByRole('heading', { name })
  expect(panel.page.document.activeElement).toBe(heading)
})

it('a truncated snapshot link shows an error', async () => {
  const { login } = await mock.user()
  const panel = await openPanel(mock.origin, `${login}?snapshot=abc`)
  await panel.says('The link is incomplete')
})
