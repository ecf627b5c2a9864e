import { expect, it } from 'vitest'
import { mockOfFile } from '../support.ts'
import { openPanelOf } from './panel.ts'

const mock = mockOfFile()

it('«Reset everything» asks first', async () => {
  const { login } = await mock.user()
  const panel = await openPanelOf(mock.origin, login)
  const resets = () => panel.requests.filter((request) => request === 'POST /__mock/reset').length
  panel.page.confirm = () => false
  await panel.press('Reset everything')
  expect(resets()).toBe(0)
  panel.page.confirm = () => true
  await panel.press('Reset everything')
  await panel.says('Everything is reset')
  expect(resets()).toBe(1)
  // The user is gone too.
  await panel.press(`Create a new subscriber ${login}`)
})

it('choosing an example of the content system keeps its delay, and the default answer has none', async () => {
  const panel = await openPanelOf(mock.origin, (await mock.user()).login)
  const content = panel.section('Content system')
  await panel.press('3 s late')
  await content.findByText('Now: as usual, 3000 ms late.')
  await panel.press('several')
  await content.findByText('Now: several, 3000 ms late.')
  expect(await mock.control('GET', '/content')).toMatchObject({ body: { example: 'several', delayMs: 3000 } })
  await panel.press('As usual')
  await content.findByText('Now: as usual.')
  expect(await mock.control('GET', '/content')).toMatchObject({ body: { example: null, delayMs: 0 } })
})

it('chooses the content system’s answer for all users', async () => {
  const panel = await openPanelOf(mock.origin, (await mock.user()).login)
  const offers = async () => {
    const answer = await fetch(`${mock.origin}/cms/api/my-paket-page?status=published&populate=tags`)
    return ((await answer.json()) as { data: { offers: object[] } }).data.offers.length
  }
  await panel.press('none')
  await panel.section('Content system').findByText('Now: none.')
  expect(await offers()).toBe(0)
  await panel.press('several')
  await panel.section('Content system').findByText('Now: several.')
  expect(await offers()).toBeGreaterThan(2)
  await panel.press('As usual')
  await panel.section('Content system').findByText('Now: as usual.')
  expect(await offers()).toBeGreaterThan(2)
})

it('jumps to the day before the paid time ends, and to the next scheduled change', async () => {
  const user = await mock.user('activated')
  const panel = await openPanelOf(mock.origin, user.login)
  const { now: start } = (await user.control('GET', '/clock')) as { now: string }
  const daysSinceStart = async () => {
    const { now } = (await user.control('GET', '/clock')) as { now: string }
    return Math.round((Date.parse(now) - Date.parse(start)) / 86_400_000)
  }
  // The scenario `activated` renews in 12 days.
  await panel.press(/^Jump to the day before \d{4}-\d\d-\d\d, the end of the paid period$/)
  await panel.says(/^The clock of this user shows \d{4}-/)
  expect(await daysSinceStart()).toBe(11)
  await panel.press(/^Jump to \d{4}-\d\d-\d\d \d\d:\d\d, subscription: renewed$/)
  await panel.until(() => expect(panel.requests.filter((one) => /^PUT .*clock$/.test(one))).toHaveLength(2))
  await expect.poll(daysSinceStart).toBe(12)
})

it('a user in the grace period has only a jump to the next scheduled change', async () => {
  const panel = await openPanelOf(mock.origin, (await mock.user('grace')).login)
  const jumps = panel.find.getAllByRole('button', { name: /^Jump to/ })
  expect(jumps.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/subscription: grace → \w+$/)])
  jumps[0]!.click()
  await panel.until(() => {
    const current = panel.region('Lifecycle').querySelector('[aria-current]')
    expect(current?.textContent).not.toMatch(/grace|^$/)
  })
})

it('sets the user’s clock to a date in Moscow time, and the date follows its jumps', async () => {
  const panel = await openPanelOf(mock.origin, (await mock.user()).login)
  const clock = panel.section('Clock of this user')
  const date = clock.getByLabelText<HTMLInputElement>('Date and time in Moscow')
  panel.fill(date, '2031-03-01T09:30:00')
  clock.getByRole('button', { name: 'Stop at this time' }).click()
  await clock.findByText('2031-03-01 09:30:00 Moscow time, stopped')
  clock.getByRole('button', { name: '+1 day' }).click()
  await panel.until(() => expect(date.value).toMatch(/^2031-03-02T09:30/))
})

it('continues a stopped clock from its time', async () => {
  const panel = await openPanelOf(mock.origin, (await mock.user()).login)
  const clock = panel.section('Clock of this user')
  panel.fill(clock.getByLabelText('Date and time in Moscow'), '2031-03-01T09:30:00')
  clock.getByRole('button', { name: 'Stop at this time' }).click()
  const proceed = await clock.findByRole('button', { name: 'Continue' })
  proceed.click()
  await clock.findByRole('button', { name: 'Stop' })
  await clock.findByText(/^2031-03-01 09:3\d:\d\d Moscow time$/)
})
