import type { ReactNode } from 'react'
import { useArticle } from '#services/use-article.ts'
import { CashbackNumbers } from '#features/benefits/cashback-numbers.tsx'
import { cashbackArticles } from '#features/cashback/cashback-articles.ts'
import { Card } from '#ui/card.tsx'
import { ListRow } from '#ui/list-row.tsx'

/** The cashback in numbers, and articles about it. */
export function Cashback(): ReactNode {
  const showArticle = useArticle()
  return (
    <Card>
      <CashbackNumbers />
      <ul className="mt-5 -mb-3 divide-y divide-line border-t border-line">
        {cashbackArticles.map((article) => (
          <li key={article.title}>
            <ListRow title={article.title} onClick={() => showArticle(article)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
