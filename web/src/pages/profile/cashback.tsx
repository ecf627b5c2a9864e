import type { ReactNode } from 'react'
import { useArticle } from '#services/use-article.ts'
import { CashbackNumbers } from '#features/benefits/cashback-numbers.tsx'
import { cashbackArticles } from '#features/cashback/cashback-articles.ts'
import { Card } from '#ui/card.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Section } from '#ui/section.tsx'

/** The cashback in numbers, and articles about it. */
export function Cashback(): ReactNode {
  const showArticle = useArticle()
  return (
    <Section title="Кешбэк" className="mt-10">
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
    </Section>
  )
}
