import type { ReactNode } from 'react'
import { useAccount } from '#services/services.ts'
import { useSupport } from '#services/support.ts'
import { cashback, favourites } from '#domain/cashback.ts'
import { articleFlow } from '#features/articles/article-flow.ts'
import { cashbackArticles } from '#features/cashback/cashback-articles.ts'
import { Card } from '#ui/card.tsx'
import { ListRow } from '#ui/list-row.tsx'

/** How much comes back and how it is spent (options §1, OO-66). */
const facts = [
  [cashback.receipt, 'баллами с чека на карту лояльности'],
  [cashback.readyFood, 'на готовую еду'],
  [cashback.bakery, 'на выпечку'],
  [cashback.drinks, 'на кофе или чай'],
  [`до ${cashback.spendable}`, 'кешбэка можно потратить'],
  [String(favourites.categories), `любимых категорий, по ${favourites.perStore} в каждом магазине`],
] as const

/** The cashback in numbers, and what can be read about it. */
export function Cashback(): ReactNode {
  const { startFlow } = useAccount()
  const toSupport = useSupport()
  return (
    <Card>
      <ul className="grid gap-x-6 gap-y-5 md:grid-cols-2 lg:grid-cols-3">
        {facts.map(([amount, what]) => (
          <li key={what} className="flex flex-col">
            <span className="text-title-m font-semibold text-brand">{amount}</span>
            <span className="text-soft">{what}</span>
          </li>
        ))}
      </ul>
      <ul className="mt-5 -mb-3 divide-y divide-line border-t border-line">
        {cashbackArticles.map((article) => (
          <li key={article.title}>
            <ListRow title={article.title} onClick={() => void startFlow(articleFlow(article, toSupport))} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
