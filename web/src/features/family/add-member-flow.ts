import type { Client, Failure } from '@paket/sdk'
import type { FlowPorts } from '#flow/ports.ts'
import { retrying } from '#flow/retrying.ts'
import type { Flow } from '#flow/run-flow.ts'
import type { Message } from '#messages/message.ts'
import type { NewMember } from './add-member-modal.tsx'
import type { AfterFamily } from './after-family.ts'

/** The option that members are added to. */
export interface FamilyPlaces {
  optionId: string
  /** How many more members can be added. */
  free: number
}
const empty: NewMember = { name: '', phone: '' }

const added = ({ name }: NewMember, hasMore: boolean): Message => ({
  id: 'member-added',
  title: 'Близкий добавлен',
  text: `${name} получит СМС, когда Пакет подключится. Обычно это занимает до 5 минут`,
  image: 'success',
  buttons: [
    ...(hasMore ? [{ label: 'Добавить ещё', action: 'retry' as const }] : []),
    { label: 'Понятно', action: 'dismissed' },
  ],
})

/** Adds members, one after another, while there are free places (O-FAMILY-28..32). */
export const addMemberFlow =
  (places: FamilyPlaces, after: AfterFamily): Flow =>
  async (io, api) => {
    for (let { free } = places; free > 0; free -= 1) {
      const member = await addOne(places.optionId, api, io, after)
      if (!member) return
      if ((await io.ask('message', added(member, free > 1))) !== 'retry') return
    }
  }

/** Asks for a member and adds them. Resolves with the added member, or null when the user has stopped. */
async function addOne(
  optionId: string,
  api: Pick<Client, 'createSubscriberRelation'>,
  io: FlowPorts,
  after: AfterFamily,
): Promise<NewMember | null> {
  for (let filled = empty; ;) {
    const member = await io.ask('addMember', filled)
    if (member === 'dismissed') return null
    const end = await send(optionId, member, api, io, after)
    if (end === 'added') return member
    if (end === 'left') return null
    filled = member
  }
}

/** Sends a member. The same request is repeated only after a failure that may pass; after any other one the filled form is shown again (OO-05). */
async function send(
  optionId: string,
  { name, phone }: NewMember,
  api: Pick<Client, 'createSubscriberRelation'>,
  io: FlowPorts,
  after: AfterFamily,
): Promise<'added' | 'form' | 'left'> {
  const body = { optionId, subscriberRelationName: name, subscriberRelationPhone: phone }
  const add = async () => {
    const result = await api.createSubscriberRelation(body)
    after.refresh('createSubscriberRelation', result)
    return result
  }
  const mayRepeat = ({ outcome }: Failure<'createSubscriberRelation'>) => outcome === 'member-not-added'
  const end = await retrying(io, 'Добавляем близкого', add, { actions: after, mayRepeat })
  if (end.ok) return 'added'
  return end.action === 'retry' ? 'form' : 'left'
}
