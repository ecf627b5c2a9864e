import type { ReactNode } from 'react'
import { useAccount } from '#services/services.ts'
import { useSupport } from '#services/support.ts'
import { articleFlow } from '#features/articles/article-flow.ts'
import { CashbackNumbers } from '#features/benefits/cashback-numbers.tsx'
import { cashbackArticles } from '#features/cashback/cashback-articles.ts'
import { Card } from '#ui/card.tsx'
import { ListRow } from '#ui/list-row.tsx'

/** The cashback in numbers, and what can be read about it. */
export function Cashback(): ReactNode {
  const { startFlow } = useAccount()
  const toSupport = useSupport()
  return (
    <Card>
      <CashbackNumbers />
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
