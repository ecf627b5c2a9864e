import type { Message } from './message.ts'

/** For anyone who wants what the operator has closed; the words come with the settings. */
export const featureClosed = (words: string): Message => ({
  id: 'feature-closed',
  title: 'Пока недоступно',
  text: words,
  image: 'clock',
  buttons: [{ label: 'Понятно', action: 'dismissed' }],
})
