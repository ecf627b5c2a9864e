import { cashback, favourites } from '#domain/cashback.ts'
import { countOfPoints } from '#domain/money.ts'
import { POINTS_FOR_TWO_TICKETS } from '#domain/points.ts'
import type { Article } from '#domain/article.ts'

/** How to earn more points (O-MODAL-10). The source has no text for it: this one is ours, with the product's numbers (OO-62). */
export const howToEarnMore: Article = {
  title: 'Как получать больше баллов',
  text: `10 баллов — это 1 рубль. Тратить можно до ${cashback.spendable} кешбэка`,
  points: [
    { title: 'Показывайте карту лояльности', text: `${cashback.receipt} баллами с каждого чека` },
    {
      title: 'Выберите любимые категории',
      text: `До ${favourites.categories} категорий, по ${favourites.perStore} в каждом магазине`,
    },
    { title: 'Берите готовую еду и выпечку', text: `За них вернётся ${cashback.readyFood} баллами` },
    { title: 'Пейте кофе и чай', text: `За них вернётся ${cashback.drinks} баллами` },
    {
      title: 'Копите на второй билет',
      text: `${countOfPoints(POINTS_FOR_TWO_TICKETS)} за месяц, и билетов станет два`,
    },
  ],
}
