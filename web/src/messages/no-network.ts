import type { Message } from './message.ts'

/** For anyone who begins what needs a network while there is none. */
export const noNetwork: Message = {
  id: 'no-network',
  title: 'Нет соединения с интернетом',
  text: 'Ничего не отправлено. Попробуйте снова, когда связь появится',
  image: 'error',
  form: 'dialog',
  buttons: [{ label: 'Понятно', action: 'dismissed' }],
}
