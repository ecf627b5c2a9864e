import { retrying } from '#flow/retrying.ts'
import type { Flow } from '#flow/run-flow.ts'
import type { Member } from '#domain/family.ts'
import { phoneMask } from '#domain/member-fields.ts'
import type { Message } from '#messages/message.ts'
import type { AfterFamily } from './after-family.ts'

/** The name of a member to show; without a name the phone number. */
export const memberDisplayName = ({ subscriberName, subscriberPhone }: Member): string =>
  subscriberName?.trim() || (subscriberPhone ? phoneMask(subscriberPhone) : '')

const confirmation = (name: string): Message => ({
  id: 'member-removal-question',
  title: name ? `Удалить близкого ${name}, вы уверены?` : 'Удалить близкого, вы уверены?',
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
  text: 'Место освободится через несколько минут, и вы сможете добавить другого близкого',
  image: 'success',
  buttons: [{ label: 'Понятно', action: 'dismissed' }],
}

/** Removes a member after a confirmation (O-FAMILY-33..36). */
export const removeMemberFlow =
  (optionId: string, member: Member, after: AfterFamily): Flow =>
  async (io, api) => {
    if ((await io.ask('message', confirmation(memberDisplayName(member)))) !== 'accept') return
    const remove = async () => {
      const result = await api.deleteSubscriberRelation({ optionId, relationId: member.relationId })
      after.refresh('deleteSubscriberRelation', result)
      return result
    }
    const end = await retrying(io, 'Удаляем близкого', remove, { actions: after })
    if (end.ok) await io.ask('message', removed)
  }
