// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { showMessageOutsideFlow, showSessionOver, showSignedOut } from '#web/services/show-message.ts'
import { runFlow } from '#web/flow/run-flow.ts'
import type { Message, MessageAction } from '#web/messages/message.ts'
import { dismissAll, modalStack } from '#web/modals/modal-stack.ts'
import { fakeServices } from '#support/fake-services.ts'
import { flowDependencies } from '#support/flow-dependencies.ts'

const message: Message = { id: 'error', title: 'Что-то пошло не так', image: 'error', buttons: [] }
const titles = () => modalStack.open.map(({ given }) => 'title' in given && given.title)
const leaveSupport = () => modalStack.open.find(({ name }) => name === 'support')?.answer('dismissed')
async function answer(value: MessageAction) {
  modalStack.open[0]?.answer(value)
  await new Promise((turn) => setImmediate(turn))
}

beforeEach(() => window.history.replaceState(null, '', '/profile?order=o1&payment=mainCard'))
afterEach(() => expect(modalStack.open).toEqual([]))

describe('showMessageOutsideFlow', () => {
  test.each([
    ['retry', true],
    ['reload', true],
    ['check', true],
    ['support', false],
    ['signIn', false],
    ['signOut', false],
    ['account', false],
    ['dismissed', false],
  ] as const)('%s means to try again: %s', async (value, again) => {
    const shown = showMessageOutsideFlow(message, fakeServices())
    await answer(value)
    expect(await shown).toBe(again)
    leaveSupport()
    await new Promise((turn) => setImmediate(turn))
  })
  test.each([
    ['signIn', { signIn: [['/profile?order=o1&payment=mainCard']], signOut: [] }],
    ['signOut', { signIn: [], signOut: [[]] }],
    ['dismissed', { signIn: [], signOut: [] }],
  ] as const)('%s does what it says', async (value, done) => {
    const { signIn, signOut, ...services } = fakeServices()
    const shown = showMessageOutsideFlow(message, { signIn, signOut, ...services })
    await answer(value)
    await shown
    expect({ signIn: signIn.mock.calls, signOut: signOut.mock.calls }).toEqual(done)
  })
  test('support opens the ways to reach it', async () => {
    const shown = showMessageOutsideFlow(message, fakeServices())
    await answer('support')
    await shown
    expect(modalStack.open.map(({ name }) => name)).toEqual(['support'])
    await answer('dismissed')
  })
})

describe('showSessionOver', () => {
  test('is shown once, however many calls fail', async () => {
    const services = fakeServices()
    showSessionOver('authorize-again', services)
    showSessionOver('authorize-again', services)
    showSessionOver('sign-out', services)
    expect(titles()).toEqual(['Произошла ошибка. Пожалуйста, авторизуйтесь повторно'])
    await answer('signIn')
    expect(services.signIn.mock.calls).toEqual([['/profile?order=o1&payment=mainCard']])
    expect(services.signOut).not.toHaveBeenCalled()
  })
  test('is shown again when it happens again', async () => {
    const services = fakeServices()
    showSessionOver('authorize-again', services)
    await answer('signIn')
    showSessionOver('authorize-again', services)
    expect(titles()).toEqual(['Произошла ошибка. Пожалуйста, авторизуйтесь повторно'])
    await answer('dismissed')
  })
  test('authorize-again that is closed signs out at the provider too', async () => {
    const services = fakeServices()
    showSessionOver('authorize-again', services)
    expect(services.signOut).not.toHaveBeenCalled()
    await answer('dismissed')
    expect(services.signOut).toHaveBeenCalledOnce()
    expect(services.signIn).not.toHaveBeenCalled()
  })
  test.each([
    ['dismissed', []],
    ['signIn', [['/profile', true]]],
  ] as const)(
    'sign-out signs out at once, and says so where that has led to; answered %s it signs in: %j [C-ERR-21] [C-ERR-24]',
    async (value, signedIn) => {
      const before = fakeServices()
      showSessionOver('sign-out', before)
      expect({ titles: titles(), signOutCalls: before.signOut.mock.calls.length }).toEqual({
        titles: [],
        signOutCalls: 1,
      })
      const services = fakeServices()
      void showSignedOut(services)
      // The provider may still have its session, and then calls would fail again: the message stays instead of signing the user in again and again.
      showSessionOver('sign-out', services)
      expect(titles()).toEqual(['Вы вышли из аккаунта'])
      await answer(value)
      expect(services.signIn.mock.calls).toEqual(signedIn)
      expect(services.signOut).not.toHaveBeenCalled()
      void showSignedOut(services)
      expect(titles()).toEqual([])
    },
  )
  test.each(['dismissed', 'signIn'] as const)(
    'sign-out inside a partner’s app, which would close, shows the message first: answered %s it closes [C-ERR-21] [C-ERR-24]',
    async (value) => {
      const web = fakeServices()
      const token = { first: async () => 'opaque', refresh: async () => 'opaque' }
      const services = { ...web, host: { ...web.host, token } }
      showSessionOver('sign-out', services)
      expect({ titles: titles(), signOutCalls: services.signOut.mock.calls }).toEqual({
        titles: ['Вы вышли из аккаунта'],
        signOutCalls: [],
      })
      await answer(value)
      expect(services.signOut).toHaveBeenCalledOnce()
      expect(services.signIn).not.toHaveBeenCalled()
    },
  )
  test.each(['authorize-again', 'sign-out'] as const)(
    '%s: a page that goes while it is open has chosen nothing; it is shown again [C-ERR-21]',
    async (outcome) => {
      const web = fakeServices()
      const token = { first: async () => 'opaque', refresh: async () => 'opaque' }
      const services = { ...web, host: { ...web.host, token } }
      showSessionOver(outcome, services)
      dismissAll()
      await new Promise((turn) => setImmediate(turn))
      expect({
        titles: titles(),
        signInCalls: services.signIn.mock.calls,
        signOutCalls: services.signOut.mock.calls,
      }).toEqual({ titles: [], signInCalls: [], signOutCalls: [] })
      showSessionOver(outcome, services)
      expect(titles()).toHaveLength(1)
      await answer('dismissed')
      expect(services.signOut).toHaveBeenCalledOnce()
    },
  )
  test('ends the flow that runs, with its question', async () => {
    const outside = flowDependencies()
    const running = runFlow(
      async (io) => void (await io.ask('message', { ...message, title: 'Вопрос потока' })),
      outside,
    )
    expect(titles()).toEqual(['Вопрос потока'])
    showSessionOver('authorize-again', fakeServices())
    await running
    expect(titles()).toEqual(['Произошла ошибка. Пожалуйста, авторизуйтесь повторно'])
    expect(outside.onCrash).not.toHaveBeenCalled()
    await answer('dismissed')
  })
})
