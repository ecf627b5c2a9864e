/** The texts for an option that does not exist (options §8). */
export const optionNotFound = {
  title: 'Опция не найдена',
  text: 'Убедитесь, что опция подключена, и попробуйте ещё раз',
  back: 'К списку опций',
} as const
