import { cashback } from '#domain/cashback.ts'
import type { Article } from '#domain/article.ts'

const showCard = { title: 'Покажите карту лояльности', text: 'На кассе или в заказе, иначе баллы не начислятся' }
const inADay = { title: 'Дождитесь баллов', text: 'Кешбэк появится на карте в течение\u00a0дня' }
const spend = { title: 'Тратьте их', text: `Потратить можно до ${cashback.spendable} кешбэка` }

/** The articles about cashback (O-MODAL-12, O-MODAL-13, O-MODAL-19). The source has no texts for them: these are ours (OO-62, OO-63). */
export const cashbackArticles: readonly Article[] = [
  {
    title: 'На что больше кешбэка',
    text: 'С Пакетом эти продукты возвращают больше баллов',
    points: [
      { title: 'Готовая еда', text: `До ${cashback.readyFood} баллами: супы, салаты, горячее, сэндвичи` },
      { title: 'Выпечка', text: `${cashback.bakery} баллами: хлеб, булочки и пироги из пекарни магазина` },
      { title: 'Кофе и чай', text: `${cashback.drinks} баллами за напиток из кофемашины` },
      { title: 'Остальное', text: `${cashback.receipt} баллами с чека на карту лояльности` },
    ],
  },
  {
    title: 'Кешбэк на мясо с фермы',
    text: 'За мясо и птицу с фермы часть цены возвращается баллами',
    points: [{ title: 'Выберите мясо с фермы', text: 'Охлаждённое мясо, птицу, фарш' }, showCard, inADay, spend],
    isOrdered: true,
  },
  {
    title: 'Кешбэк на шоколад',
    text: 'За шоколад часть цены возвращается баллами',
    points: [{ title: 'Выберите шоколад', text: 'Плитки, батончики, конфеты' }, showCard, inADay, spend],
    isOrdered: true,
  },
]
