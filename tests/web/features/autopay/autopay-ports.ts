import { bundleNamed, type Subscriber, toSubscriber } from '@paket/sdk'
import { expect, vi } from 'vitest'
import type { AfterAutopay, Renewal } from '#web/features/autopay/autopay.ts'
import type { FlowPorts } from '#web/flow/ports.ts'
import type { Flow } from '#web/flow/run-flow.ts'
import type { Feedback } from '#web/features/autopay/feedback.ts'
import type { ModalName, Modals } from '#web/modals/define-modal.ts'
import type { Message } from '#web/messages/message.ts'
import { clientData } from '#support/client-data.ts'
import { type Answers, apiThatAnswers } from '#support/fake-api.ts'
import { answerOf, type Press } from '#support/presses.ts'
import { expectButtonFor } from '#support/scripted-ports.ts'

/** The reply to each modal in turn. `saves`: the survey is filled in and saved this many times before it is answered. */
export type Reply =
  | [name: 'message', answer: Modals['message']['answers']]
  | [name: 'counterOffer', answer: Press<'counterOffer'>]
  | [name: 'rejectReasons', answer: Modals['rejectReasons']['answers'], ...saves: Feedback[]]

export const renewalOf = (own: Parameters<typeof clientData>[0] = {}): Renewal => {
  const subscriber: Subscriber = toSubscriber(clientData(own))
  return {
    subscriber,
    priceKopecks: bundleNamed('standard199').priceKopecks,
    now: () => new Date('2026-11-10T09:00:00Z'),
  }
}

/** Runs a flow whose modals are answered from a list; returns the modals, the requests and the effects. */
export async function run(flowOf: (after: AfterAutopay) => Flow, answers: Answers, replies: Reply[]) {
  const opened: { name: ModalName; given: Modals[ModalName]['given'] }[] = []
  const spinners: string[] = []
  const saved: boolean[] = []
  const { api, sent } = apiThatAnswers(answers)
  const after = {
    refresh: vi.fn<AfterAutopay['refresh']>(),
    support: vi.fn<NonNullable<AfterAutopay['support']>>(),
    showNotSaved: vi.fn<AfterAutopay['showNotSaved']>(),
  }
  const io = {
    async ask<Name extends ModalName>(name: Name, given: Modals[Name]['given']) {
      opened.push({ name, given })
      const [expected, answer, ...saves] = replies.shift() ?? []
      if (expected !== name) throw new Error(`${expected} was to be asked, but ${name} was: ${JSON.stringify(given)}`)
      expectButtonFor(answer, given)
      for (const feedback of saves) saved.push(await (given as Modals['rejectReasons']['given']).save(feedback))
      return answerOf(name, given, answer as Press<Name>)
    },
    async spinner<T>(text: string, work: () => Promise<T>) {
      spinners.push(text)
      return work()
    },
    // These flows use no other ports.
  } as unknown as FlowPorts
  await flowOf(after)(io, api)
  expect(replies).toEqual([])
  return {
    /** Titles of messages, and names of other modals. */
    titles: opened.map(({ name, given }) => (name === 'message' ? titleOf(given as Message) : name)),
    given: opened.map(({ given }) => given),
    spinners,
    saved,
    after,
    sent,
    calls: sent.map(({ call }) => call),
  }
}
const titleOf = ({ title }: Message) => title.replaceAll('\u00a0', ' ')
