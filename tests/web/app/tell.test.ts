// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { tell, tellSessionOver } from '../../../web/src/app/tell.ts'
import { runFlow } from '../../../web/src/flow/run-flow.ts'
import type { Message, MessageAnswer } from '../../../web/src/modals/catalogue.ts'
import { modalStack } from '../../../web/src/modals/modal-stack.ts'
import { apiThatAnswers } from '../../support/fake-api.ts'
import { fakeServices } from '../../support/fake-services.ts'

const message: Message = { id: 'error', title: 'Что-то пошло не так', image: 'error', buttons: [] }
const titles = () => modalStack.open.map(({ given }) => 'title' in given && given.title)
const leaveSupport = () => modalStack.open.find(({ name }) => name === 'support')?.answer('dismissed')
async function answer(value: MessageAnswer) {
  modalStack.open[0]?.answer(value)
  await new Promise((turn) => setImmediate(turn))
}

beforeEach(() => window.history.replaceState(null, '', '/profile?order=o1&payment=mainCard'))
afterEach(() => expect(modalStack.open).toEqual([]))

describe('tell', () => {
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
    const told = tell(message, fakeServices())
    await answer(value)
    expect(await told).toBe(again)
    leaveSupport()
    await new Promise((turn) => setImmediate(turn))
  })
  test.each([
    ['signIn', { signIn: [['/profile?order=o1&payment=mainCard']], signOut: [] }],
    ['signOut', { signIn: [], signOut: [[]] }],
    ['dismissed', { signIn: [], signOut: [] }],
  ] as const)('%s does what it says', async (value, done) => {
    const { signIn, signOut, ...services } = fakeServices()
    const told = tell(message, { signIn, signOut, ...services })
    await answer(value)
    await told
    expect({ signIn: signIn.mock.calls, signOut: signOut.mock.calls }).toEqual(done)
  })
  test('support opens the ways to reach it', async () => {
    const told = tell(message, fakeServices())
    await answer('support')
    await told
    expect(modalStack.open.map(({ name }) => name)).toEqual(['support'])
    await answer('dismissed')
  })
})

describe('tellSessionOver', () => {
  test('is told once, however many calls fail', async () => {
    const services = fakeServices()
    tellSessionOver('authorize-again', services)
    tellSessionOver('authorize-again', services)
    tellSessionOver('sign-out', services)
    expect(titles()).toEqual(['Произошла ошибка. Пожалуйста, авторизуйтесь повторно'])
    await answer('signIn')
    expect(services.signIn.mock.calls).toEqual([['/profile?order=o1&payment=mainCard']])
    expect(services.signOut).not.toHaveBeenCalled()
  })
  test('is told again when it happens again', async () => {
    const services = fakeServices()
    tellSessionOver('authorize-again', services)
    await answer('signIn')
    tellSessionOver('sign-out', services)
    expect(titles()).toEqual(['Вы вышли из аккаунта'])
    await answer('dismissed')
  })
  test.each([
    ['authorize-again', 'dismissed'],
    ['sign-out', 'dismissed'],
    ['sign-out', 'signIn'],
  ] as const)('%s answered %s signs out at the provider too [C-ERR-21] [C-ERR-24]', async (outcome, value) => {
    const services = fakeServices()
    tellSessionOver(outcome, services)
    await answer(value)
    expect(services.signOut).toHaveBeenCalledOnce()
    expect(services.signIn).not.toHaveBeenCalled()
  })
  test('ends the flow that runs, with its question', async () => {
    const crashes: unknown[] = []
    const running = runFlow(async (io) => void (await io.ask('message', { ...message, title: 'Вопрос потока' })), {
      api: apiThatAnswers({}).api,
      openPayment: async () => true,
      follow: () => undefined,
      onCrash: (error) => void crashes.push(error),
    })
    expect(titles()).toEqual(['Вопрос потока'])
    tellSessionOver('authorize-again', fakeServices())
    await running
    expect(titles()).toEqual(['Произошла ошибка. Пожалуйста, авторизуйтесь повторно'])
    expect(crashes).toEqual([])
    await answer('dismissed')
  })
})
