import { expect, it } from 'vitest'
import { mockOfFile, orderBody } from '../support.ts'
import { openPanelOf } from './panel.ts'

const mock = mockOfFile()
const logOf = (panel: Awaited<ReturnType<typeof openPanelOf>>) => panel.region('Journal').querySelectorAll('details')

it('saves the calls of one user as HAR, and clears them', async () => {
  const user = await mock.user()
  const panel = await openPanelOf(mock.origin, user.login)
  await user.call('getScoresBalance')
  await panel.until(() => expect(panel.journal).toEqual([expect.stringContaining('getScoresBalance 200')]))
  const save = panel.section('Journal').getByRole<HTMLAnchorElement>('link', { name: 'Save this user’s calls as HAR' })
  expect(save.download).toBe(`${user.login}.har`)
  expect(await (await fetch(save.href)).json()).toMatchObject({ log: { entries: [{}] } })
  panel.section('Journal').getByRole('button', { name: 'Clear' }).click()
  await panel.until(() => expect(panel.journal).toEqual(['No call yet.']))
})

it('shows which call failed, with its request and response', async () => {
  const user = await mock.user()
  const panel = await openPanelOf(mock.origin, user.login)
  await panel.breakNext('createOrder', 'code 2008')
  await user.call('getScoresBalance')
  await user.call('createOrder', orderBody(true))
  await panel.until(() => expect(panel.journal).toHaveLength(2))
  const failed = panel.journal.filter((text) => text.includes('✗'))
  expect(failed).toEqual([expect.stringContaining('createOrder 200 code 2008')])
  for (const part of ['"usingMainCard": true', '"code": 2008']) expect(failed[0]).toContain(part)
})

it('expands no call after a reset of the user', async () => {
  const user = await mock.user()
  const panel = await openPanelOf(mock.origin, user.login)
  await panel.startOver('activated')
  await user.call('getBankCards')
  await panel.until(() => expect(panel.journal).toEqual([expect.stringContaining('getBankCards 200')]))
  logOf(panel)[0]!.querySelector('summary')!.click()
  // The next refresh draws the journal with the same call and another one.
  await user.call('getScoresBalance')
  await panel.until(() => expect(panel.journal).toHaveLength(2))
  expect(Array.from(logOf(panel), ({ open }) => open)).toEqual([false, true])
  await panel.startOver('activated')
  await panel.until(() => expect(panel.journal).toEqual(['No call yet.']))
  await user.call('getBankCards')
  await panel.until(() => expect(panel.journal).toEqual([expect.stringContaining('getBankCards 200')]))
  expect(logOf(panel)[0]!.open).toBe(false)
})

it('shows an unknown path, and says when no call matches the filter', async () => {
  const user = await mock.user()
  const panel = await openPanelOf(mock.origin, user.login)
  await fetch(`${mock.origin}/bff/api/v1/nothing_here`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await user.token()}`, 'content-type': 'application/json' },
    body: '{}',
  })
  await panel.until(() =>
    expect(panel.journal).toEqual([expect.stringContaining('unknown path /bff/api/v1/nothing_here')]),
  )
  panel.fill(panel.find.getByRole('searchbox', { name: 'Filter' }), 'no such call')
  await panel.until(() => expect(panel.journal).toEqual(['No call matches the filter.']))
})

it('shows a broken answer as it was sent, with its fault, and keeps it among the failures', async () => {
  const user = await mock.user()
  const panel = await openPanelOf(mock.origin, user.login)
  await user.break({ operation: 'getBankCards', break: 'reset', times: 1 })
  await user.call('getBankCards').catch(() => undefined)
  await panel.until(() => expect(panel.journal).toEqual([expect.stringMatching(/✗ \S+ getBankCards reset .*Fault/)]))
  const all = panel.section('Journal of all users')
  all.getByRole('checkbox', { name: 'Failures only' }).click()
  await all.findByText(/getBankCards → reset/)
})
