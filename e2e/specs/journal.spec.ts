import { attachJournal, expect, onPhone, test } from '../test.ts'

test("the journal of a test's user is attached as HAR", onPhone, async ({ signInAs, user }, testInfo) => {
  const account = await signInAs('registered')
  await user.break({ operation: 'createOrder', code: 2004, times: 1 })
  await account.buyByMainCard()
  await expect.poll(() => user.count('createOrder')).toBe(1)
  await attachJournal(user, testInfo)
  const [attached] = testInfo.attachments.filter(({ name }) => name === 'journal.har')
  expect(attached?.contentType).toBe('application/json')
  const { log } = JSON.parse(attached!.body!.toString()) as {
    log: {
      version: string
      entries: { request: { url: string }; response: { status: number; content: { text: string } } }[]
    }
  }
  expect(log.version).toBe('1.2')
  const order = log.entries.find(({ request }) => request.url.endsWith('/create_order'))
  expect(JSON.parse(order!.response.content.text)).toMatchObject({ code: 2004 })
  expect(attached!.body!.toString()).not.toMatch(/bearer|eyJ/i)
})
