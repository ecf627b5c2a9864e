import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { mockOfFile } from '../support.ts'
import { openPanel, openPanelOf } from './panel.ts'

const mock = mockOfFile()
const card = { bankCardId: 'c0a6e0a8-1a35-4f2e-9a0b-5a0f3a7b1e02' }

describe('the panel’s form for faults', () => {
  it('is hidden until the panel knows the user and the calls', async () => {
    const { promise: known, resolve: answer } = Promise.withResolvers<void>()
    const panel = await openPanel(mock.origin, 'registered', async ({ path }) => {
      if (path === '/__mock/users') await known
      return undefined
    })
    await panel.find.findByRole('searchbox', { name: 'Find a test user' })
    const isHidden = () => panel.find.getByText(/^Another answer/).closest('[hidden]') !== null
    expect(isHidden()).toBe(true)
    answer()
    await panel.until(() => expect(isHidden()).toBe(false))
  })

  it('makes the next removal of a card return code 7, and the journal shows that call', async () => {
    const user = await mock.user('activated')
    const panel = await openPanelOf(mock.origin, user.login)
    await panel.breakNext('unbindCard', 'code 7')
    await panel.section('Break a call').findByText(/^unbindCard: code 7, 1 more/)
    expect(await user.call('unbindCard', card)).toMatchObject({ body: { code: 7 } })
    expect(await user.call('unbindCard', card)).toMatchObject({ body: { code: 0 } })
    await panel.until(() =>
      expect(panel.journal).toEqual([
        expect.stringContaining('unbindCard 200 code 0'),
        expect.stringContaining('unbindCard 200 code 7'),
      ]),
    )
    panel.section('Break a call').getByText('No faults.')
  })

  it('names the removed one when one of two faults of a call is removed', async () => {
    const panel = await openPanelOf(mock.origin, (await mock.user()).login)
    await panel.breakNext('createOrder', 'code 2004')
    await panel.press('Next answer: createOrder code 2010')
    await panel.press('Remove createOrder: code 2010, 1 more')
    await panel.says('Fault removed: createOrder, code 2010')
    panel.section('Break a call').getByRole('button', { name: 'Remove createOrder: code 2004, 1 more' })
  })

  it('removes the right fault after another tester has added one before it', async () => {
    const user = await mock.user()
    let isDown = false
    const panel = await openPanelOf(mock.origin, user.login, ({ path }) =>
      isDown && path === '/__mock/users' ? 'down' : undefined,
    )
    await panel.breakNext('unbindCard', 'code 7')
    // The refresh fails, so the panel still shows the old list.
    isDown = true
    await panel.says('The mock does not answer')
    await user.break({ operation: 'createOrder', code: 2004 }, { operation: 'unbindCard', code: 7, times: 1 })
    await panel.press(/^Remove unbindCard/)
    isDown = false
    const faults = panel.section('Break a call')
    await faults.findByText(/^createOrder: code 2004, until removed/)
    expect(faults.queryByText(/^unbindCard: code 7/)).toBeNull()
  })

  it('adds two faults when «Next answer» is clicked twice at once', async () => {
    const panel = await openPanelOf(mock.origin, (await mock.user()).login)
    panel.choose('Call', 'createOrder')
    const next = panel.find.getByRole('button', { name: 'Next answer: createOrder code 2004' })
    next.click()
    next.click()
    await panel.until(() => {
      expect(panel.section('Break a call').getAllByText(/^createOrder: code 2004, 1 more/)).toHaveLength(2)
    })
  })

  it('finds failures of all calls by their code', async () => {
    const panel = await openPanelOf(mock.origin, (await mock.user()).login)
    const calls = panel.section('Break a call')
    const search = calls.getByRole('searchbox', { name: 'Find by a word or a code' })
    panel.fill(search, 'no such thing')
    calls.getByText('No call or failure has “no such thing”.')
    panel.fill(search, '2004')
    const rows = calls.getAllByRole('row').map(({ textContent }) => textContent)
    for (const call of ['activateByLink', 'createOrder', 'createScoresOrder'])
      expect(rows).toContainEqual(expect.stringContaining(call))
    for (const row of rows) expect(row).toContain('2004')
    await panel.press('Until removed: createOrder code 2004')
    await calls.findByText(/^createOrder: code 2004, until removed/)
  })

  it('adds a fault with any code, a number of times and a condition on the request', async () => {
    const user = await mock.user('activated')
    const panel = await openPanelOf(mock.origin, user.login)
    const calls = panel.section('Break a call')
    panel.choose('Call', 'every call')
    panel.fill(calls.getByLabelText('Code'), '4711')
    panel.fill(calls.getByLabelText('Times'), '1')
    const body = calls.getByLabelText('Only when the request has (JSON)')
    panel.fill(body, '{"bankCardId":')
    await panel.press('Add the fault')
    await panel.says('“Only when the request has (JSON)” is not JSON')
    panel.fill(body, JSON.stringify(card))
    await panel.press('Add the fault')
    await calls.findByText(/^every call: code 4711/)
    expect(await user.call('getBankCards')).toMatchObject({ body: { code: 0 } })
    expect(await user.call('unbindCard', card)).toMatchObject({ body: { code: 4711 } })
    await calls.findByText('No faults.')
  })

  it('has two quick presses on switches both applied', async () => {
    const panel = await openPanelOf(mock.origin, (await mock.user()).login)
    const section = panel.region('Switched off')
    for (const name of ['Close points', 'Close family']) within(section).getByRole('button', { name }).click()
    await panel.until(() =>
      expect(section.textContent).toMatch(/Now: (points closed, family closed|family closed, points closed)\./),
    )
  })

  it('keeps the focus near when the pressed button is removed', async () => {
    const panel = await openPanelOf(mock.origin, (await mock.user()).login)
    await panel.breakNext('unbindCard', 'code 7')
    const remove = await panel.find.findByRole('button', { name: /^Remove unbindCard/ })
    remove.focus()
    remove.click()
    await panel.until(() => expect(panel.page.document.activeElement?.textContent).toBe('Break a call'))
  })
})
