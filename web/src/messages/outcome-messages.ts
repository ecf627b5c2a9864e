import type { OperationId, Outcome } from '@paket/sdk'
import type { Message } from './message.ts'
import { optionNotFound } from './option-words.ts'

const retry = { label: 'Попробовать ещё раз', action: 'retry' } as const
const support = { label: 'Написать в поддержку', action: 'support' } as const
const close = { label: 'Понятно', action: 'dismissed' } as const
const signIn = { label: 'Войти', action: 'signIn' } as const

const incognito = 'Попробуйте открыть сайт в режиме инкогнито или обратитесь в поддержку'
const later = 'Подождите немного и попробуйте снова'

/** Whether the failure's code is shown: 'Код ошибки {code}' (OP-73). */
type OutcomeMessage = Omit<Message, 'code' | 'id' | 'waitUntil'> & { showsCode?: true }

/**
 * The message of each outcome; null shows nothing. A new outcome of the contract does not compile until it has a row. Texts are quoted from
 * the source documents where these have them; the others are ours (OP-41).
 */
const messages = {
  error: { title: 'Произошла ошибка', text: incognito, image: 'error', buttons: [support, close] },
  'error-with-code': {
    title: 'Произошла ошибка',
    text: incognito,
    image: 'error',
    buttons: [support, close],
    showsCode: true,
  },
  'try-again': {
    title: 'Что-то пошло не так',
    text: 'Попробуйте ещё раз, обычно это помогает',
    image: 'error',
    buttons: [retry, close],
  },
  'try-later': { title: 'Попробуйте позже', text: later, image: 'clock', buttons: [close] },
  'check-connection': {
    title: 'Нет связи',
    text: 'Проверьте интернет и попробуйте ещё раз',
    image: 'error',
    buttons: [retry, close],
  },
  'order-in-doubt': {
    title: 'Ответ не пришёл',
    text: 'Заказ мог быть создан, поэтому не платите второй раз. Проверьте, подключается ли Пакет, или напишите в поддержку',
    image: 'clock',
    buttons: [{ label: 'Проверить Пакет', action: 'check' }, support],
  },
  'already-connecting': {
    title: 'Пакет уже подключается, дождитесь СМС',
    text: 'Обычно это занимает до 5 минут',
    image: 'clock',
    buttons: [close],
  },
  'partner-subscription': {
    title: 'У вас уже есть подписка партнёра',
    text: 'Вторая подписка не нужна: все преимущества уже работают',
    image: 'success',
    buttons: [close],
  },
  'one-more-period': {
    title: 'Вы не можете купить ещё один период',
    text: 'Он уже оплачен вперёд',
    image: 'clock',
    buttons: [close],
  },
  'time-is-over': {
    title: 'Время вышло',
    text: 'Деньги не списаны. Оформите Пакет заново',
    image: 'clock',
    buttons: [retry, close],
  },
  employee: {
    title: 'У вас уже лучшие условия',
    text: 'Для сотрудников Пакет бесплатный, платить не нужно',
    image: 'success',
    buttons: [close],
  },
  'card-not-added': {
    title: 'Не удалось добавить/изменить карту',
    text: 'Проверьте данные карты или возьмите другую',
    image: 'error',
    buttons: [retry, close],
  },
  'binding-unavailable': { title: 'Добавить карту сейчас нельзя', text: later, image: 'clock', buttons: [close] },
  'binding-refused': {
    title: 'Добавить карту сейчас нельзя',
    text: later,
    image: 'clock',
    buttons: [support, close],
    showsCode: true,
  },
  'contact-support': {
    title: 'Не получилось',
    text: 'Напишите в поддержку, поможем разобраться',
    image: 'error',
    buttons: [support, close],
    showsCode: true,
  },
  'reload-or-sign-out': {
    title: 'Что-то пошло не так',
    text: 'Не получилось загрузить данные. Проверьте интернет, мы тоже продолжаем пробовать',
    image: 'error',
    buttons: [
      { label: 'Обновить', action: 'reload' },
      { label: 'Выйти', action: 'signOut' },
    ],
  },
  'authorize-again': {
    title: 'Произошла ошибка. Пожалуйста, авторизуйтесь повторно',
    image: 'error',
    buttons: [signIn],
  },
  'sign-out': {
    title: 'Вы вышли из аккаунта',
    text: 'Войдите ещё раз, чтобы продолжить',
    image: 'clock',
    buttons: [signIn, close],
  },
  'points-not-charged': {
    title: 'Не удалось списать баллы',
    text: 'Баллы остались на карте',
    image: 'error',
    buttons: [retry, close],
  },
  'retry-or-support': {
    title: 'Что-то пошло не так',
    text: 'Попробуйте ещё раз или обратитесь в службу поддержки',
    image: 'error',
    buttons: [retry, support],
  },
  'error-try-later': { title: 'Произошла ошибка', text: 'Попробуйте позже', image: 'error', buttons: [close] },
  'option-not-found': {
    title: optionNotFound.title,
    text: optionNotFound.text,
    image: 'error',
    buttons: [{ label: optionNotFound.back, action: 'options' }],
  },
  'option-connecting': {
    title: 'Опция уже подключается',
    text: 'Обычно это занимает до 5 минут',
    image: 'clock',
    buttons: [close],
  },
  'member-not-added': {
    title: 'Не удалось добавить близкого',
    text: 'Попробуйте ещё раз, обычно это помогает',
    image: 'error',
    buttons: [retry, close],
  },
  'in-another-option': {
    title: 'Близкий уже подключён к другой опции',
    text: 'Проверьте номер телефона или добавьте другого близкого',
    image: 'error',
    buttons: [{ label: 'Изменить данные', action: 'retry' }, close],
  },
  'limit-reached': {
    title: 'Достигнут лимит',
    text: 'Свободных мест в опции больше нет',
    image: 'error',
    buttons: [close],
  },
  'removal-limit-reached': {
    title: 'Достигнут лимит',
    text: 'Больше удалить близких нельзя',
    image: 'error',
    buttons: [close],
  },
  'trial-unavailable': {
    title: 'Вы не можете участвовать в акции',
    text: 'Можно подключить Пакет по полной цене',
    image: 'error',
    buttons: [
      { label: 'Купить без промокода', action: 'accept' },
      { label: 'Не сейчас', action: 'dismissed' },
    ],
  },
  'still-activating': {
    title: 'Подписка ещё активируется',
    text: 'Позже вы сможете воспользоваться промокодом',
    image: 'clock',
    buttons: [close],
  },
  'renewal-unavailable': {
    title: 'Продление недоступно',
    text: 'Напишите в поддержку, поможем разобраться',
    image: 'error',
    buttons: [support, close],
    showsCode: true,
  },
  'cancellation-unavailable': {
    title: 'Отмена подписки недоступна',
    text: 'Напишите в поддержку, поможем разобраться',
    image: 'error',
    buttons: [support, close],
    showsCode: true,
  },
  'link-expired': {
    title: 'Прошло много времени',
    text: 'Ссылка больше не действует. Напишите в поддержку',
    image: 'clock',
    buttons: [support, close],
  },
  'link-used': { title: 'Ссылка на активацию уже использована', image: 'error', buttons: [close] },
  'activation-blocked': {
    title: 'Активировать Пакет сейчас невозможно',
    text: 'Попробуйте через 20 минут',
    image: 'clock',
    buttons: [close],
  },
  'activation-failed': {
    title: 'Не удалось активировать',
    text: 'Войдите по номеру телефона, на который пришла ссылка',
    image: 'error',
    buttons: [close],
  },
  'other-phone': {
    title: 'Переход с другого номера телефона',
    text: 'Войдите по номеру телефона, на который пришла ссылка',
    image: 'error',
    buttons: [close],
  },
  'already-subscribed': { title: 'У вас уже подключен сервис Пакет', image: 'success', buttons: [close] },
  'receipt-problem': {
    title: 'Проблема с чеком',
    text: 'Напишите в поддержку, поможем разобраться',
    image: 'error',
    buttons: [support, close],
  },
  'activation-unavailable': {
    title: 'Оформление сервиса недоступно',
    text: incognito,
    image: 'error',
    buttons: [support, close],
    showsCode: true,
  },
  // Shown beside the field or instead of the block, not as a message.
  'promocode-expired': null,
  'conditions-not-met': null,
  'promocode-unknown': null,
  'retry-in-place': null,
  'not-saved': null,
  // Handled by the page without a message.
  'to-account': null,
  'roll-back': null,
  'balance-unknown': null,
  'points-unverified': null,
  ignore: null,
} as const satisfies Record<Outcome, OutcomeMessage | null>

