import { retrying } from '#flow/retrying.ts'
import type { Flow } from '#flow/run-flow.ts'
import type { Member } from '#domain/family.ts'
import { phoneMask } from '#domain/member-fields.ts'
import type { Message } from '#messages/message.ts'
import type { AfterFamily } from './after-family.ts'

/** How a member is called: by name, else by phone. */
export const calledMember = ({ subscriberName, subscriberPhone }: Member): string =>
  subscriberName?.trim() || (subscriberPhone ? phoneMask(subscriberPhone) : '')

const confirmation = (called: string): Message => ({
  id: 'member-removal-question',
  title: called ? `Удалить близкого ${called}, вы уверены?` : 'Удалить близкого, вы уверены?',
  text: 'Преимущества Пакета отключатся, место освободится',
  form: 'dialog',
  image: 'error',
  buttons: [
    { label: 'Удалить', action: 'accept', danger: true },
    { label: 'Не удалять', action: 'dismissed' },
  ],
})
const removed: Message = {
  id: 'member-removed',
  title: 'Близкий удалён',
  text: 'Место освободится через несколько минут, и вы сможете добавить кого-то ещё',
  image: 'success',
  buttons: [{ label: 'Понятно', action: 'dismissed' }],
}

/** Removes a member after it was confirmed (O-FAMILY-33..36). */
export const removeMemberFlow =
  (optionId: string, member: Member, after: AfterFamily): Flow =>
  async (io, api) => {
    if ((await io.ask('message', confirmation(calledMember(member)))) !== 'accept') return
    const remove = async () => {
      const result = await api.deleteSubscriberRelation({ optionId, relationId: member.relationId })
      after.refresh('deleteSubscriberRelation', result)
      return result
    }
    const end = await retrying(io, 'Удаляем близкого', remove, { actions: after })
    if (end.ok) await io.ask('message', removed)
  }
