import type { Article } from '#domain/article.ts'
import { articleFlow } from '#features/articles/article-flow.ts'
import { useAccount } from './services.ts'
import { useSupport } from './support.ts'

/** A function that shows an article in a modal. */
export function useArticle(): (article: Article) => void {
  const { startFlow } = useAccount()
  const openSupport = useSupport()
  return (article) => void startFlow(articleFlow(article, openSupport))
}
