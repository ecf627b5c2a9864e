import type { Message } from './message.ts'

/** The message for a feature that the operator has closed; `words` are from the settings. */
export const featureClosed = (words: string): Message => ({
  id: 'feature-closed',
  title: 'Пока недоступно',
  text: words,
  image: 'clock',
  buttons: [{ label: 'Понятно', action: 'dismissed' }],
})