export const outcomes = Object.keys(messages) as Outcome[]

/** The code that support needs: the body's code, or else the HTTP status (OP-46). Those of a success, or of a redirect that the browser hides, would mean nothing to a user. */
export const codeOf = ({ code, status = 0 }: { code?: number | undefined; status?: number | undefined }) =>
  code || (status < 300 ? undefined : status)

/** A longer wait has no countdown. */
const LONGEST_WAIT_MS = 3_600_000

/** The message of a failure; null when nothing is shown. Its countdown is the Retry-After. */
export function messageOf(failure: {
  outcome: Outcome
  code?: number | undefined
  status?: number | undefined
  retryAfterMs?: number | undefined
}): Message | null {
  // Types guarantee a row for each outcome, but the development server runs code that does not compile.
  const row: OutcomeMessage | null = messages[failure.outcome in messages ? failure.outcome : 'error-with-code']
  if (!row) return null
  const { showsCode, ...message } = row
  const waitMs = failure.retryAfterMs ?? 0
  return {
    ...message,
    id: failure.outcome,
    code: showsCode ? codeOf(failure) : undefined,
    ...(waitMs > 0 && waitMs <= LONGEST_WAIT_MS && { waitUntil: Date.now() + waitMs }),
  }
}

/** The same inside a partner's app, which has no sign-out: the message offers to read client data again (C-HOST-11, C-ERR-52, C-ERR-53). */
export function webviewMessageOf(
  failure: Parameters<typeof messageOf>[0] & { operation: OperationId },
): Message | null {
  // Any failure of client data has this text, which does not mention support (C-ERR-52).
  if (failure.outcome !== 'reload-or-sign-out' && failure.operation !== 'getClientData') return messageOf(failure)
  return {
    id: failure.outcome,
    title: 'Произошла ошибка',
    text: 'Не удалось получить данные пользователя. Пожалуйста, попробуйте ещё раз.',
    image: 'error',
    buttons: [{ label: 'Попробовать еще раз', action: 'reload' }],
  }
}
