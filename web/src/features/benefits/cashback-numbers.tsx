import type { ReactNode } from 'react'
import { cashback, favourites } from '#domain/cashback.ts'

/** How much cashback is received and how it is spent (options §1, OO-66). */
const facts = [
  [cashback.receipt, 'баллами с чека на карту лояльности'],
  [cashback.readyFood, 'на готовую еду'],
  [cashback.bakery, 'на выпечку'],
  [cashback.drinks, 'на кофе или чай'],
  [`до ${cashback.spendable}`, 'кешбэка можно потратить'],
  [String(favourites.categories), `любимых категорий, по ${favourites.perStore} в каждом магазине`],
] as const

/** The cashback in numbers. */
export const CashbackNumbers = (): ReactNode => (
  <ul className="grid grid-cols-[repeat(auto-fit,minmax(max(6.5rem,40%),1fr))] gap-x-6 gap-y-5 lg:grid-cols-3 lg:gap-y-8">
    {facts.map(([amount, what]) => (
      <li key={what} className="flex flex-col">
        <span className="text-title-l font-semibold text-brand">{amount}</span>
        <span className="text-soft">{what}</span>
      </li>
    ))}
  </ul>
)
