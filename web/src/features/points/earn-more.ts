import { countOfPoints } from '#domain/money.ts'
import { POINTS_FOR_TWO_TICKETS } from '#domain/points.ts'
import type { Article } from '#modals/catalogue.ts'

/** How more points come (O-MODAL-10); the words are our own, the numbers are the product's (OO-62). */
export const howToEarnMore: Article = {
  title: 'Как получать больше баллов',
  text: '10 баллов — это 1\u00a0рубль. Тратить можно до 100\u00a0% кешбэка',
  points: [
    { title: 'Показывайте карту лояльности', text: '5\u00a0% баллами с каждого чека' },
    { title: 'Выберите любимые категории', text: 'До 10 категорий, по 5 в каждом магазине' },
    { title: 'Берите готовую еду и выпечку', text: 'За них вернётся 20\u00a0% баллами' },
    { title: 'Пейте кофе и чай', text: 'За них вернётся 50\u00a0% баллами' },
    {
      title: 'Копите на второй билет',
      text: `${countOfPoints(POINTS_FOR_TWO_TICKETS)} за месяц, и билетов станет два`,
    },
  ],
}
