import type { Message } from './message.ts'

/** Shown when an action needs the network while the device is offline. */
export const noNetwork: Message = {
  id: 'no-network',
  title: 'Нет соединения с интернетом',
  text: 'Ничего не отправлено. Попробуйте снова, когда связь появится',
  image: 'error',
  form: 'dialog',
  buttons: [{ label: 'Понятно', action: 'dismissed' }],
}
