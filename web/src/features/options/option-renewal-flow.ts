import type { Option, Result } from '@paket/sdk'
import { isFamily } from '#domain/family.ts'
import { moscowDay } from '#domain/moscow-date.ts'
import { optionEnd, optionRenewalRules } from '#domain/option-badge.ts'
import { retrying } from '#flow/retrying.ts'
import type { Flow } from '#flow/run-flow.ts'
import type { Message } from '#messages/message.ts'
import { type FailureActions, showMessage } from '#flow/show-failure.ts'

/** What the flow of this folder does outside of itself. */
export interface AfterOption extends FailureActions {
  /** Refetches what a switch of the renewal, or its failure, has made stale. */
  refresh(isOn: boolean, end: Result<'changeAutopaymentOption'>): void
}

const close = { label: 'Понятно', action: 'dismissed' } as const

const renewalOffQuestion = (option: Option, now: Date): Message => ({
  id: 'option-renewal-off-question',
  title: 'Выключить автопродление?',
  text: `Опция «${option.title}» проработает${untilEnd(option, now)}, а потом отключится${isFamily(option) ? ' у вас и близких' : ''}`,
  form: 'dialog',
  image: 'clock',
  buttons: [
    { label: 'Не отключать', action: 'dismissed' },
    { label: 'Всё равно отключить', action: 'accept' },
  ],
})
const rules = ({ durationDays }: Option): Message => ({
  id: 'option-renewal-rules',
  title: 'Как продлевается опция',
  text: `${optionRenewalRules(durationDays).join('. ')}.`,
  form: 'dialog',
  image: 'card',
  buttons: [
    { label: 'Включить продление', action: 'accept' },
    { label: 'Не сейчас', action: 'dismissed' },
  ],
})
const isOff = (option: Option, now: Date): Message => ({
  id: 'option-renewal-off',
  title: 'Автопродление выключено',
  text: `Опция работает${untilEnd(option, now)}. Включить продление можно в любой момент`,
  image: 'success',
  buttons: [close],
})
const isOn = (option: Option, now: Date): Message => {
  const day = dayOfEnd(option, now)
  return {
    id: 'option-renewal-on',
    title: 'Автопродление включено',
    text: day ? `Следующее списание ${day}` : 'Оплата спишется в конце срока опции',
    image: 'success',
    buttons: [close],
  }
}
const isOnWithoutCard = (option: Option, now: Date): Message => ({
  id: 'option-renewal-without-card',
  title: 'Не нашли карту',
  text: `Автопродление включено, но списывать не с чего: опция действует${untilEnd(option, now)}`,
  image: 'card',
  buttons: [{ label: 'Привязать карту', action: 'addCard' }, close],
})
const isOnUnknownCard = (option: Option, now: Date): Message => ({
  ...isOn(option, now),
  id: 'option-renewal-unknown-card',
  text: 'Проверьте, что карта привязана: с неё спишется оплата в конце срока',
})
const untilEnd = (option: Option, now: Date) => {
  const day = dayOfEnd(option, now)
  return day ? ` до ${day}` : ''
}
const dayOfEnd = (option: Option, now: Date) => {
  const end = optionEnd(option, now)
  return end && moscowDay(end, now)
}

/** Switches the renewal of an option off after a confirmation, or on after its rules were shown (O-OPTION-17..25). */
export const optionRenewalFlow =
  (option: Option, after: AfterOption, now: () => Date): Flow =>
  async (io, api) => {
    const startedAt = now()
    const turnsOn = !option.autopaymentsEnabled
    const question = turnsOn ? rules(option) : renewalOffQuestion(option, startedAt)
    if ((await io.ask('message', question)) !== 'accept') return
    const change = async () => {
      const changed = await api.changeAutopaymentOption({ optionId: option.optionId, autopaymentsEnabled: turnsOn })
      // Cards are needed only to warn when there is none to charge.
      const cards = changed.ok && turnsOn ? await api.getBankCards() : null
      after.refresh(turnsOn, changed)
      return changed.ok ? { ok: true as const, data: cards } : changed
    }
    const end = await retrying(io, turnsOn ? 'Включаем продление' : 'Выключаем продление', change, { actions: after })
    if (!end.ok) return
    const cards = end.data
    const success = !cards ? isOff : !cards.ok ? isOnUnknownCard : cards.data.cards.length > 0 ? isOn : isOnWithoutCard
    await showMessage(success(option, startedAt), io, after)
  }
