import { isOfCampaign } from '#domain/promocode.ts'
import type { PromocodeProblem } from './promocode-check.ts'

export const wrongCharacters = 'Допустимы для ввода цифры и буквы русского или английского алфавита'

/** The text under the field (T2). The source has none for the conditions: this one is ours (OO-62). */
export function problemText(problem: PromocodeProblem, promocode: string, isSubscribed: boolean): string {
  switch (problem.kind) {
    case 'expired':
      return `Промокод уже не работает. Ошибка: ${problem.code}`
    case 'unknown':
      return 'Такого промокода нет. Возможно в нём ошибка: проверьте язык и регистр.'
    case 'conditions':
      return [
        isOfCampaign(promocode)
          ? 'Промокод действует только для участников акции, в которой вы его получили.'
          : 'Условия промокода не выполнены.',
        ...(isSubscribed ? ['Пакет у вас уже подключён.'] : []),
      ].join(' ')
  }
}
